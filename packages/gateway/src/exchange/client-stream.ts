import type { StreamFraming } from "../bindings/binding.ts";
import type { HeaderMap } from "../transport.ts";
import type { AttemptContext } from "./attempt-context.ts";
import { Deadline } from "./deadline.ts";

/** What a client's stream tells the attempt that feeds it. */
export interface ClientStreamEvents {
  /** The client does not keep up. */
  onPause(): void;
  /** The client has read what it was sent. */
  onResume(): void;
  /** The client has not read for too long. */
  onWriteTimeout(): void;
}

/** The client's side of a streamed response: framing, keep-alives and backpressure. */
export class ClientStream {
  private readonly context: AttemptContext;
  private readonly events: ClientStreamEvents;
  private readonly framing: StreamFraming | undefined;
  private readonly keepAliveTimer: Deadline;
  /** Once the client did not keep up, as few do. */
  private writeTimer: Deadline | undefined;
  private paused = false;
  private closed = false;

  constructor(context: AttemptContext, events: ClientStreamEvents) {
    this.context = context;
    this.events = events;
    this.framing = context.match.binding.client.framing?.(context.match);
    this.keepAliveTimer = new Deadline(context.clock, () => this.sendKeepAlive());
  }

  get isPaused(): boolean {
    return this.paused;
  }

  /** Sends the head, and the first text if there is any. */
  begin(upstream: HeaderMap, text: string): void {
    const { context } = this;
    const { reply, match } = context;
    const own = { "content-type": match.binding.client.streamContentType(match), "cache-control": "no-cache" };
    reply.begin(200, context.headers(upstream, own));
    if (text === "") this.flushHead();
    else this.write(text);
  }

  write(text: string): void {
    const { onReplyText, reply, server, rewriteReply } = this.context;
    const rewritten = rewriteReply === undefined ? text : rewriteReply(text);
    onReplyText?.(rewritten);
    const framed = this.framing === undefined ? rewritten : this.framing.push(rewritten);
    this.keepAliveTimer.set(server.keepAlive);
    if (!reply.write(framed) && !this.closed) this.pause();
  }

  /** Stops the timers; `end` may still follow. */
  close(): void {
    this.closed = true;
    this.keepAliveTimer.clear();
    this.writeTimer?.clear();
  }

  end(): void {
    this.context.reply.end(this.framing?.end());
  }

  destroy(): void {
    this.context.reply.destroy();
  }

  resume(): void {
    if (!this.paused || this.closed) return;
    this.paused = false;
    this.writeTimer?.clear();
    this.events.onResume();
  }

  private pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.events.onPause();
    const { clock, server } = this.context;
    this.writeTimer ??= new Deadline(clock, () => this.events.onWriteTimeout());
    this.writeTimer.set(server.writeTimeout);
  }

  // Proxies close connections that are silent for too long.
  private flushHead(): void {
    this.context.reply.write("");
    this.keepAliveTimer.set(this.context.server.keepAlive);
  }

  private sendKeepAlive(): void {
    const { keepAlive } = this.context.match.binding.client;
    if (keepAlive === undefined || this.closed || this.paused) return;
    this.context.reply.write(keepAlive);
    this.keepAliveTimer.set(this.context.server.keepAlive);
  }
}
