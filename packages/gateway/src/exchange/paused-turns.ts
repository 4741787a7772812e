import { type PausedTurn, stringifyJson } from "@toolglot/core";
import type { HeaderMap, UpstreamError, UpstreamRequest, UpstreamSink } from "../transport.ts";

/** How often one turn is continued; a turn that is paused once more ends as incomplete. */
const MAX_CONTINUATIONS = 8;

/** The continuations of one attempt's turn, if the provider pauses it and the client's dialect cannot express that. */
export class Continuations {
  private readonly requestWith: (body: string) => UpstreamRequest;
  private count = 0;

  constructor(requestWith: (body: string) => UpstreamRequest) {
    this.requestWith = requestWith;
  }

  /** The request that continues the turn; `undefined` if it was continued too often. */
  next(paused: PausedTurn): UpstreamRequest | undefined {
    if (this.count >= MAX_CONTINUATIONS) return undefined;
    this.count++;
    return this.requestWith(stringifyJson(paused.request));
  }
}

/** Passes on the events of one call, until the next call of the same attempt begins. */
export class CallSink implements UpstreamSink {
  private readonly sink: UpstreamSink;
  private isCurrent = true;

  constructor(sink: UpstreamSink) {
    this.sink = sink;
  }

  detach(): void {
    this.isCurrent = false;
  }

  head(status: number, headers: HeaderMap): void {
    if (this.isCurrent) this.sink.head(status, headers);
  }

  data(chunk: Uint8Array): void {
    if (this.isCurrent) this.sink.data(chunk);
  }

  end(): void {
    if (this.isCurrent) this.sink.end();
  }

  fail(error: UpstreamError): void {
    if (this.isCurrent) this.sink.fail(error);
  }
}
