import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import { teeSink } from "../exchange/observer.ts";
import type { ExchangeResult } from "../exchange/result.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { UpstreamRequest, UpstreamSink } from "../transport.ts";
import type { ReplyObserver } from "./observed-reply.ts";
import type { RequestObserver } from "./request-observer.ts";

/** One observer for two, each of which may be missing. */
export function observeWith(
  first: RequestObserver | undefined,
  second: RequestObserver | undefined,
): RequestObserver | undefined {
  return first === undefined || second === undefined ? (first ?? second) : new ObserverPair(first, second);
}

class ObserverPair implements RequestObserver {
  private readonly first: RequestObserver;
  private readonly second: RequestObserver;

  constructor(first: RequestObserver, second: RequestObserver) {
    this.first = first;
    this.second = second;
  }

  // Only the inspector looks at replies.
  get replyObserver(): ReplyObserver | undefined {
    return this.first.replyObserver ?? this.second.replyObserver;
  }

  get readsBodies(): boolean {
    return this.first.readsBodies === true || this.second.readsBodies === true;
  }

  onBody(bytes: Uint8Array): void {
    this.first.onBody(bytes);
    this.second.onBody(bytes);
  }

  onRequest(request: GenerateRequest): void {
    this.first.onRequest(request);
    this.second.onRequest(request);
  }

  onTranslated(destination: Destination, started: number): void {
    this.first.onTranslated?.(destination, started);
    this.second.onTranslated?.(destination, started);
  }

  upstreamHeaders(): Readonly<Record<string, string>> {
    return { ...this.first.upstreamHeaders?.(), ...this.second.upstreamHeaders?.() };
  }

  onUpstreamRequest(destination: Destination, request: UpstreamRequest): UpstreamSink | undefined {
    const first = this.first.onUpstreamRequest(destination, request);
    const second = this.second.onUpstreamRequest(destination, request);
    return second === undefined ? first : teeSink(first, second);
  }

  onAttemptEnd(result: AttemptResult): void {
    this.first.onAttemptEnd(result);
    this.second.onAttemptEnd(result);
  }

  onExchangeEnd(result: ExchangeResult): void {
    this.first.onExchangeEnd(result);
    this.second.onExchangeEnd(result);
  }

  onLogged(record: RequestRecord): void {
    this.first.onLogged(record);
    this.second.onLogged(record);
  }
}
