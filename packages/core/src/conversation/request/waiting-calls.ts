// Calls of a conversation that wait for their results.

import { groupBy } from "../../group-by.ts";
import type { CallPart } from "../../model/call.ts";
import type { ResultPart } from "../../model/part.ts";

/** A call, and its result once it was found. */
export interface CalledEntry {
  readonly call: CallPart;
  /** The result in the source, and its position among all results. */
  source?: ResultPart;
  order?: number;
}

/** Calls in their order. Answered ones are skipped once and for all, because a conversation may have many thousands of calls. */
export class WaitingCalls {
  private readonly calls: readonly CalledEntry[];
  private next = 0;
  private byName: Map<string, WaitingCalls> | undefined;

  constructor(calls: readonly CalledEntry[]) {
    this.calls = calls;
  }

  /** The first call that is not answered yet, of this name if it is given. */
  first(name: string | undefined): CalledEntry | undefined {
    if (name !== undefined) return this.named(name)?.first(undefined);
    while (this.calls[this.next]?.source !== undefined) this.next++;
    return this.calls[this.next];
  }

  private named(name: string): WaitingCalls | undefined {
    this.byName ??= new Map(
      [...groupBy(this.calls, ({ call }) => call.name)].map(([key, calls]) => [key, new WaitingCalls(calls)]),
    );
    return this.byName.get(name);
  }
}
