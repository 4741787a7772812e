import type { BridgeStream, Failure, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import { concat, decodeText } from "../bytes.ts";
import { isPricedByResponse } from "../providers/prices.ts";
import type { UpstreamRequest } from "../transport.ts";
import { Attempt } from "./attempt.ts";
import type { AttemptContext } from "./attempt-context.ts";
import type { UsedTokens } from "./attempt-result.ts";
import { ClientStream, type ClientStreamEvents } from "./client-stream.ts";
import { Deadline } from "./deadline.ts";
import { type ErrorReply, gatewayErrorReply } from "./error-reply.ts";
import { ServedModel } from "./served-model.ts";

/** How much is buffered at most before the client's reply begins, in characters. */
const MAX_BUFFERED = 64 * 1024;

/**
 * An attempt with a streamed response. Nothing is sent to the client before the first output (the commit): until then the
 * attempt can fail without a trace, and afterwards an error is sent as an event of the client's dialect.
 */
export class StreamAttempt extends Attempt implements ClientStreamEvents {
  private readonly stream: BridgeStream;
  private readonly client: ClientStream;
  private queue: Uint8Array[] = [];
  private buffered = "";
  private committed = false;
  private progress = 0;
  /** Where the price depends on the model that answers. */
  private readonly served: ServedModel | undefined;
  /** Why the response is not a stream; its first chunk is still waited for, to be logged. */
  private notAStream: string | undefined;
  /** Until the commit. */
  private commitTimer: Deadline | undefined;

  constructor(context: AttemptContext) {
    super(context);
    this.stream = context.bridge.stream();
    const { provider, model } = context.destination;
    this.served = isPricedByResponse(provider, model) ? new ServedModel() : undefined;
    this.client = new ClientStream(context, this);
    this.commitTimer = new Deadline(context.clock, () => this.commit());
    this.commitTimer.set(context.server.commitAfter);
  }

  override resume(): void {
    this.client.resume();
  }

  // ── ClientStreamEvents ────────────────────────────────────────────────────

  onPause(): void {
    this.call?.pause();
    this.idleTimer.clear();
  }

  onResume(): void {
    this.idleTimer.set(this.context.destination.timeouts.idle);
    this.call?.resume();
  }

  onWriteTimeout(): void {
    if (!this.finish({ type: "client-closed", used: this.used })) return;
    this.call?.abort();
    this.client.destroy();
  }

  // ── Attempt ───────────────────────────────────────────────────────────────

  // JSON in place of a stream is still read, since it may be an error with a message; an HTML page is not.
  protected onHead(): void {
    const type = this.providerHeaders["content-type"] ?? "";
    if (this.context.binding.streamContentTypes.test(type) || JSON_OR_TEXT.test(type)) return;
    this.notAStream = `the provider responded with ${JSON.stringify(type)} in place of a stream`;
  }

  protected get hasBegun(): boolean {
    return this.progress > 0;
  }

  protected override get used(): UsedTokens {
    const { earlier } = this;
    const { usage, tier, characters } = this.stream;
    return { usage, tier, model: this.served?.name, pieces: this.progress, characters, earlier };
  }

  protected onChunk(chunk: Uint8Array): void {
    this.served?.read(chunk);
    if (this.notAStream !== undefined) this.rejectBody(this.notAStream, decodeText(chunk));
    else if (this.queue.push(chunk) === 1) queueMicrotask(() => this.guarded(() => this.flush()));
  }

  protected onEnd(): void {
    if (this.notAStream !== undefined) this.rejectBody(this.notAStream, "");
    const { call } = this;
    this.flush();
    // `flush` may have begun another call, which continues a paused turn.
    if (this.isOver || this.call !== call || this.retryContinuation(EMPTY)) return;
    this.accept(this.stream.end());
    if (this.stream.paused === undefined) this.close();
    else this.continuePaused();
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

  // After the commit, an error can only be sent within the stream.
  protected override reject(error: ErrorReply, used?: UsedTokens): void {
    if (!this.committed) super.reject(error, used);
    else this.failWith({ kind: "server", status: error.status, code: error.code, message: messageIn(error.value) });
  }

  protected override onFinish(): void {
    this.client.close();
    this.commitTimer?.clear();
  }

  // The chunks of one read are translated together and written at once.
  private flush(): void {
    if (this.isOver || this.queue.length === 0) return;
    const chunks = this.queue;
    this.queue = [];
    this.context.continuations.begin();
    this.accept(this.stream.push(concat(chunks)));
    // The client need not wait until the provider closes the connection.
    if (this.stream.ended && !this.isOver) {
      if (this.stream.trailing) this.context.onTrailing();
      this.close();
      this.call?.linger();
    }
    this.continuePaused();
  }

  // The client gets one stream: the end of the paused turn is held back, and the continuation follows.
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
    this.earlier = this.used;
  }

  protected override open(request: UpstreamRequest): void {
    this.notAStream = undefined;
    super.open(request);
    if (!this.client.isPaused) return;
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
    if (failure !== undefined) this.rejectAnswer(failure);
    else if (this.progress > 0 || this.buffered.length > MAX_BUFFERED) this.commit();
  }

  // The provider charges for a complete response, whatever is wrong with it, and for an error whose tokens it reports.
  private rejectAnswer(failure: Failure): void {
    const used = failure.usage === undefined ? undefined : this.used;
    this.reject(gatewayErrorReply(this.context.match.binding.dialect, failure), used);
  }

  private advance(): void {
    this.progress = this.stream.progress;
    this.firstChunkAt ??= this.context.clock.now();
    if (!this.client.isPaused) this.idleTimer.set(this.context.destination.timeouts.idle);
  }

  private commit(): void {
    if (this.committed || this.isOver) return;
    this.committed = true;
    this.commitTimer?.clear();
    this.commitTimer = undefined;
    this.context.onCommit();
    const { buffered } = this;
    this.buffered = "";
    this.client.begin(this.providerHeaders, this.redacted(buffered));
  }

  private write(text: string): void {
    if (text !== "") this.client.write(this.redacted(text));
  }

  // A provider's error may quote the request that it refuses, key included.
  private redacted(text: string): string {
    return this.stream.failure === undefined ? text : this.context.redact(text);
  }

  private close(): void {
    if (this.isOver) return;
    const { failure, losses, reasoning } = this.stream;
    const { used } = this;
    if (failure === undefined) this.finish({ type: "completed", used, losses, reasoning });
    else this.finish({ type: "interrupted", failure, used });
    this.client.end();
  }
}

/** The status of a response without a byte. */
const EMPTY = { status: 502 };

const JSON_OR_TEXT = /^(?:application\/(?:[\w.+-]+\+)?json|text\/plain)?\s*(?:;|$)/i;

/** The message of an error body: of its `error`, or of all of it. */
function messageIn(body: JsonObject): string {
  const { error = body } = body;
  const message = isObject(error) ? error.message : error;
  return typeof message === "string" ? message : "the provider failed";
}
