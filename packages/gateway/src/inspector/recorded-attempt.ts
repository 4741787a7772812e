// One request to a provider, as recorded: what was sent, what came back, and when.

import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { HeaderMap, UpstreamError, UpstreamRequest, UpstreamSink } from "../transport.ts";
import type { BodyHost } from "./body-host.ts";
import type { RecordedError } from "./protocol.ts";
import { RecordedBody } from "./recorded-body.ts";

/** What an attempt needs of its exchange. */
export interface AttemptHost extends BodyHost {
  readonly isStream: boolean;
  /** Milliseconds since the start of the exchange. */
  elapsed(): number;
  /** The same at the time at which the event loop has called what calls this. */
  elapsedInTurn(): number;
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

/** One request to a provider and its response; a turn that is continued has several. Times are in milliseconds since the start. */
export class RecordedAttempt implements UpstreamSink {
  destination: AttemptTarget;
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
    const [sent, received] = number === 1 ? FIRST_NAMES : namesOf(number);
    this.requestBody = new RecordedBody(sent, false, host);
    this.requestBody.add(request.body ?? "", 0);
    this.responseBody = new RecordedBody(received, host.isStream, host, destination.provider.dialect);
  }

  head(status: number, headers: HeaderMap): void {
    this.headersMs = this.host.elapsed();
    this.status = status;
    this.responseHeaders = headers as Readonly<Record<string, string>>;
  }

  data(chunk: Uint8Array): void {
    const elapsed = this.responseBody.isStream || this.firstOutputMs === undefined ? this.host.elapsedInTurn() : 0;
    this.firstOutputMs ??= elapsed;
    this.responseBody.add(chunk, elapsed);
  }

  end(): void {
    this.stop(this.host.elapsed());
  }

  fail({ code, message }: UpstreamError): void {
    this.failed(code, message);
    this.stop(this.host.elapsed());
  }

  /** Ends the attempt, if it has not ended yet. */
  stop(elapsed: number): void {
    this.endedMs ??= elapsed;
  }

  finish(result: AttemptResult): void {
    if (this.endedMs === undefined) this.stop(this.host.elapsed());
    if (result.type === "rejected") this.failed(result.error.code, result.error.message);
    if (result.type === "interrupted") this.failed(result.failure.code ?? result.failure.kind, result.failure.message);
  }

  private failed(type: string, message: string): void {
    this.error = { type, message };
  }
}

function namesOf(number: number): readonly [sent: string, received: string] {
  return [`attempt-${number}-request`, `attempt-${number}-response`];
}

/** Nearly all exchanges have one attempt: what is kept of them shares these. */
const FIRST_NAMES = namesOf(1);
