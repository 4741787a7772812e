import type { Reply } from "../transport.ts";

export interface StoredReplyOptions {
  /** Whether the response is complete, with what was written so far and what is about to be. */
  readonly isComplete: () => boolean;
  /** Stores the response; never rejects. */
  readonly save: () => Promise<void>;
}

/**
 * A reply whose end is sent after the response was stored: the client may continue it at once, at another gateway, and this one may be gone
 * by then. The store has a time limit, so the end does not wait for long.
 */
export class StoredReply implements Reply {
  private readonly reply: Reply;
  private readonly options: StoredReplyOptions;
  private held: (() => void)[] = [];
  private saving: Promise<void> | undefined;
  private isSaved = false;

  constructor(reply: Reply, options: StoredReplyOptions) {
    this.reply = reply;
    this.options = options;
  }

  get begun(): boolean {
    return this.reply.begun;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.reply.begin(status, headers);
  }

  write(chunk: string | Uint8Array): boolean {
    return this.holds(() => this.reply.write(chunk)) || this.reply.write(chunk);
  }

  end(body?: string | Uint8Array): void {
    if (!this.holds(() => this.reply.end(body))) this.reply.end(body);
  }

  destroy(): void {
    this.held = [];
    this.reply.destroy();
  }

  onClientClosed(listener: () => void): void {
    this.reply.onClientClosed(listener);
  }

  onDrain(listener: () => void): void {
    this.reply.onDrain(listener);
  }

  /** Resolves when everything was sent on. */
  async sent(): Promise<void> {
    await this.saving;
  }

  private holds(send: () => void): boolean {
    if (this.isSaved || (this.saving === undefined && !this.options.isComplete())) return false;
    this.held.push(send);
    this.saving ??= this.options.save().then(() => this.flush());
    return true;
  }

  private flush(): void {
    this.isSaved = true;
    for (const send of this.held) send();
    this.held = [];
  }
}
