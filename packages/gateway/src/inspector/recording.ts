import type { DialectId, Loss } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ExchangeResult } from "../exchange/result.ts";
import type { ObservedRequest, RequestObserver } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { Reply, UpstreamRequest, UpstreamSink } from "../transport.ts";
import type { BodyStore } from "./body-store.ts";
import { type Conversation, conversationOf } from "./conversation.ts";
import type { ExchangeSummary } from "./protocol.ts";
import { type AttemptHost, RecordedAttempt } from "./recorded-attempt.ts";
import { RecordedBody } from "./recorded-body.ts";
import { RecordedReply, type ReplyEvents } from "./recorded-reply.ts";
import type { RecordingSnapshot } from "./recording-snapshot.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { commonPart } from "./redact/common-part.ts";
import { withoutSecrets } from "./redact/headers.ts";
import type { SearchedPart, Steps } from "./redact/secret-finder.ts";
import type { RingEntry } from "./ring.ts";

/** What a recording needs of the inspector. */
export interface RecordingHost {
  /** The largest body that is kept; 0 if none is. */
  readonly maxBodyBytes: number;
  readonly store: BodyStore;
  readonly now: () => number;
  /** Called when the recording can be shown, and whenever its summary has changed. */
  onChange(recording: Recording): void;
  onGrowth(recording: Recording, bytes: number): void;
  /** Called when it is known which conversation the exchange is part of. */
  onConversation(recording: Recording, session: string): void;
  /** Called when the exchange is over. */
  onEnd(recording: Recording): void;
}

/** What a summary tells of the bodies. */
export interface Description {
  /** The names of the tools that were called. */
  readonly calls: readonly string[];
  /** The start of the response's text. */
  readonly text: string;
  /** The start of the last text of the user. */
  readonly prompt: string;
}

/** One exchange: what went over the wire on both sides, and how it ended. */
export class Recording implements RequestObserver, RingEntry, AttemptHost, ReplyEvents {
  readonly id: string;
  readonly startedAt: number;
  readonly dialect: DialectId;
  readonly method: string;
  /** With its query; redacted at the end. */
  path: string;
  headers: Readonly<Record<string, string>>;
  readonly replayOf: string | undefined;
  /** The sequence number of its last change; 0 as long as it is not shown. */
  seq = 0;
  /** Roughly the memory that it takes, in bytes. */
  size = 0;
  tenant: string | undefined;
  state: ExchangeSummary["state"] = "running";
  conversation: Conversation | undefined;
  losses: readonly Loss[] = [];
  record: RequestRecord | undefined;
  response: { status: number; headers: Readonly<Record<string, string>> } | undefined;
  firstOutputMs: number | undefined;
  /** Absent until somebody has looked. */
  description: Description | undefined;
  attempts: RecordedAttempt[] = [];
  requestBody: RecordedBody;
  responseBody: RecordedBody | undefined;
  /** What its request has, once it was searched: a secret, or a field that is named like one. */
  private found: { readonly hasSecret: boolean; readonly hasName: boolean } | undefined;
  /** The exchange before it in the same conversation, until the end. */
  before: Recording | undefined;
  private isSealed = false;
  private isForgotten = false;
  private sealing: Steps<void> | undefined;
  private readonly host: RecordingHost;
  /** Until the end: it refers to the request, and to all that the transport keeps of it. */
  private redact: ((text: string) => string) | undefined;

  constructor(request: ObservedRequest, host: RecordingHost, replayOf?: string) {
    const { id, started, incoming, dialect, redact } = request;
    this.id = id;
    this.startedAt = started;
    this.dialect = dialect;
    this.method = incoming.method;
    this.path = incoming.url;
    this.headers = incoming.headers as Readonly<Record<string, string>>;
    this.replayOf = replayOf;
    this.redact = redact.all;
    this.host = host;
    this.requestBody = new RecordedBody("client-request", false, this);
  }

  /** Takes over what another process has recorded of it. */
  restore(snapshot: RecordingSnapshot): void {
    const { requestBody, responseBody, attempts, ...facts } = snapshot;
    // What it had before is given up, so that it does not count twice.
    this.dropBodies();
    Object.assign(this, facts);
    this.requestBody = RecordedBody.from(requestBody, this);
    this.responseBody = responseBody && RecordedBody.from(responseBody, this);
    this.attempts = attempts.map((attempt, index) => RecordedAttempt.from(attempt, index + 1, this));
    this.isSealed = this.state !== "running";
    this.redact = undefined;
  }

