// The counterpart of `stream/replay-response.ts`: events in, a response out.

import { createCandidate, createResponse } from "../../mapping/nodes/response.ts";
import type { StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { CanonicalResponse } from "../../model/response.ts";
import type { Usage } from "../../model/usage.ts";
import { PartCollector } from "../reasoning/part-collector.ts";

/** Assembles a whole response from the events of its stream. */
export class ResponseAssembler {
  private readonly parts = new PartCollector({ limit: Number.POSITIVE_INFINITY });
  private start: (StreamEvent & { type: "response-start" }) | undefined;
  private end: (StreamEvent & { type: "response-end" }) | undefined;
  private usage: Usage | undefined;
  /** The error that the stream ended with. */
  failure: Failure | undefined;

  take(event: StreamEvent): void {
    this.parts.take(event);
    if (event.type === "response-start") this.start ??= event;
    else if (event.type === "response-end") this.end ??= event;
    else if (event.type === "failure") this.failure ??= event.failure;
    if ("usage" in event && event.usage !== undefined) this.usage = { ...this.usage, ...event.usage };
  }

  get isOver(): boolean {
    return this.end !== undefined || this.failure !== undefined;
  }

  /** The response, if the stream was complete. */
  response(): CanonicalResponse | undefined {
    if (this.end === undefined) return undefined;
    const { id, model, created, usedTier = this.end.usedTier } = this.start ?? {};
    const candidates = [createCandidate({}, { parts: this.parts.parts(), finishReason: this.end.finishReason })];
    return createResponse({}, { id, model, created, candidates, usage: this.usage, usedTier });
  }
}
