import type { Bridge, Failure, Loss, PausedTurn, ReasoningRecord, Usage } from "@toolglot/core";
import type { ProviderBinding, RouteMatch } from "../bindings/binding.ts";
import type { Config } from "../config/config.ts";
import type {
  HeaderMap,
  Reply,
  Send,
  UpstreamCall,
  UpstreamError,
  UpstreamRequest,
  UpstreamSink,
} from "../transport.ts";
import { Deadline } from "./deadline.ts";
import type { Destination } from "./destinations.ts";
import { type ErrorReply, gatewayErrorReply, providerErrorReply } from "./error-reply.ts";
import { CallSink, type Continuations } from "./paused-turns.ts";

/** All that one try needs. */
export interface AttemptContext {
  readonly bridge: Bridge;
  readonly destination: Destination;
  readonly match: RouteMatch;
  readonly binding: ProviderBinding;
  readonly server: Config["server"];
  readonly reply: Reply;
  readonly continuations: Continuations;
  /** The headers of the client's reply, given those of the provider, what the reply says of itself, and what it has lost. */
  readonly headers: (
    provider: HeaderMap,
    own: Readonly<Record<string, string>>,
    losses?: readonly Loss[],
  ) => Record<string, string>;
  /** What is still to be said otherwise in the client's answer. */
  readonly rewriteReply?: (text: string) => string;
  /** Told of the whole text of an answer that the client got, or of pieces of it. */
  readonly onReplyText?: (text: string) => void;
  /** Takes secrets out of what somebody else says of a failure. */
  readonly redact: (text: string) => string;
  /** Told of an error that is nobody's fault but ours. */
  readonly onBug: (error: unknown) => void;
  /** Told of what comes after the end. */
  readonly onTrailing: () => void;
}

/** How a try ended. */
export type AttemptResult =
  | {
      readonly type: "answered";
      readonly usage: Usage | undefined;
      readonly losses: readonly Loss[];
      /** What may be kept of its reasoning. */
      readonly reasoning: readonly ReasoningRecord[];
    }
  /** Nothing has gone to the client: somebody else may be asked. */
  | { readonly type: "refused"; readonly refusal: ErrorReply }
  /** The client was told the error after it had got a part of the answer. */
  | { readonly type: "broken"; readonly failure: Failure; readonly usage: Usage | undefined }
  | { readonly type: "gone"; readonly usage: Usage | undefined };

/** What whoever still waits is told when the gateway stops. */
export const SHUTTING_DOWN: Failure = {
  kind: "unavailable",
  status: 503,
  code: "shutting_down",
  message: "the gateway is shutting down",
};

/** What a whole answer may have at most, in bytes; an error much less. */
const MAX_ANSWER = 64 * 1024 * 1024;
const MAX_ERROR = 1024 * 1024;

/** How much of a body that cannot be read the log tells, in characters. */
const MOST_TOLD = 200;

const INVALID = { kind: "server", status: 502, code: "upstream_invalid" } as const;

/** One try at one provider: what is the same for whole answers and for streams. */
export abstract class Attempt implements UpstreamSink {
  protected readonly context: AttemptContext;
  protected call: UpstreamCall | undefined;
  protected status = 0;
  protected providerHeaders: HeaderMap = {};
  protected readonly idleTimer: Deadline;
  protected readonly totalTimer: Deadline;
  private readonly resolve: (end: AttemptResult) => void;
  private send: Send | undefined;
  private sink: CallSink | undefined;
  private over = false;
  private readonly chunks: Uint8Array[] = [];
  private length = 0;
  readonly result: Promise<AttemptResult>;

  constructor(context: AttemptContext) {
    this.context = context;
    const { promise, resolve } = withResolvers<AttemptResult>();
    this.result = promise;
    this.resolve = resolve;
    this.idleTimer = new Deadline(() => this.tooSlow());
    this.totalTimer = new Deadline(() => this.expire("total_timeout", "the answer took longer than it may"));
  }

  start(send: Send, request: UpstreamRequest): void {
    this.totalTimer.set(this.context.destination.timeouts.total);
    this.send = send;
    this.open(request);
  }

  private open(request: UpstreamRequest): void {
    this.idleTimer.set(this.context.destination.timeouts.firstByte);
    this.sink?.detach();
    this.sink = new CallSink(this);
    this.call = this.send?.(request, this.sink);
  }

  /** Asks the provider to continue its turn; tells whether it may still be asked. */
  protected continueTurn(paused: PausedTurn): boolean {
    const request = this.context.continuations.next(paused);
    if (request === undefined) return false;
    this.call?.linger();
    this.status = 0;
    this.open(request);
    return true;
  }

  /** The client has gone: nobody waits for the rest. */
  clientClosed(): void {
    if (this.finish({ type: "gone", usage: this.usage })) this.call?.abort();
  }

  /** The gateway stops: the client is told so. */
  shutDown(): void {
    if (this.over) return;
    this.failWith(SHUTTING_DOWN);
    this.call?.abort();
  }

