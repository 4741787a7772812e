import type { Reply } from "../transport.ts";

/** Is told what is sent to a client. */
export interface ReplyObserver {
  onBegin(status: number, headers: Readonly<Record<string, string>>): void;
  onChunk(chunk: string | Uint8Array): void;
}

/** Who is told, if anybody: that is known when the client is. */
export interface ReplyObserverSource {
  readonly replyObserver?: ReplyObserver | undefined;
}

/**
 * A reply that tells what it sends. Where some replies are observed, all are of this class, with or without an observer: V8 compiles
 * the code that calls one class better than the code that calls two.
 */
export class ObservedReply implements Reply {
  private readonly reply: Reply;
  private readonly source: ReplyObserverSource;

  constructor(reply: Reply, source: ReplyObserverSource) {
    this.reply = reply;
    this.source = source;
  }

  get begun(): boolean {
    return this.reply.begun;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.source.replyObserver?.onBegin(status, headers);
    this.reply.begin(status, headers);
  }

  write(chunk: string | Uint8Array): boolean {
    if (chunk.length > 0) this.source.replyObserver?.onChunk(chunk);
    return this.reply.write(chunk);
  }

  end(body: string | Uint8Array = ""): void {
    if (body.length > 0) this.source.replyObserver?.onChunk(body);
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
