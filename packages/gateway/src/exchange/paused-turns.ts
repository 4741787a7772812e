import type { JsonObject, PausedTurn } from "@toolglot/core";
import type { HeaderMap, UpstreamError, UpstreamRequest, UpstreamSink } from "../transport.ts";
import type { RetriedFailure, TakeRetry } from "./retry.ts";

/** How often one turn is continued; a turn that is paused once more ends as incomplete. */
const MAX_CONTINUATIONS = 8;

/** How continuations are sent, and when they are sent again. */
export interface ContinuationOptions {
  readonly requestWith: (body: JsonObject) => UpstreamRequest;
  /** The delay before a retry in milliseconds; `undefined` if there is to be none. */
  readonly takeRetry: TakeRetry;
}

/** The continuations of one attempt's turn, if the provider pauses it and the client's dialect cannot express that. */
export class Continuations {
  private readonly options: ContinuationOptions;
  private count = 0;
  /** The request that continues the turn, as long as its response has not begun. */
  private sent: UpstreamRequest | undefined;

  constructor(options: ContinuationOptions) {
    this.options = options;
  }

  /** The request that continues the turn; `undefined` if it was continued too often. */
  next(paused: PausedTurn): UpstreamRequest | undefined {
    if (this.count >= MAX_CONTINUATIONS) return undefined;
    this.count++;
    this.sent = this.options.requestWith(paused.request);
    return this.sent;
  }

  /** Output of the continuation was passed on: from now on it cannot be sent again. */
  begin(): void {
    this.sent = undefined;
  }

  /** The continuation to send again after a failure, and the delay before; `undefined` if it is not to be. */
  again(failure: RetriedFailure): { request: UpstreamRequest; delay: number } | undefined {
    if (this.sent === undefined) return undefined;
    const delay = this.options.takeRetry(failure);
    return delay === undefined ? undefined : { request: this.sent, delay };
  }
}

/** Passes on the events of one call, until the next call of the same attempt begins; to an observer all of them, and first. */
export class CallSink implements UpstreamSink {
  private readonly sink: UpstreamSink;
  private readonly observer: UpstreamSink | undefined;
  private isCurrent = true;

  constructor(sink: UpstreamSink, observer: UpstreamSink | undefined) {
    this.sink = sink;
    this.observer = observer;
  }

  detach(): void {
    this.isCurrent = false;
  }

  head(status: number, headers: HeaderMap): void {
    this.observer?.head(status, headers);
    if (this.isCurrent) this.sink.head(status, headers);
  }

  data(chunk: Uint8Array): void {
    this.observer?.data(chunk);
    if (this.isCurrent) this.sink.data(chunk);
  }

  end(): void {
    this.observer?.end();
    if (this.isCurrent) this.sink.end();
  }

  fail(error: UpstreamError): void {
    this.observer?.fail(error);
    if (this.isCurrent) this.sink.fail(error);
  }
}
