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
  /** The same calls, in which those of one message are in the opposite order: `open` gives back its last call first. */
  private readonly queue: readonly CalledEntry[];
  private next = 0;
  /** The calls of the messages so far that wait, the first of the last message at the end. */
  private readonly open: CalledEntry[] = [];
  private byName: Map<string, WaitingCalls> | undefined;

  constructor(calls: readonly CalledEntry[]) {
    this.calls = calls;
    this.queue = calls.toReversed().sort(byMessage);
  }

  /** The calls that so many results after a message answer: those of the last messages, the first call at the end. */
  take(message: number, results: number): CalledEntry[] {
    for (let call = this.queue[this.next]; call && call.message <= message; call = this.queue[this.next]) {
      this.open.push(call);
      this.next++;
    }
    const taken: CalledEntry[] = [];
    while (taken.length < results) {
      const call = this.open.pop();
      if (call === undefined) break;
      if (!call.taken) taken.push(call);
      call.taken = true;
    }
    return taken.sort(byMessage).reverse();
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

function byMessage(one: CalledEntry, other: CalledEntry): number {
  return one.message - other.message;
}
