import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import { REPLACEMENT } from "../observe/redact.ts";
import type { HeaderMap, UpstreamError, UpstreamRequest, UpstreamSink } from "../transport.ts";
import type { RecordedError } from "./protocol.ts";
import { type BodyHost, type BodySnapshot, RecordedBody } from "./recorded-body.ts";
import { sharedWithoutSecrets, withoutSecrets } from "./redact/headers.ts";

/** What an attempt needs of its exchange. */
export interface AttemptHost extends BodyHost {
  readonly isStream: boolean;
  /** Milliseconds since the start of the exchange. */
  elapsed(): number;
}

/** What is sent, and to whom. */
export interface SentRequest {
  /** Counts from 1. */
  readonly number: number;
  readonly destination: AttemptTarget;
  readonly request: Pick<UpstreamRequest, "url" | "headers" | "body">;
}

/** Who a request was sent to, without the settings and secrets of the provider. */
export interface AttemptTarget extends Pick<Destination, "model" | "profile"> {
  readonly provider: Pick<Destination["provider"], "name" | "dialect">;
}

/** What is told of an attempt besides its bodies. Times are in milliseconds since the start of the exchange. */
export interface AttemptFacts {
  readonly destination: AttemptTarget;
  readonly startedMs: number;
  readonly headersMs?: number | undefined;
  readonly firstOutputMs?: number | undefined;
  readonly endedMs?: number | undefined;
  readonly status?: number | undefined;
  readonly error?: RecordedError | undefined;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string>>;
  readonly responseHeaders?: Readonly<Record<string, string>> | undefined;
}

/** An attempt as data, for another process. */
export interface AttemptSnapshot extends AttemptFacts {
  readonly requestBody: BodySnapshot;
  readonly responseBody: BodySnapshot;
}

/** One request to a provider and its response; a turn that is continued has several. Times are in milliseconds since the start. */
export class RecordedAttempt implements UpstreamSink, AttemptFacts {
  readonly destination: AttemptTarget;
  startedMs: number;
  headersMs: number | undefined;
  firstOutputMs: number | undefined;
  endedMs: number | undefined;
  status: number | undefined;
  error: RecordedError | undefined;
  url: string;
  requestHeaders: Readonly<Record<string, string>>;
  responseHeaders: Readonly<Record<string, string>> | undefined;
  requestBody: RecordedBody;
  responseBody: RecordedBody;
  private readonly host: AttemptHost;

  constructor(host: AttemptHost, { number, destination, request }: SentRequest) {
    this.host = host;
    this.destination = destination;
    this.startedMs = host.elapsed();
    this.url = request.url;
    this.requestHeaders = request.headers;
    this.requestBody = new RecordedBody(`attempt-${number}-request`, false, host);
    this.requestBody.add(request.body ?? "", 0);
    this.responseBody = new RecordedBody(
      `attempt-${number}-response`,
      host.isStream,
      host,
      destination.provider.dialect,
    );
  }

  /** The attempt that another process has recorded. */
  static from(snapshot: AttemptSnapshot, number: number, host: AttemptHost): RecordedAttempt {
    const { requestBody, responseBody, ...facts } = snapshot;
    const request = { url: facts.url, headers: facts.requestHeaders };
    const attempt = new RecordedAttempt(host, { number, destination: facts.destination, request });
    Object.assign(attempt, facts);
    attempt.requestBody = RecordedBody.from(requestBody, host);
    attempt.responseBody = RecordedBody.from(responseBody, host);
    return attempt;
  }

  /** What another process needs to show it. */
  snapshot(hasContent: boolean): AttemptSnapshot {
    const { destination, startedMs, headersMs, firstOutputMs, endedMs, status, error } = this;
    const { provider, model, profile } = destination;
    return {
      destination: {
        provider: { name: provider.name, dialect: provider.dialect },
        model,
        ...(profile === undefined ? {} : { profile }),
      },
      startedMs,
      headersMs,
      firstOutputMs,
      endedMs,
      status,
      error,
      url: this.url,
      requestHeaders: this.requestHeaders,
      responseHeaders: this.responseHeaders,
      requestBody: this.requestBody.snapshot(hasContent),
      responseBody: this.responseBody.snapshot(hasContent),
    };
  }

  head(status: number, headers: HeaderMap): void {
    this.headersMs = this.host.elapsed();
    this.status = status;
    this.responseHeaders = headers as Readonly<Record<string, string>>;
  }

  data(chunk: Uint8Array): void {
    const elapsed = this.responseBody.isStream || this.firstOutputMs === undefined ? this.host.elapsed() : 0;
    this.firstOutputMs ??= elapsed;
    this.responseBody.add(chunk, elapsed);
  }

  end(): void {
    this.stop(this.host.elapsed());
  }

  fail({ code, message }: UpstreamError): void {
    this.error = { type: code, message };
    this.stop(this.host.elapsed());
  }

  /** Nothing more is expected of it. */
  stop(elapsed: number): void {
    this.endedMs ??= elapsed;
  }

  finish(result: AttemptResult, elapsed: number): void {
    this.stop(elapsed);
    if (result.type === "rejected") this.error = { type: result.error.code, message: result.error.message };
    if (result.type === "interrupted")
      this.error = { type: result.failure.code ?? result.failure.kind, message: result.failure.message };
  }

  /** Removes secrets from all but the bodies. */
  seal(redact: (text: string) => string): void {
    this.url = redactUrl(this.url, redact);
    this.requestHeaders = sharedWithoutSecrets(this.requestHeaders);
    if (this.responseHeaders !== undefined) this.responseHeaders = withoutSecrets(this.responseHeaders);
    if (this.error !== undefined)
      this.error = { ...this.error, message: redact(this.error.message).slice(0, MAX_MESSAGE) };
  }
}

// Of most addresses, nothing can be a secret.
function redactUrl(url: string, redact: (text: string) => string): string {
  return /[?@]/.test(url) ? redact(url.replace(/^(\w+:\/\/)[^/@]*@/, `$1${REPLACEMENT}@`)) : url;
}

/** In characters. */
const MAX_MESSAGE = 1024;
