// Observes what a client gets.

import type { Reply } from "../transport.ts";

/** Gets what is sent to a client. */
export interface ReplyEvents {
  onBegin(status: number, headers: Readonly<Record<string, string>>): void;
  onChunk(chunk: string | Uint8Array): void;
}

/** A reply that reports what it sends. */
export class RecordedReply implements Reply {
  private readonly reply: Reply;
  private readonly events: ReplyEvents;

  constructor(reply: Reply, events: ReplyEvents) {
    this.reply = reply;
    this.events = events;
  }

  get begun(): boolean {
    return this.reply.begun;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.events.onBegin(status, headers);
    this.reply.begin(status, headers);
  }

  write(chunk: string | Uint8Array): boolean {
    if (chunk.length > 0) this.events.onChunk(chunk);
    return this.reply.write(chunk);
  }

  end(body: string | Uint8Array = ""): void {
    if (body.length > 0) this.events.onChunk(body);
    this.reply.end(body);
  }

  destroy(): void {
    this.reply.destroy();
  }

  onClientClosed(listener: () => void): void {
    this.reply.onClientClosed(listener);
  }

  onDrain(listener: () => void): void {
    this.reply.onDrain(listener);
  }
}
