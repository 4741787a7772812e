// Providers that run tools themselves may stop in the middle of a turn and ask to be called again (`pause_turn`). Where
// the client's dialect has no such finish reason, the bridge continues the turn, and joins both halves to one response.

import { addUsage } from "../mapping/nodes/add-usage.ts";
import { createCandidate, createResponse } from "../mapping/nodes/response.ts";
import type { PartStart, StreamEvent } from "../model/event.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Part } from "../model/part.ts";
import type { CanonicalResponse, FinishReason } from "../model/response.ts";
import type { Usage } from "../model/usage.ts";
import type { PausedTurn } from "./bridge-types.ts";
import type { StreamedTurn } from "./features.ts";
import { PartCollector } from "./reasoning/part-collector.ts";
import { usageOfEvent } from "./stream/stream-state.ts";

/** What the request that continues a turn is made of. */
export interface PausedContent {
  readonly parts: readonly Part[];
  readonly finishReason: FinishReason;
}

/** Makes the request that continues a turn. */
export type ContinueTurn = (paused: PausedContent) => JsonObject;

/** The paused turn of a whole response. */
export class PausedAnswer implements PausedTurn {
  /** The provider's responses so far. */
  readonly bodies: readonly Json[];
  private readonly makeRequest: () => JsonObject;

  constructor(bodies: readonly Json[], makeRequest: () => JsonObject) {
    this.bodies = bodies;
    this.makeRequest = makeRequest;
  }

  get request(): JsonObject {
    return this.makeRequest();
  }
}

/** The responses to a turn and its continuations as one response. */
export function joinAnswers(earlier: readonly CanonicalResponse[], last: CanonicalResponse): CanonicalResponse {
  const [first] = earlier;
  const [final] = last.candidates;
  if (first === undefined) return last;
  const answers = [...earlier, last];
  const usage = answers.map((answer) => answer.usage).reduce(addUsage);
  if (final === undefined || last.failure !== undefined) return { ...last, usage };
  const parts = answers.flatMap(({ candidates: [candidate] }) => candidate?.parts ?? []);
  const { model, usedTier, failure } = last;
  const candidates = [createCandidate(final, { parts, finishReason: final.finishReason })];
  return createResponse(last, { id: first.id, model, created: first.created, candidates, usage, usedTier, failure });
}

/**
 * Joins the streams of a turn and its continuations: the end of a paused turn is held back, the parts of the next stream are
 * numbered after those of the last, and usage is added up.
 */
export class PausableTurn implements StreamedTurn {
  private readonly emit: (event: StreamEvent) => void;
  private readonly collector = new PartCollector({ limit: MOST_HELD });
  /** The end of a turn that was paused. */
  private end: (StreamEvent & { type: "response-end" }) | undefined;
  private hasCalls = false;
  /** The turn has searched for tools since it began or was continued. */
  private hasSearched = false;
  /** The parts that are calls of the search. */
  private readonly searches = new Set<number>();
  private readonly isSearch: (call: { readonly name: string }) => boolean;
  private readonly continueTurn: ContinueTurn;
  private offset = 0;
  private next = 0;
  private earlier: Usage | undefined;
  /** The tokens of the current stream, as far as they are known: some providers tell them before its end, others at it. */
  private own: Usage | undefined;

  /** `isSearch`: whether a call is one of the emulated tool search, which the client does not know. */
  constructor(
    emit: (event: StreamEvent) => void,
    { continueTurn, isSearch }: { readonly continueTurn: ContinueTurn; readonly isSearch: PausableTurn["isSearch"] },
  ) {
    this.emit = emit;
    this.continueTurn = continueTurn;
    this.isSearch = isSearch;
  }

  /** The turn if it is paused, with what the provider said before, all continuations included. */
  get paused(): PausedTurn | undefined {
    if (this.end === undefined) return undefined;
    const content = { parts: this.collector.parts(), finishReason: this.end.finishReason };
    const { continueTurn } = this;
    return {
      get request() {
        return continueTurn(content);
      },
    };
  }

  usageWith(own: Usage | undefined = this.own): Usage | undefined {
    return addUsage(this.earlier, own);
  }

  take(event: StreamEvent): void {
    if (this.end !== undefined) return;
    this.own = usageOfEvent(event) ?? this.own;
    const own = this.joined(event);
    this.collector.take(own);
    const call = own.type === "part-start" ? callIn(own.part) : undefined;
    if (call !== undefined && "index" in own) this.startCall(own.index, call);
    if ("index" in own && this.searches.has(own.index)) return;
    if (event.type === "response-end" && this.canContinue(event)) this.end = event;
    else this.emit(own);
  }

  /** The next event is the first of the continuation. */
  resume(): void {
    this.earlier = this.usageWith();
    this.own = undefined;
    this.offset = this.next;
    this.end = undefined;
    this.hasSearched = false;
  }

  /** Passes on the end that was held back, because the turn is not continued. */
  release(): void {
    const { end } = this;
    this.end = undefined;
    if (end !== undefined) this.emit(this.joined(end));
  }

  private startCall(index: number, call: { readonly name: string }): void {
    if (!this.isSearch(call)) this.hasCalls = true;
    else {
      this.hasSearched = true;
      this.searches.add(index);
    }
  }

  // A turn with calls waits for their results, which the client has. A turn that was too long to collect cannot be sent back.
  private canContinue({ finishReason }: StreamEvent & { type: "response-end" }): boolean {
    const isPaused = finishReason.reason === "pause" || (this.hasSearched && finishReason.reason !== "length");
    return isPaused && !this.hasCalls && this.collector.parts().length > 0;
  }

  private joined(event: StreamEvent): StreamEvent {
    if ("index" in event) {
      const index = event.index + this.offset;
      this.next = Math.max(this.next, index + 1);
      return this.offset === 0 ? event : { ...event, index };
    }
    return this.earlier === undefined ? event : ({ ...event, usage: this.usageWith() } as StreamEvent);
  }
}

function callIn(start: PartStart): { readonly name: string } | undefined {
  if (start.type === "whole") return start.part.type === "call" ? start.part : undefined;
  return start.type === "call" ? start : undefined;
}

/** How many characters of a turn are kept so that it can be continued: more than models write in one. */
const MOST_HELD = 4 * 1024 * 1024;
