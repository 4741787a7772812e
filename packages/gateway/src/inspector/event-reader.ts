// One page that reads the stream of changes.

import type { Clock, Timer } from "../clock.ts";
import type { Reply } from "../transport.ts";

/** How often a silent connection gets a comment, in milliseconds. */
const KEEP_ALIVE = 15_000;
/** How long a reader may go without reading, in milliseconds. */
const MAX_PAUSE = 30_000;

/** An event of the stream of changes. */
export interface ChangeEvent {
  /** The sequence number of the change. */
  readonly seq: number;
  readonly type: "exchange" | "removed" | "reset";
  /** JSON. */
  readonly data: string;
}

/**
 * A connection that reads the stream of changes. Nothing is buffered for a slow one: what it has missed is looked up in the ring when it
 * can take more, and a connection that takes nothing for too long is closed.
 */
export class EventReader {
  /** The last change that was sent. */
  seq: number;
  readonly maySee: (tenant: string) => boolean;
  private readonly reply: Reply;
  private readonly clock: Clock;
  private keepAliveTimer: Timer | undefined;
  private pauseTimer: Timer | undefined;
  private closed = false;

  constructor(reply: Reply, options: EventReaderOptions) {
    const { seq, clock, maySee, onReady, onClosed } = options;
    this.reply = reply;
    this.clock = clock;
    this.seq = seq;
    this.maySee = maySee;
    reply.onDrain(() => {
      this.resume();
      onReady();
    });
    reply.onClientClosed(() => {
      this.stop();
      onClosed(this);
    });
    this.onClosed = () => onClosed(this);
    this.sendKeepAlive();
  }

  private readonly onClosed: () => void;

  /** Whether somebody still reads. */
  get isOpen(): boolean {
    return !this.closed;
  }

  get isReady(): boolean {
    return !this.closed && this.pauseTimer === undefined;
  }

  send({ seq, type, data }: ChangeEvent): void {
    this.seq = seq;
    this.write(`id: ${seq}\nevent: ${type}\ndata: ${data}\n\n`);
  }

  /** Ends the stream. */
  close(): void {
    if (this.closed) return;
    this.stop();
    this.reply.end();
  }

  private write(text: string): void {
    if (this.closed || this.reply.write(text)) return;
    this.pauseTimer ??= this.clock.setTimer(() => this.drop(), MAX_PAUSE);
  }

  private sendKeepAlive(): void {
    if (this.isReady) this.write(": keep-alive\n\n");
    this.keepAliveTimer = this.clock.setTimer(() => this.sendKeepAlive(), KEEP_ALIVE);
  }

  private resume(): void {
    this.clock.clearTimer(this.pauseTimer);
    this.pauseTimer = undefined;
  }

  private drop(): void {
    this.stop();
    this.reply.destroy();
    this.onClosed();
  }

  private stop(): void {
    this.closed = true;
    this.resume();
    this.clock.clearTimer(this.keepAliveTimer);
  }
}

export interface EventReaderOptions {
  readonly seq: number;
  readonly clock: Clock;
  readonly maySee: (tenant: string) => boolean;
  /** Called when the connection can take more. */
  readonly onReady: () => void;
  readonly onClosed: (reader: EventReader) => void;
}
