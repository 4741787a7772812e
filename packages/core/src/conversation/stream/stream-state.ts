// What a stream tells its caller while it runs: usage, failure, whether it has ended.

import type { StreamEvent } from "../../model/event.ts";
import type { Failure } from "../../model/failure.ts";
import type { ReasoningRecord } from "../../model/reasoning.ts";
import type { Usage } from "../../model/usage.ts";
import type { ReasoningRecorder } from "../features.ts";

/** What is known of a response from the events of its stream so far. */
export class StreamState {
  /** The response is complete, or has failed. */
  isOver = false;
  /** Bytes came after the end, and were left out. */
  hasTrailing = false;
  /** The error that the response has ended with. */
  failure: Failure | undefined;
  usage: Usage | undefined;
  /** The service tier that the response was served with. */
  tier: string | undefined;
  /** Grows with every piece of output. */
  pieces = 0;
  /** The length of all deltas. */
  characters = 0;
  /** The first start of the response. */
  start: (StreamEvent & { type: "response-start" }) | undefined;
  /** Whether the events since `clear` hold a second start, or a failure. */
  isRestart = false;
  isFailure = false;
  private readonly recorder: ReasoningRecorder | undefined;

  constructor(recorder: ReasoningRecorder | undefined) {
    this.recorder = recorder;
  }

  /** The reasoning that may be stored; none where the response has failed. */
  get reasoning(): readonly ReasoningRecord[] {
    const { recorder, failure } = this;
    return recorder === undefined || failure !== undefined ? [] : recorder.records();
  }

  /** Forgets whether a start or a failure was seen, before the next frame is read. */
  clear(): void {
    this.isRestart = false;
    this.isFailure = false;
  }

  /** All text that has come so far is read. */
  rest(): void {
    this.recorder?.rest();
  }

  take(event: StreamEvent): void {
    if (isOutput(event)) this.pieces++;
    this.recorder?.take(event);
    if (event.type === "part-delta") {
      this.characters += event.text.length;
      return;
    }
    if (event.type === "response-start") this.begin(event);
    this.usage = usageOfEvent(event) ?? this.usage;
    if ("usedTier" in event) this.tier = event.usedTier ?? this.tier;
    if (event.type === "response-end" || event.type === "failure") this.isOver = true;
    if (event.type !== "failure") return;
    this.isFailure = true;
    this.failure ??= event.failure;
  }

  private begin(event: StreamEvent & { type: "response-start" }): void {
    this.isRestart = this.start !== undefined;
    this.start ??= event;
  }
}

/** The usage that an event tells. */
export function usageOfEvent(event: StreamEvent): Usage | undefined {
  if (event.type === "failure") return event.failure.usage;
  return "usage" in event ? event.usage : undefined;
}

function isOutput(event: StreamEvent): boolean {
  if (event.type === "part-delta") return event.text !== "";
  if (event.type === "part-start") return event.part.type === "whole";
  return event.type === "response-end" || event.type === "part-progress";
}
