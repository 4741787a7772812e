// The latest exchange of each conversation: a request of an agent repeats the one before it, so that only what is new in
// it has to be searched for secrets.

import type { KeptRecording } from "./kept-recording.ts";

const MAX_SESSIONS = 256;

/** Remembers the exchanges of conversations that were searched last. */
export class Conversations {
  private readonly latest = new Map<string, KeptRecording>();

  /** Adds an exchange; returns the one before it in the same conversation. */
  add(exchange: KeptRecording): KeptRecording | undefined {
    const { session } = exchange;
    const before = this.latest.get(session);
    this.latest.delete(session);
    this.latest.set(session, exchange);
    const [oldest] = this.latest.keys();
    if (this.latest.size > MAX_SESSIONS && oldest !== undefined) this.latest.delete(oldest);
    return before?.tenant === exchange.tenant && !before?.isForgotten ? before : undefined;
  }
}
