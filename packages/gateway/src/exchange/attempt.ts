import type { Failure, PausedTurn } from "@toolglot/core";
import type { HeaderMap, Send, UpstreamCall, UpstreamError, UpstreamRequest, UpstreamSink } from "../transport.ts";
import type { AttemptContext } from "./attempt-context.ts";
import { type AttemptResult, SHUTTING_DOWN, type UsedTokens } from "./attempt-result.ts";
import { BodyCollector } from "./body-collector.ts";
import { Deadline } from "./deadline.ts";
import { type ErrorReply, gatewayErrorReply, providerErrorReply } from "./error-reply.ts";
import { observedRequest } from "./observer.ts";
import { CallSink } from "./paused-turns.ts";
import { headProblem } from "./response-head.ts";
import type { RetriedFailure } from "./retry.ts";
import { leaveCall } from "./trail.ts";

/** The largest response and the largest error body that are read, in bytes. */
const MAX_RESPONSE = 64 * 1024 * 1024;
const MAX_ERROR = 1024 * 1024;

/** How much of an unreadable body is logged, in characters. */
const MAX_EXCERPT = 200;

const INVALID = { kind: "server", status: 502, code: "upstream_invalid" } as const;
const INTERNAL = { kind: "server", status: 500, code: "internal" } as const;

/** One request to one provider: what streamed and unary responses have in common. */
export abstract class Attempt implements UpstreamSink {
  protected readonly context: AttemptContext;
  protected call: UpstreamCall | undefined;
  protected status = 0;
  protected providerHeaders: HeaderMap = {};
  /** Limits the time to the first output, then the time between two chunks. */
  protected readonly idleTimer: Deadline;
  protected readonly body: BodyCollector = new BodyCollector();
  private readonly totalTimer: Deadline;
  /** Until a continuation is sent again, which few attempts need. */
  private retryTimer: Deadline | undefined;
  private send: Send | undefined;
  private sink: CallSink | undefined;
  private resolve: (result: AttemptResult) => void = () => {};
  private over = false;
  /** What the turn had used when it was last continued. */
  protected earlier: UsedTokens | undefined;
  /** When the first output came, in milliseconds since 1970. */
  firstChunkAt: number | undefined;
  readonly result: Promise<AttemptResult>;

  constructor(context: AttemptContext) {
    this.context = context;
    this.result = new Promise((resolve) => {
      this.resolve = resolve;
    });
    this.idleTimer = new Deadline(context.clock, () => this.onIdle());
    this.totalTimer = new Deadline(context.clock, () =>
      this.expire("total_timeout", "the response took longer than allowed"),
    );
  }

  start(send: Send, request: UpstreamRequest): void {
    this.totalTimer.set(this.context.destination.timeouts.total);
    this.send = send;
    this.open(request);
  }

  clientClosed(): void {
    if (this.finish({ type: "client-closed", used: this.used })) this.call?.abort();
  }

  /** Sends the client an error, because the gateway is about to stop. */
  shutDown(): void {
    if (this.over) return;
    this.failWith(SHUTTING_DOWN);
    this.call?.abort();
  }

  /** Continues after the client has read what it was sent. */
  resume(): void {}

  // ── UpstreamSink ──────────────────────────────────────────────────────────

  head(status: number, headers: HeaderMap): void {
    this.guarded(() => {
      this.status = status;
      this.providerHeaders = headers;
      const problem = headProblem(status, headers);
      if (problem !== undefined) this.retryOrReject({ kind: "server", status: 502, ...problem });
      else if (status < 300) this.onHead();
    });
  }

  data(chunk: Uint8Array): void {
    if (this.over) this.context.onTrailing();
    else this.guarded(() => (this.status < 300 ? this.onChunk(chunk) : this.collect(chunk, MAX_ERROR)));
  }

  end(): void {
    if (!this.over) this.guarded(() => (this.status < 300 ? this.onEnd() : this.onErrorResponse()));
  }

  fail(error: UpstreamError): void {
    const isTimeout = error.code === "connect_timeout";
    const failure: Failure = {
      kind: isTimeout ? "timeout" : "server",
      status: isTimeout ? 504 : 502,
      code: `upstream_${error.code}`,
      message: error.message,
    };
    this.guarded(() => {
      if (error.code === "credentials" && !this.hasBegun) this.rejectUnsent(failure);
      else if (!this.retryContinuation(failure)) this.failWith(failure);
    });
  }

  // ── for subclasses ────────────────────────────────────────────────────────

  protected abstract onHead(): void;
  protected abstract onChunk(chunk: Uint8Array): void;
  protected abstract onEnd(): void;
  /** Ends an incomplete response with an error, in whatever way the client can still get it. */
  protected abstract failWith(failure: Failure): void;
  /** Whether the response has begun. */
  protected abstract get hasBegun(): boolean;