  /** The client has read what it was sent. */
  resume(): void {}

  head(status: number, headers: HeaderMap): void {
    this.guarded(() => this.receiveHead(status, headers));
  }

  data(chunk: Uint8Array): void {
    if (this.over) this.context.onTrailing();
    else this.guarded(() => (this.status < 300 ? this.onChunk(chunk) : this.collect(chunk, MAX_ERROR)));
  }

  end(): void {
    if (!this.over) this.guarded(() => (this.status < 300 ? this.onEnd() : this.receiveError()));
  }

  fail(error: UpstreamError): void {
    const timedOut = error.code === "connect_timeout";
    const failure = { code: `upstream_${error.code}`, message: error.message };
    this.guarded(() =>
      this.failWith({ kind: timedOut ? "timeout" : "server", status: timedOut ? 504 : 502, ...failure }),
    );
  }

  protected abstract onHead(): void;
  protected abstract onChunk(chunk: Uint8Array): void;
  protected abstract onEnd(): void;
  /** The answer will not be completed, for this reason. */
  protected abstract failWith(failure: Failure): void;

  protected get isOver(): boolean {
    return this.over;
  }

  // A bug of ours in one answer is the end of that answer, and of nothing else.
  protected guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.context.onBug(error);
      if (this.context.reply.begun) this.context.reply.destroy();
      this.rejectWith({ kind: "server", status: 500, code: "internal", message: "the gateway failed at this answer" });
    }
  }

  private receiveHead(status: number, headers: HeaderMap): void {
    this.status = status;
    this.providerHeaders = headers;
    const { "content-encoding": encoding = "identity" } = headers;
    if (encoding !== "identity" && encoding !== "")
      this.rejectUpstream("upstream_encoding", `the provider's answer is compressed (${encoding}), unasked`);
    else if (status >= 300 && status < 400)
      this.rejectUpstream("upstream_redirect", `the provider answered ${status}, and redirects are not followed`);
    else if (!isAnswered(status) && !isErrorStatus(status))
      this.rejectUpstream("upstream_invalid", `the provider answered ${status}, which is no status of an answer`);
    else if (status < 300) this.onHead();
  }

  private receiveError(): void {
    const { status, providerHeaders: headers } = this;
    this.reject(providerErrorReply(this.context.bridge, { status, headers, text: this.collected() }));
  }

  protected collect(chunk: Uint8Array, limit: number = MAX_ANSWER): void {
    this.length += chunk.length;
    if (this.length > limit) this.rejectUpstream("upstream_too_large", `the provider's answer is over ${limit} bytes`);
    else this.chunks.push(chunk);
  }

  protected collected(): string {
    return textOf(concat(this.chunks.splice(0)));
  }

  protected reject(refusal: ErrorReply): void {
    if (this.finish({ type: "refused", refusal })) this.call?.abort();
  }

  protected rejectUpstream(code: string, message: string): void {
    this.rejectWith({ kind: "server", status: 502, code, message });
  }

  /** The client is told what is wrong; how the body begins is for the log alone. */
  protected rejectBody(message: string, body: string): void {
    const refusal = gatewayErrorReply(this.context.match.binding.dialect, { ...INVALID, message });
    const begins = body === "" ? "it is empty" : `it begins ${JSON.stringify(body.slice(0, MOST_TOLD))}`;
    this.reject({ ...refusal, message: `${message}; ${begins}` });
  }

  protected rejectWith(failure: Failure): void {
    this.reject(gatewayErrorReply(this.context.match.binding.dialect, failure));
  }

  protected finish(end: AttemptResult): boolean {
    if (this.over) return false;
    this.over = true;
    this.idleTimer.clear();
    this.totalTimer.clear();
    this.onFinish();
    this.resolve(end);
    return true;
  }

  /** Lets go of what else waits. */
  protected onFinish(): void {}

  /** The tokens that the answer has taken so far, as far as the provider has said. */
  protected get usage(): Usage | undefined {
    return undefined;
  }

  /** Whether the answer has begun to come. */
  protected abstract get hasBegun(): boolean;

  private tooSlow(): void {
    if (this.hasBegun) this.expire("idle_timeout", "the provider's answer did not go on in time");
    else this.expire("first_byte_timeout", "the provider did not begin to answer in time");
  }

  private expire(code: string, message: string): void {
    this.failWith({ kind: "timeout", status: 504, code, message });
  }
}

const decoder = new TextDecoder();

/** Whether a status comes with an answer: 204 and 205 have none, and 206 has a part of one. */
function isAnswered(status: number): boolean {
  return status >= 200 && status <= 203;
}

/** Whether a status is that of an error: https://www.rfc-editor.org/rfc/rfc9110#section-15 */
export function isErrorStatus(status: number): boolean {
  return status >= 400 && status <= 599;
}

/** Bytes as text. */
export function textOf(bytes: Uint8Array): string {
  return decoder.decode(bytes);
}

/** Several chunks as one. */
export function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  if (only !== undefined && chunks.length === 1) return only;
  const all = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.length;
  }
  return all;
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