  /** What another process needs to show it. Only what is over and sealed may leave with its contents. */
  snapshot(hasContent: boolean): RecordingSnapshot {
    const { id, startedAt, dialect, method, replayOf, tenant, state, conversation, losses, record } = this;
    return {
      id,
      startedAt,
      dialect,
      method,
      path: this.isSealed ? this.path : (this.path.split("?", 1)[0] ?? ""),
      headers: this.isSealed ? { ...this.headers } : {},
      replayOf,
      tenant,
      state,
      conversation,
      losses,
      record,
      response: this.isSealed ? this.response : undefined,
      firstOutputMs: this.firstOutputMs,
      attempts: this.isSealed ? this.attempts.map((attempt) => attempt.snapshot(hasContent)) : [],
      requestBody: this.requestBody.snapshot(hasContent),
      responseBody: this.responseBody?.snapshot(hasContent),
    };
  }

  /** Ends an exchange of which nothing more will be told. */
  abandon(errorType: string, error: string): void {
    const { id, method, path } = this;
    this.state = "failed";
    this.isSealed = true;
    const outcome = { status: 502, outcome: "error", errorType, error } as const;
    this.record = { event: "request", id, method, path, ...outcome, durationMs: this.elapsed() };
  }

  /** Gives up all bodies but the client's request, by which that of the next turn is searched. */
  dropResponses(): void {
    for (const body of this.bodies) if (body !== this.requestBody) body.drop();
  }

  /** Milliseconds since the start. */
  elapsed(): number {
    // The clock may have been set back.
    return Math.max(0, this.host.now() - this.startedAt);
  }

  get isStream(): boolean {
    return this.conversation?.stream === true;
  }

  get maxBodyBytes(): number {
    return this.host.maxBodyBytes;
  }

  get store(): BodyStore {
    return this.host.store;
  }

  onGrowth(bytes: number): void {
    if (!this.isForgotten) this.host.onGrowth(this, bytes);
  }

  get bodies(): readonly RecordedBody[] {
    const { requestBody, responseBody, attempts } = this;
    const own = responseBody === undefined ? [requestBody] : [requestBody, responseBody];
    return [...own, ...attempts.flatMap((attempt) => [attempt.requestBody, attempt.responseBody])];
  }

  // ── RequestObserver ───────────────────────────────────────────────────────

  observeReply(reply: Reply): Reply {
    return new RecordedReply(reply, this);
  }

  onAuthorized({ tenant }: Caller): void {
    this.tenant = tenant;
  }

  onBody(bytes: Uint8Array): void {
    this.requestBody.add(bytes, 0);
  }

  onRequest(request: GenerateRequest): void {
    this.conversation = conversationOf(request);
    this.host.onConversation(this, this.conversation.session);
    this.changed();
  }

  onUpstreamRequest(destination: Destination, request: UpstreamRequest): UpstreamSink {
    this.attempts.at(-1)?.stop(this.elapsed());
    const attempt = new RecordedAttempt(this, { number: this.attempts.length + 1, destination, request });
    this.attempts.push(attempt);
    return attempt;
  }

  onAttemptEnd(result: AttemptResult): void {
    this.attempts.at(-1)?.finish(result, this.elapsed());
  }

  onExchangeEnd({ losses }: ExchangeResult): void {
    this.losses = losses;
  }

  // A request that was refused before its client was known is not shown to anybody.
  onLogged(record: RequestRecord): void {
    if (this.tenant === undefined) this.dropBodies();
    if (this.tenant === undefined || this.isForgotten) return;
    const { firstChunkMs, outcome } = record;
    this.record = record;
    this.firstOutputMs = firstChunkMs ?? this.firstOutputMs;
    this.state = STATES[outcome];
    this.attempts.at(-1)?.stop(this.elapsed());
    this.sealHeads();
    this.host.onEnd(this);
  }

  // ── ReplyEvents ───────────────────────────────────────────────────────────

