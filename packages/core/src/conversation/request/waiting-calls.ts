// Calls of a conversation that wait for their results.

import { groupBy } from "../../group-by.ts";
import type { CallPart } from "../../model/call.ts";
import type { ResultPart } from "../../model/part.ts";

/** A call, and its result once it was found. */
export interface CalledEntry {
  readonly call: CallPart;
  /** Which of the messages the call is in. */
  readonly message: number;
  /** Whether a result was found. */
  taken?: boolean;
  /** The result in the source, and its position among all results. */
  source?: ResultPart;
  order?: number;
}

/** Calls in their order. Each is looked at a few times only, because a conversation may have many thousands of calls. */
export class WaitingCalls {
  private readonly calls: readonly CalledEntry[];
  private next = 0;
  /** The calls that wait in each of the messages so far, the first of each at its end. */
  private readonly open: CalledEntry[][] = [];
  private byName: Map<string, WaitingCalls> | undefined;

  constructor(calls: readonly CalledEntry[]) {
    this.calls = calls;
  }

  /** The calls that so many results after a message answer: those of the last messages, the first call at the end. */
  take(message: number, results: number): CalledEntry[] {
    this.goTo(message);
    const taken: CalledEntry[] = [];
    for (let calls = this.open.at(-1); calls !== undefined && taken.length < results; calls = this.open.at(-1)) {
      const found: CalledEntry[] = [];
      while (calls.length > 0 && taken.length + found.length < results) {
        const call = calls.pop() as CalledEntry;
        if (!call.taken) found.push(call);
        call.taken = true;
      }
      if (calls.length === 0) this.open.pop();
      for (const call of found.reverse()) taken.push(call);
    }
    return taken;
  }

  private goTo(message: number): void {
    for (let first = this.calls[this.next]; first && first.message <= message; first = this.calls[this.next]) {
      const start = this.next;
      while (this.calls[this.next]?.message === first.message) this.next++;
      this.open.push(this.calls.slice(start, this.next).reverse());
    }
  }

  /** Whether all of the calls come after the messages so far. */
  get ahead(): boolean {
    return this.next === 0 && this.calls.length > 0;
  }

  /** Those with this name. */
  named(name: string | undefined): WaitingCalls {
    if (name === undefined) return this;
    this.byName ??= new Map(
      [...groupBy(this.calls, ({ call }) => call.name)].map(([key, calls]) => [key, new WaitingCalls(calls)]),
    );
    return this.byName.get(name) ?? new WaitingCalls([]);
  }
}
