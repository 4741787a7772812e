import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ObservedRequest, RequestObserver } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { UpstreamRequest, UpstreamSink } from "../transport.ts";
import { AttemptTrace } from "./attempt-trace.ts";
import { contentAttributes } from "./content.ts";
import { type LastAttempt, operationAttributes, requestAttributes } from "./conventions.ts";
import { responseAttributes, tracedResponse } from "./response.ts";
import type { Span, SpanIds } from "./span.ts";
import { randomSpanId, randomTraceId, readTraceContext, type TraceContext, traceHeaders } from "./trace-context.ts";

/** Larger responses are not kept, in bytes. What they say about themselves is not worth reading as much as their content is. */
const MAX_BODY = 1024 * 1024;
const MAX_BODY_WITHOUT_CONTENT = 128 * 1024;

/** What the trace of a request needs around it. */
export interface TraceHost {
  readonly now: () => number;
  /** What clients connect with. */
  readonly scheme: "http" | "https";
  /** Whether spans have what was said. */
  readonly hasContent: boolean;
  onSpans(spans: readonly Span[]): void;
}

/** The trace of a request for a model's response, unless its client has decided that it is not recorded. */
export function traceOf(request: ObservedRequest, host: TraceHost): RequestTrace | undefined {
  const parent = readTraceContext(request.incoming.headers);
  return parent?.isSampled === false ? undefined : new RequestTrace(request, parent, host);
}

/**
 * Makes the spans of one request: the request itself, the operation at the model with all of its retries, and in it each
 * translation, each request to a provider, and the stream.
 */
export class RequestTrace implements RequestObserver {
  private readonly observed: ObservedRequest;
  private readonly parent: TraceContext | undefined;
  private readonly host: TraceHost;
  private readonly traceId: string;
  private readonly requestSpan = randomSpanId();
  private readonly operationSpan = randomSpanId();
  private readonly attempts: AttemptTrace[] = [];
  private readonly translations: Span[] = [];
  private nextAttempt = randomSpanId();
  private request: GenerateRequest | undefined;
  private operationStarted: number | undefined;
  private operationEnded: number | undefined;

  constructor(observed: ObservedRequest, parent: TraceContext | undefined, host: TraceHost) {
    this.observed = observed;
    this.parent = parent;
    this.host = host;
    this.traceId = parent?.traceId ?? randomTraceId();
  }

  onBody(): void {}

  onRequest(request: GenerateRequest): void {
    this.request = request;
    this.operationStarted = this.host.now();
  }

  onTranslated({ provider }: Destination, started: number): void {
    const { dialect } = this.observed;
    this.translations.push({
      ...this.child(this.operationSpan, randomSpanId()),
      name: "translate request",
      kind: "internal",
      started,
      ended: this.host.now(),
      attributes: { "toolglot.client.dialect": dialect, "toolglot.provider.dialect": provider.dialect },
    });
  }

  upstreamHeaders(): Readonly<Record<string, string>> {
    const { traceId, nextAttempt: spanId } = this;
    const { state } = this.parent ?? {};
    return traceHeaders({ traceId, spanId, isSampled: true, ...(state === undefined ? {} : { state }) });
  }

  onUpstreamRequest(destination: Destination, request: UpstreamRequest): UpstreamSink {
    const attempt = new AttemptTrace({
      destination,
      request,
      spanId: this.nextAttempt,
      resendCount: this.attempts.filter((earlier) => isSame(earlier.destination, destination)).length,
      now: this.host.now,
      maxBody: this.host.hasContent ? MAX_BODY : MAX_BODY_WITHOUT_CONTENT,
    });
    this.nextAttempt = randomSpanId();
    this.attempts.push(attempt);
    return attempt;
  }

  onAttemptEnd(result: AttemptResult): void {
    this.attempts.at(-1)?.finish(result);
  }

  onExchangeEnd(): void {
    this.operationEnded = this.host.now();
  }

  onLogged(record: RequestRecord): void {
    const ended = this.host.now();
    const spans = [
      this.requestSpanOf(record, ended),
      ...this.operationSpans(record, this.operationEnded ?? ended),
      ...this.translations,
      ...this.attempts.flatMap((attempt) => attempt.spans(this.child(this.operationSpan, attempt.spanId), ended)),
    ];
    this.host.onSpans(spans);
  }

  private requestSpanOf(record: RequestRecord, ended: number): Span {
    const { started } = this.observed;
    const { name, attributes } = requestAttributes(this.observed, this.request, record);
    const error = record.status >= 500 ? (record.error ?? record.errorType) : undefined;
    return {
      ...this.child(this.parent?.spanId, this.requestSpan),
      name,
      kind: "server",
      started,
      ended,
      attributes: { ...attributes, "url.scheme": this.host.scheme },
      error,
    };
  }

  // A request that was refused has no operation.
  private operationSpans(record: RequestRecord, ended: number): Span[] {
    const { request, operationStarted: started } = this;
    if (request === undefined || started === undefined) return [];
    const last = this.attempts.at(-1);
    const { name, attributes } = operationAttributes(request, record, last && lastAttempt(last, started));
    const response = tracedResponse(last);
    const content = {
      ...(response === undefined ? {} : responseAttributes(response)),
      ...(this.host.hasContent ? contentAttributes(request, response) : {}),
    };
    const error = record.errorType === undefined ? undefined : (record.error ?? record.errorType);
    const span = this.child(this.requestSpan, this.operationSpan);
    return [{ ...span, name, kind: "client", started, ended, attributes: { ...attributes, ...content }, error }];
  }

  private child(parentSpanId: string | undefined, spanId: string): SpanIds {
    return { traceId: this.traceId, spanId, parentSpanId, state: this.parent?.state };
  }
}

function lastAttempt(attempt: AttemptTrace, started: number): LastAttempt {
  return { destination: attempt.destination, secondsToFirstChunk: attempt.secondsToFirstChunk(started) };
}

function isSame(one: Destination, other: Destination): boolean {
  return one.provider.name === other.provider.name && one.model === other.model;
}