  onBegin(status: number, headers: Readonly<Record<string, string>>): void {
    this.response = { status, headers };
    this.responseBody = new RecordedBody("client-response", this.isStream && status === 200, this, this.dialect);
  }

  onChunk(chunk: string | Uint8Array): void {
    const { responseBody } = this;
    if (responseBody === undefined) return;
    const elapsed = responseBody.isStream ? this.elapsed() : 0;
    if (responseBody.isStream && this.firstOutputMs === undefined) {
      this.firstOutputMs = elapsed;
      this.changed();
    }
    responseBody.add(chunk, elapsed);
  }

  private changed(): void {
    if (!this.isForgotten) this.host.onChange(this);
  }

  /** Gives up all bodies. */
  dropBodies(): void {
    for (const body of this.bodies) body.drop();
  }

  /** It is not shown any more, and keeps nothing more. */
  forget(): void {
    this.isForgotten = true;
    this.size = 0;
    this.dropBodies();
  }

  /** Its request, if it was searched and has no secret. */
  get cleanRequest(): Uint8Array | undefined {
    return this.found?.hasSecret === false ? this.requestBody.searched : undefined;
  }

  // ── after the end ─────────────────────────────────────────────────────────

  /** Makes what was recorded final, without secrets. Whoever needs it first does the work, one step after the other. */
  *seal(redactor: BodyRedactor): Steps<void> {
    if (this.state === "running") return;
    if (!this.isSealed) this.sealing ??= this.sealAll(redactor);
    while (!this.isSealed && this.sealing !== undefined) {
      if (this.sealing.next().done) this.onSealed();
      else yield;
    }
  }

  private onSealed(): void {
    this.isSealed = true;
    this.sealing = undefined;
  }

  // At once, because the request is kept in memory until then; the bodies can wait.
  private sealHeads(): void {
    const { redact } = this;
    if (redact === undefined) return;
    this.path = this.path.includes("?") ? redact(this.path) : this.path;
    this.headers = withoutSecrets(this.headers);
    for (const attempt of this.attempts) attempt.seal(redact);
    this.redact = undefined;
  }

  private *sealAll(redactor: BodyRedactor): Steps<void> {
    for (const body of this.bodies) body.close();
    yield* this.redactBodies(redactor);
  }

  /**
   * What a provider is sent comes from the client's request. A model has no secrets but those that it was sent, and fills no arguments
   * but those that tools declare. So the other bodies are only searched if there is a reason to, or if somebody looks.
   */
  private *redactBodies(redactor: BodyRedactor): Steps<void> {
    const { attempts, record } = this;
    const { hasSecret, hasName } = yield* this.redactRequest(redactor);
    const isUnusual = hasSecret || attempts.length !== 1 || record?.errorType !== undefined;
    const responses = hasName ? attempts.map(({ responseBody }) => responseBody) : [];
    let isFound = hasSecret;
    for (const body of isUnusual ? this.bodies : responses)
      isFound = (yield* body.redact(redactor)).hasSecret || isFound;
    if (isFound)
      for (const body of this.bodies) {
        yield* body.redact(redactor);
        yield* body.redactParts(redactor);
      }
  }

  private *redactRequest(redactor: BodyRedactor): Steps<{ hasSecret: boolean; hasName: boolean }> {
    const { requestBody, before } = this;
    const part = partToSearch(requestBody, before);
    const { hasSecret, hasName } = yield* requestBody.redact(redactor, part);
    this.found = { hasSecret, hasName: hasName || (part !== undefined && before?.found?.hasName === true) };
    this.before = undefined;
    return this.found;
  }
}

/** What is not the same as in the request before; `undefined` for all of it. */
function partToSearch(body: RecordedBody, before: Recording | undefined): SearchedPart | undefined {
  const { complete } = body;
  const searched = before?.cleanRequest;
  if (complete === undefined || searched === undefined) return undefined;
  const common = commonPart(complete, searched);
  return { start: Math.max(0, common.start - MARGIN), end: complete.length - Math.max(0, common.end - MARGIN) };
}

/** A secret may begin in what is the same and end in what is not. */
const MARGIN = 1024;

const STATES = { success: "done", error: "failed", client_closed: "closed" } as const;
