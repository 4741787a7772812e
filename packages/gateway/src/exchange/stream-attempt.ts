import { type BridgeStream, type Failure, isObject, type JsonObject } from "@toolglot/core";
import type { StreamFraming } from "../bindings/binding.ts";
import { Attempt, type AttemptContext, concat, textOf } from "./attempt.ts";
import { Deadline } from "./deadline.ts";
import { type ErrorReply, gatewayErrorReply } from "./error-reply.ts";

/** What is held back at most before the client's reply begins. */
const MOST_HELD = 64 * 1024;

/**
 * A try whose answer comes in pieces. Nothing goes to the client before the first piece of output has come (the commit):
 * until then the try may fail as if it had never been; after it the client is told every end in its own dialect.
 */
export class StreamAttempt extends Attempt {
  private readonly stream: BridgeStream;
  private readonly framing: StreamFraming | undefined;
  private queue: Uint8Array[] = [];
  private buffered = "";
  private committed = false;
  private progress = 0;
  private paused = false;
  private isStream = true;
  /** Why what comes is no stream at all; its first piece is waited for, to be told. */
  private notAStream: string | undefined;
  private readonly writeTimer: Deadline;
  private readonly keepAliveTimer: Deadline;
  private readonly commitTimer: Deadline;
  /** When the first piece of output came. */
  firstChunkAt: number | undefined;

  constructor(context: AttemptContext) {
    super(context);
    const { match, server } = context;
    this.stream = context.bridge.stream();
    this.framing = match.binding.client.framing?.(match);
    this.writeTimer = new Deadline(() => this.abortSlowClient());
    this.keepAliveTimer = new Deadline(() => this.sendKeepAlive());
    this.commitTimer = new Deadline(() => this.commit());
    this.commitTimer.set(server.commitAfter);
  }

  protected onHead(): void {
    const type = this.providerHeaders["content-type"] ?? "";
    this.isStream = this.context.binding.streamContentTypes.test(type);
    // An error in place of a stream is still read, to say what it says; a page is not.
    if (!this.isStream && !/^(?:application\/(?:[\w.+-]+\+)?json|text\/plain)?\s*(?:;|$)/i.test(type))
      this.notAStream = `the provider answered ${JSON.stringify(type)} in place of a stream`;
  }

  protected get hasBegun(): boolean {
    return this.progress > 0;
  }

  protected override get usage(): BridgeStream["usage"] {
    return this.stream.usage;
  }

  protected onChunk(chunk: Uint8Array): void {
    if (this.notAStream !== undefined) this.rejectBody(this.notAStream, textOf(chunk));
    else if (this.queue.push(chunk) === 1) queueMicrotask(() => this.guarded(() => this.flush()));
  }

  protected onEnd(): void {
    if (this.notAStream !== undefined) this.rejectBody(this.notAStream, "");
    const { call } = this;
    this.flush();
    if (this.isOver || this.call !== call) return;
    this.accept(this.stream.end());
    this.close();
  }

  protected failWith(failure: Failure): void {
    if (this.isOver) return;
    if (!this.committed) {
      this.rejectWith(failure);
      return;
    }
    this.accept(this.stream.fail(failure.message, failure));
    this.close();
    this.call?.abort();
  }

  // A stream that began without its first piece cannot be taken back.
  protected override reject(refusal: ErrorReply): void {
    if (!this.committed) super.reject(refusal);
    else
      this.failWith({ kind: "server", status: refusal.status, code: refusal.code, message: messageIn(refusal.value) });
  }

  protected override onFinish(): void {
    this.writeTimer.clear();
    this.keepAliveTimer.clear();
    this.commitTimer.clear();
  }

  /** All that one read has brought is translated at once and written at once. */
  private flush(): void {
    if (this.isOver || this.queue.length === 0) return;
    const chunks = this.queue;
    this.queue = [];
    this.accept(this.stream.push(concat(chunks)));
    // The last word is said: the client need not wait until the provider closes the connection.
    if (this.stream.ended && !this.isOver) {
      if (this.stream.trailing) this.context.onTrailing();
      this.close();
      this.call?.linger();
    }
    this.continuePaused();
  }

