import { encodeText } from "../bytes.ts";
import type { HeaderMap, UpstreamError, UpstreamRequest, UpstreamSink } from "../transport.ts";
import type { AttemptResult } from "./attempt-result.ts";
import type { Destination } from "./destinations.ts";
import type { ExchangeResult } from "./result.ts";

/**
 * Is told what an exchange sends to providers, what comes back, and how it ends. It changes nothing but the headers that it
 * adds, and never throws.
 */
export interface ExchangeObserver {
  /** Whether it reads the bodies of requests, and not only of those that fail. */
  readonly readsBodies?: boolean;
  /** A request was translated for a destination, from this time on, in milliseconds since 1970. */
  onTranslated?(destination: Destination, started: number): void;
  /** Headers of the request to a provider that is about to be sent, such as the trace that it is part of. */
  upstreamHeaders?(): Readonly<Record<string, string>>;
  /** A request is sent to a provider; the sink that is returned, if any, gets a copy of the response. */
  onUpstreamRequest(destination: Destination, request: UpstreamRequest): UpstreamSink | undefined;
  onAttemptEnd(result: AttemptResult): void;
  onExchangeEnd(result: ExchangeResult): void;
}

/** A request with the headers that its observer adds. */
export function observedRequest(request: UpstreamRequest, observer: ExchangeObserver): UpstreamRequest {
  const complete = withHeaders(request, observer.upstreamHeaders?.());
  return observer.readsBodies === true ? encodedRequest(complete) : complete;
}

/** Passes on the events of a response to both, if there are two. */
export function teeSink(observer: UpstreamSink | undefined, sink: UpstreamSink): UpstreamSink {
  return observer === undefined ? sink : new TeeSink(observer, sink);
}

function withHeaders(request: UpstreamRequest, added: UpstreamRequest["headers"] | undefined): UpstreamRequest {
  return added === undefined ? request : { ...request, headers: { ...request.headers, ...added } };
}

// A long body is encoded once, for the observer and for the connection.
function encodedRequest(request: UpstreamRequest): UpstreamRequest {
  const { body } = request;
  return typeof body === "string" && body.length > LONG ? { ...request, body: encodeText(body) } : request;
}

/** In characters. */
const LONG = 8192;

/** Passes on the events of a response, to the observer first. */
class TeeSink implements UpstreamSink {
  private readonly observer: UpstreamSink;
  private readonly sink: UpstreamSink;

  constructor(observer: UpstreamSink, sink: UpstreamSink) {
    this.observer = observer;
    this.sink = sink;
  }

  head(status: number, headers: HeaderMap): void {
    this.observer.head(status, headers);
    this.sink.head(status, headers);
  }

  data(chunk: Uint8Array): void {
    this.observer.data(chunk);
    this.sink.data(chunk);
  }

  end(): void {
    this.observer.end();
    this.sink.end();
  }

  fail(error: UpstreamError): void {
    this.observer.fail(error);
    this.sink.fail(error);
  }
}
