import {
  type HeaderMap,
  type Send,
  type UpstreamCall,
  UpstreamError,
  type UpstreamRequest,
  type UpstreamSink,
} from "../../transport.ts";
import { type AuthHeaders, CredentialError, type Credentials } from "./credentials.ts";

/** Sends requests with credentials; once more, with other ones, if they are refused. */
export function authenticatedSend(send: Send, credentials: Credentials, onBug: (error: unknown) => void): Send {
  return (request, sink) => {
    const call = new AuthenticatedCall({ send, credentials, onBug }, request, sink);
    call.start();
    return call;
  };
}

interface CallOptions {
  readonly send: Send;
  readonly credentials: Credentials;
  readonly onBug: (error: unknown) => void;
}

class AuthenticatedCall implements UpstreamCall, UpstreamSink {
  private readonly options: CallOptions;
  private readonly request: UpstreamRequest;
  private readonly sink: UpstreamSink;
  private call: UpstreamCall | undefined;
  private sent: AuthHeaders = {};
  private isPaused = false;
  private isAborted = false;
  private isRepeated = false;

  constructor(options: CallOptions, request: UpstreamRequest, sink: UpstreamSink) {
    this.options = options;
    this.request = request;
    this.sink = sink;
  }

  start(): void {
    this.obtain().then(
      (headers) => this.open(headers),
      (error: unknown) => this.failWith(error),
    );
  }

  // A function that throws at once must fail like one that is rejected later.
  private async obtain(): Promise<AuthHeaders> {
    return this.options.credentials.headersFor(this.request);
  }

  private open(headers: AuthHeaders): void {
    if (this.isAborted) return;
    this.sent = headers;
    this.call = this.options.send({ ...this.request, headers: { ...this.request.headers, ...headers } }, this);
    if (this.isPaused) this.call.pause();
  }

  private failWith(error: unknown): void {
    if (this.isAborted) return;
    if (!(error instanceof CredentialError)) this.options.onBug(error);
    const message = error instanceof CredentialError ? error.message : "the gateway failed to obtain credentials";
    this.fail(new UpstreamError("credentials", message, { cause: error }));
  }

  // ── UpstreamCall ──────────────────────────────────────────────────────────

  pause(): void {
    this.isPaused = true;
    this.call?.pause();
  }

  resume(): void {
    this.isPaused = false;
    this.call?.resume();
  }

  abort(): void {
    this.isAborted = true;
    this.call?.abort();
  }

  linger(): void {
    if (this.call === undefined) this.abort();
    else this.call.linger();
  }

  // ── UpstreamSink ──────────────────────────────────────────────────────────

  head(status: number, headers: HeaderMap): void {
    if (status === 401 || status === 403) {
      if (!this.isRepeated && this.options.credentials.refused?.(this.sent, { status, headers })) {
        this.repeat();
        return;
      }
    } else this.options.credentials.accepted?.(this.sent);
    this.sink.head(status, headers);
  }

  data(chunk: Uint8Array): void {
    this.sink.data(chunk);
  }

  end(): void {
    this.sink.end();
  }

  fail(error: UpstreamError): void {
    this.sink.fail(error);
  }

  private repeat(): void {
    this.isRepeated = true;
    this.call?.abort();
    this.call = undefined;
    this.start();
  }
}
