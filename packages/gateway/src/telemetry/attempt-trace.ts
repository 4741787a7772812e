import type { AttemptResult } from "../exchange/attempt-result.ts";
import { BodyCollector } from "../exchange/body-collector.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { UpstreamError, UpstreamSink } from "../transport.ts";
import { upstreamAttributes } from "./conventions.ts";
import type { Span, SpanIds } from "./span.ts";
import { randomSpanId } from "./trace-context.ts";
import type { TracedAttempt } from "./traced-attempt.ts";

/** Is told of one request to a provider, and makes its spans: the request, and the stream from its first chunk on. */
export class AttemptTrace implements UpstreamSink {
  readonly destination: Destination;
  readonly spanId: string;
  private readonly attempt: TracedAttempt;
  private readonly started: number;
  private readonly body = new BodyCollector();
  private isBodyWhole = true;
  private status: number | undefined;
  private errorType: string | undefined;
  private firstChunkAt: number | undefined;
  private endedAt: number | undefined;
  private chunks = 0;

  constructor(attempt: TracedAttempt) {
    this.attempt = attempt;
    this.destination = attempt.destination;
    this.spanId = attempt.spanId;
    this.started = attempt.now();
  }

  /** The time from a moment to the first chunk, in seconds. */
  secondsToFirstChunk(since: number): number | undefined {
    return this.firstChunkAt === undefined ? undefined : Math.max(0, this.firstChunkAt - since) / 1000;
  }

  /** The whole response, if it was kept. */
  takeBody(): string | undefined {
    return this.isBodyWhole && this.errorType === undefined ? this.body.takeText() : undefined;
  }

  head(status: number): void {
    this.status = status;
    if (status >= 400) this.errorType = String(status);
  }

  data(chunk: Uint8Array): void {
    this.firstChunkAt ??= this.attempt.now();
    this.chunks++;
    if (this.isBodyWhole) this.isBodyWhole = this.body.add(chunk, this.attempt.maxBody);
  }

  end(): void {
    this.endedAt = this.attempt.now();
  }

  fail({ code }: UpstreamError): void {
    this.endedAt = this.attempt.now();
    this.errorType = code;
  }

  finish(result: AttemptResult): void {
    this.endedAt ??= this.attempt.now();
    if (result.type === "completed") return;
    if (result.type === "client-closed") this.errorType ??= "client_closed";
    else
      this.errorType ??= result.type === "rejected" ? result.error.code : (result.failure.code ?? result.failure.kind);
  }

  spans(ids: SpanIds, ended: number): Span[] {
    const { attempt, status, errorType, started, endedAt = ended } = this;
    const { name, attributes } = upstreamAttributes(attempt, status, errorType);
    const request: Span = { ...ids, name, kind: "client", started, ended: endedAt, attributes, error: errorType };
    return [request, ...this.streamSpans(ids, endedAt)];
  }

  private streamSpans(ids: SpanIds, ended: number): Span[] {
    const { firstChunkAt: started, chunks, spanId } = this;
    if (started === undefined || chunks < 2) return [];
    const attributes = { "toolglot.stream.chunks": chunks };
    const place = { ...ids, parentSpanId: spanId, spanId: randomSpanId() };
    return [{ ...place, name: "stream", kind: "internal", started, ended, attributes }];
  }
}
