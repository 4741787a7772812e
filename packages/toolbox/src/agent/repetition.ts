import { type JsonObject, stringifyJson } from "@toolglot/core";
import type { AgentCall } from "./message.ts";

/** How often the same call may return the same result in consecutive turns. */
export const MAX_REPETITIONS = 5;

/** Detects calls that a model repeats although their result does not change. */
export class RepetitionDetector {
  private readonly seen = new Map<string, CallHistory>();

  /** Whether this call has reached the limit. */
  isRepeated(call: AgentCall): boolean {
    return (this.seen.get(callKey(call))?.times ?? 0) >= MAX_REPETITIONS;
  }

  /** Records the results of one turn. The same call several times in one turn counts once. */
  record(calls: readonly AgentCall[], results: readonly JsonObject[]): void {
    const last = new Map(calls.map((call, index) => [callKey(call), results[index]?.content]));
    for (const [key, content] of last) this.count(key, stringifyJson(content ?? null));
  }

  private count(key: string, result: string): void {
    const before = this.seen.get(key) ?? { result, times: 0 };
    // A refusal because of repetition does not count as a new result.
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
