// One exchange while it runs, and afterwards: all that was seen of it.

import type { DialectId, Loss } from "@toolglot/core";
import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ExchangeResult } from "../exchange/result.ts";
import type { ReplyObserver } from "../http/observed-reply.ts";
import type { ObservedRequest, RequestObserver } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { Incoming, UpstreamRequest } from "../transport.ts";
import type { BodyStore } from "./body-store.ts";
import { completeBodies } from "./complete-bodies.ts";
import { type ConversationHints, conversationHints } from "./conversation.ts";
import type { ExchangeSummary } from "./protocol.ts";
import { type AttemptHost, RecordedAttempt } from "./recorded-attempt.ts";
import { RecordedBody } from "./recorded-body.ts";
import { outcomeOf, type RecordedOutcome } from "./recorded-outcome.ts";
import type { Description, RecordingHost } from "./recording-host.ts";

/** A request, without its body. */
export interface RequestHead extends Pick<ObservedRequest, "id" | "started" | "dialect"> {
  readonly incoming: Pick<Incoming, "method" | "url" | "headers">;
}

/** One exchange: what went over the wire on both sides, and how it ended. */
export class Recording implements AttemptHost, RequestObserver, ReplyObserver {
  readonly readsBodies = true;
  readonly id: string;
  readonly startedAt: number;
  readonly dialect: DialectId;
  readonly method: string;
  readonly replayOf: string | undefined;
  /** With its query. */
  path: string;
  headers: Readonly<Record<string, string>>;
  conversation: ConversationHints | undefined = undefined;
  losses: readonly Loss[] = [];
  outcome: RecordedOutcome | undefined = undefined;
  response: { readonly status: number; headers: Readonly<Record<string, string>> } | undefined = undefined;
  firstOutputMs: number | undefined = undefined;
  /** Absent until somebody has looked. */
  description: Description | undefined = undefined;
  attempts: readonly RecordedAttempt[] = NO_ATTEMPTS;
  requestBody: RecordedBody;
  responseBody: RecordedBody | undefined = undefined;
  /** Whether it is over, and secrets were removed from all but its bodies. */
  areHeadsRedacted = false;
  /** Whether there was a secret in them, other than where headers are named like one. */
  hadSecretInHeads = false;
  readonly host: RecordingHost;

  constructor({ id, started, incoming, dialect }: RequestHead, host: RecordingHost, replayOf?: string) {
    this.id = id;
    this.startedAt = started;
    this.dialect = dialect;
    this.method = incoming.method;
    this.path = incoming.url;
    this.headers = incoming.headers as Readonly<Record<string, string>>;
    this.replayOf = replayOf;
    this.host = host;
    this.requestBody = new RecordedBody("client-request", false, this);
  }

  /** Milliseconds since the start. */
  elapsed(): number {
    return this.elapsedUntil(this.host.now());
  }

  /** Milliseconds from the start until a time since 1970. */
  elapsedUntil(time: number): number {
    // The clock may have been set back.
    return Math.max(0, time - this.startedAt);
  }

  /** The same at the time at which the event loop has called what calls this. */
  elapsedInTurn(): number {
    return this.elapsedUntil(this.host.nowInTurn());
  }

  get tenant(): string {
    return this.host.tenant;
  }

  get state(): ExchangeSummary["state"] {
    return this.host.state;
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
    this.host.onGrowth(bytes);
  }

  get bodies(): readonly RecordedBody[] {
    const { requestBody, responseBody, attempts } = this;
    const [first, second] = attempts;
    // Nearly all exchanges have one attempt: a literal takes less memory than an array that has grown.
    if (first !== undefined && second === undefined && responseBody !== undefined)
      return [requestBody, first.requestBody, first.responseBody, responseBody];
    const sent = attempts.flatMap((attempt) => [attempt.requestBody, attempt.responseBody]);
    return [requestBody, ...sent, ...(responseBody === undefined ? [] : [responseBody])];
  }

  bodyNamed(name: string): RecordedBody | undefined {
    return this.bodies.find((body) => body.name === name);
  }

  /** Moves all bodies to the store: nothing is added any more. */
  complete(): void {
    this.onGrowth(completeBodies(this.bodies, this.store));
  }

  /** Gives up all bodies. */
  dropBodies(): void {
    for (const body of this.bodies) body.drop();
  }

  // ── RequestObserver ───────────────────────────────────────────────────────

  get replyObserver(): ReplyObserver {
    return this;
  }

  onBody(bytes: Uint8Array): void {
    this.requestBody.add(bytes, 0);
  }

  onRequest(request: GenerateRequest): void {
    this.conversation = conversationHints(request);
    this.host.onChange();
  }

  onUpstreamRequest(destination: Destination, request: UpstreamRequest): RecordedAttempt {
    const attempt = new RecordedAttempt(this, { number: this.attempts.length + 1, destination, request });
    this.attempts.at(-1)?.stop(attempt.startedMs);
    this.attempts = this.attempts.length === 0 ? [attempt] : [...this.attempts, attempt];
    return attempt;
  }

  onAttemptEnd(result: AttemptResult): void {
    this.attempts.at(-1)?.finish(result);
  }

  onExchangeEnd({ losses }: ExchangeResult): void {
    this.losses = losses;
  }

  onLogged(record: RequestRecord): void {
    if (this.host.isForgotten) return;
    const { firstChunkMs, outcome, durationMs } = record;
    this.outcome = outcomeOf(record);
    this.firstOutputMs = firstChunkMs ?? this.firstOutputMs;
    this.host.state = STATES[outcome];
    this.attempts.at(-1)?.stop(durationMs);
    this.host.onEnd();
  }

  // ── ReplyObserver ─────────────────────────────────────────────────────────

  onBegin(status: number, headers: Readonly<Record<string, string>>): void {
    this.response = { status, headers };
    this.responseBody = new RecordedBody("client-response", this.isStream && status === 200, this, this.dialect);
  }

  onChunk(chunk: string | Uint8Array): void {
    const { responseBody } = this;
    if (responseBody === undefined) return;
    const elapsed = responseBody.isStream ? this.elapsedInTurn() : 0;
    if (responseBody.isStream && this.firstOutputMs === undefined) {
      this.firstOutputMs = elapsed;
      this.host.onChange();
    }
    responseBody.add(chunk, elapsed);
  }
}

const NO_ATTEMPTS: readonly RecordedAttempt[] = [];

const STATES = { success: "done", error: "failed", client_closed: "closed" } as const;
