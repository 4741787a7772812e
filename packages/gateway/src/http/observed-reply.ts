import type { Reply } from "../transport.ts";

/** Is told what is sent to a client. */
export interface ReplyObserver {
  onBegin(status: number, headers: Readonly<Record<string, string>>): void;
  onChunk(chunk: string | Uint8Array): void;
}

/** A reply that tells what it sends. */
export class ObservedReply implements Reply {
  private readonly reply: Reply;
  private readonly observer: ReplyObserver;

  constructor(reply: Reply, observer: ReplyObserver) {
    this.reply = reply;
    this.observer = observer;
  }

  get begun(): boolean {
    return this.reply.begun;
  }

  begin(status: number, headers: Readonly<Record<string, string>>): void {
    this.observer.onBegin(status, headers);
    this.reply.begin(status, headers);
  }

  write(chunk: string | Uint8Array): boolean {
    if (chunk.length > 0) this.observer.onChunk(chunk);
    return this.reply.write(chunk);
  }

  end(body: string | Uint8Array = ""): void {
    if (body.length > 0) this.observer.onChunk(body);
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
