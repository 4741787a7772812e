import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import { REPLACEMENT } from "../observe/redact.ts";
import type { HeaderMap, UpstreamError, UpstreamRequest, UpstreamSink } from "../transport.ts";
import type { RecordedError } from "./protocol.ts";
import { type BodyLimits, RecordedBody } from "./recorded-body.ts";
import { sharedWithoutSecrets, withoutSecrets } from "./redact/headers.ts";

/** What an attempt needs of its exchange. */
export interface AttemptHost extends BodyLimits {
  readonly isStream: boolean;
  /** Milliseconds since the start of the exchange. */
  elapsed(): number;
}

/** What is sent, and to whom. */
export interface SentRequest {
  /** Counts from 1. */
  readonly number: number;
  readonly destination: Destination;
  readonly request: UpstreamRequest;
}

/** One request to a provider and its response; a turn that is continued has several. Times are in milliseconds since the start. */
export class RecordedAttempt implements UpstreamSink {
  readonly destination: Destination;
  readonly startedMs: number;
  headersMs: number | undefined;
  firstOutputMs: number | undefined;
  endedMs: number | undefined;
  status: number | undefined;
  error: RecordedError | undefined;
  url: string;
  requestHeaders: Readonly<Record<string, string>>;
  responseHeaders: Readonly<Record<string, string>> | undefined;
  readonly requestBody: RecordedBody;
  readonly responseBody: RecordedBody;
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