  // The client gets one stream: the end of a paused turn was held back, and what follows on it continues that stream.
  private continuePaused(): void {
    const { paused } = this.stream;
    if (paused === undefined || this.isOver) return;
    if (!this.continueTurn(paused)) {
      this.accept(this.stream.end());
      this.close();
      this.call?.linger();
      return;
    }
    this.stream.resume();
    if (!this.paused) return;
    this.call?.pause();
    this.idleTimer.clear();
  }

  private accept(text: string): void {
    if (this.stream.progress > this.progress) this.advance();
    if (this.committed) {
      this.write(text);
      return;
    }
    this.buffered += text;
    const { failure } = this.stream;
    if (failure !== undefined) this.reject(gatewayErrorReply(this.context.match.binding.dialect, failure));
    else if (this.progress > 0 || this.buffered.length > MOST_HELD) this.commit();
  }

  private advance(): void {
    this.progress = this.stream.progress;
    this.firstChunkAt ??= Date.now();
    if (!this.paused) this.idleTimer.set(this.context.destination.timeouts.idle);
  }

  private commit(): void {
    if (this.committed || this.isOver) return;
    this.committed = true;
    this.commitTimer.clear();
    const { reply, headers, match } = this.context;
    const own = { "content-type": match.binding.client.streamContentType(match), "cache-control": "no-cache" };
    reply.begin(200, headers(this.providerHeaders, own));
    const { buffered: held } = this;
    this.buffered = "";
    if (held === "") this.flushHead();
    else this.write(held);
  }

  // Who waits in between, and would cut a silent connection, sees that it is in use.
  private flushHead(): void {
    this.context.reply.write("");
    this.keepAliveTimer.set(this.context.server.keepAlive);
  }

  private write(said: string): void {
    if (said === "") return;
    // What a provider says of its failure may be what it was asked with.
    const { redact, rewriteReply: rewrite = (plain: string) => plain } = this.context;
    const text = rewrite(this.stream.failure === undefined ? said : redact(said));
    this.context.onReplyText?.(text);
    const framed = this.framing === undefined ? text : this.framing.push(text);
    this.keepAliveTimer.set(this.context.server.keepAlive);
    if (!this.context.reply.write(framed) && !this.isOver) this.pause();
  }

  private close(): void {
    if (this.isOver) return;
    const { failure, usage, losses, reasoning } = this.stream;
    const end =
      failure === undefined ? { type: "answered" as const, usage, losses, reasoning } : brokenBy(failure, usage);
    this.finish(end);
    this.context.reply.end(this.framing?.end());
  }

  // ── a client that does not keep up ────────────────────────────────────────

  private pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.call?.pause();
    this.idleTimer.clear();
    this.writeTimer.set(this.context.server.writeTimeout);
  }

  override resume(): void {
    if (!this.paused || this.isOver) return;
    this.paused = false;
    this.writeTimer.clear();
    this.idleTimer.set(this.context.destination.timeouts.idle);
    this.call?.resume();
  }

  private abortSlowClient(): void {
    if (!this.finish({ type: "gone", usage: this.usage })) return;
    this.call?.abort();
    this.context.reply.destroy();
  }

  private sendKeepAlive(): void {
    const { keepAlive } = this.context.match.binding.client;
    if (keepAlive === undefined || this.isOver || !this.committed || this.paused) return;
    this.context.reply.write(keepAlive);
    this.keepAliveTimer.set(this.context.server.keepAlive);
  }
}

/** What the client would have been told; every dialect has it in the same place. */
function messageIn({ error = null }: JsonObject): string {
  const said = isObject(error) ? error.message : error;
  return typeof said === "string" ? said : "the provider failed";
}

function brokenBy(
  failure: Failure,
  usage: BridgeStream["usage"],
): { type: "broken"; failure: Failure; usage: typeof usage } {
  return { type: "broken", failure, usage };
}
