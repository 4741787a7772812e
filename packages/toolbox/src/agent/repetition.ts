import { type JsonObject, stringifyJson } from "@toolglot/core";
import type { AgentCall } from "./message.ts";

/** How often a model may get the same result of the same call, turn after turn. */
export const MAX_REPETITIONS = 5;

/** Knows the calls that a model makes again and again although nothing else comes of them. */
export class RepetitionDetector {
  private readonly seen = new Map<string, CallHistory>();

  /** Whether this has been called often enough. */
  isRepeated(call: AgentCall): boolean {
    return (this.seen.get(callKey(call))?.times ?? 0) >= MAX_REPETITIONS;
  }

  /** Remembers the results of a turn's calls. The same call several times in one turn is not yet a repetition. */
  record(calls: readonly AgentCall[], results: readonly JsonObject[]): void {
    const last = new Map(calls.map((call, index) => [callKey(call), results[index]?.content]));
    for (const [key, content] of last) this.count(key, stringifyJson(content ?? null));
  }

  private count(key: string, result: string): void {
    const before = this.seen.get(key) ?? { result, times: 0 };
    // That a call was refused for its repetition is no new result.
    if (before.times < MAX_REPETITIONS)
      this.seen.set(key, { result, times: before.result === result ? before.times + 1 : 1 });
  }
}

interface CallHistory {
  readonly result: string;
  readonly times: number;
}

function callKey({ name, input, unreadable }: AgentCall): string {
  return `${name} ${unreadable ?? stringifyJson(input)}`;
}