  /** Stops the subclass's own timers. */
  protected onFinish(): void {}

  /** What was used so far. */
  protected get used(): UsedTokens {
    return {};
  }

  protected get isOver(): boolean {
    return this.over;
  }

  // A bug ends the request that it occurs in, and no other.
  protected guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.context.onBug(error);
      if (this.context.reply.begun) this.context.reply.destroy();
      this.rejectWith({ ...INTERNAL, message: "the gateway failed to process this response" });
    }
  }

  /** Asks the provider to continue a paused turn; returns false if it was continued too often. */
  protected continueTurn(paused: PausedTurn): boolean {
    const request = this.context.continuations.next(paused);
    if (request === undefined) return false;
    this.call?.linger();
    this.open(request);
    return true;
  }

  /**
   * Sends a continuation again that has failed before its response began, by the policy for whole attempts: those can no
   * longer be retried once the client has output of the paused turn. Returns false if there is nothing to send again.
   */
  protected retryContinuation(failure: RetriedFailure): boolean {
    const again = this.over ? undefined : this.context.continuations.again(failure);
    if (again === undefined) return false;
    this.idleTimer.clear();
    this.sink?.detach();
    this.call?.abort();
    const { request, delay } = again;
    this.retryTimer?.clear();
    this.retryTimer = new Deadline(this.context.clock, () => this.guarded(() => this.open(request)));
    // A deadline of 0 would never expire.
    this.retryTimer.set(Math.max(1, delay));
    return true;
  }

  private retryOrReject(failure: Failure): void {
    if (!this.retryContinuation(failure)) this.rejectWith(failure);
  }

  protected collect(chunk: Uint8Array, maxBytes: number = MAX_RESPONSE): void {
    if (this.body.add(chunk, maxBytes)) return;
    const message = `the provider's response is larger than ${maxBytes} bytes`;
    this.rejectWith({ kind: "server", status: 502, code: "upstream_too_large", message });
  }

  /** `used` is what the provider charges for although the client gets an error: by default only what came before a continuation. */
  protected reject(error: ErrorReply, used: UsedTokens | undefined = this.earlier): void {
    if (this.finish({ type: "rejected", error, used })) this.call?.abort();
  }

  protected rejectWith(failure: Failure): void {
    this.reject(gatewayErrorReply(this.context.match.binding.dialect, failure));
  }

  private rejectUnsent(failure: Failure): void {
    this.reject({ ...gatewayErrorReply(this.context.match.binding.dialect, failure), notSent: true });
  }

  /** Rejects an unreadable body. The log gets an excerpt of it, the client does not. */
  protected rejectBody(message: string, body: string): void {
    if (this.retryContinuation(INVALID)) return;
    const error = gatewayErrorReply(this.context.match.binding.dialect, { ...INVALID, message });
    const excerpt = body === "" ? "it is empty" : `it begins ${JSON.stringify(body.slice(0, MAX_EXCERPT))}`;
    this.reject({ ...error, message: `${message}; ${excerpt}` });
  }

  /** Ends the attempt; returns false if it has ended already. */
  protected finish(result: AttemptResult): boolean {
    if (this.over) return false;
    this.over = true;
    this.idleTimer.clear();
    this.totalTimer.clear();
    this.retryTimer?.clear();
    this.onFinish();
    this.resolve(result);
    return true;
  }

  /** Sends a request: the first of the attempt, or one that continues its turn. */
  protected open(request: UpstreamRequest): void {
    const { destination, observer, trail } = this.context;
    this.status = 0;
    this.body.clear();
    this.idleTimer.set(destination.timeouts.firstByte);
    this.sink?.detach();
    const sent = observer === undefined ? request : observedRequest(request, observer);
    if (trail !== undefined) leaveCall(trail, destination, sent);
    this.sink = new CallSink(this, observer?.onUpstreamRequest(destination, sent));
    this.call = this.send?.(sent, this.sink);
  }

  private onErrorResponse(): void {
    const { status, providerHeaders: headers, context } = this;
    const error = providerErrorReply(context, { status, headers, text: this.body.takeText() }, context.clock.now());
    if (!this.retryContinuation(error)) this.reject(error);
  }

  private onIdle(): void {
    if (this.hasBegun) this.expire("idle_timeout", "the provider's response stopped for too long");
    else this.expire("first_byte_timeout", "the provider did not begin to respond in time");
  }

  private expire(code: string, message: string): void {
    const failure: Failure = { kind: "timeout", status: 504, code, message };
    if (code === "total_timeout" || !this.retryContinuation(failure)) this.failWith(failure);
  }
}
