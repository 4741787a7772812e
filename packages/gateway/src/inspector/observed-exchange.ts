// An exchange while it runs: it is recorded whole, or there are only references to what is needed for its row in the list.

import { type Loss, stringifyJson } from "@toolglot/core";
import { encodeText } from "../bytes.ts";
import type { Caller } from "../caller.ts";
import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ExchangeResult } from "../exchange/result.ts";
import type { ObservedRequest, RequestObserver } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { Incoming, UpstreamRequest, UpstreamSink } from "../transport.ts";
import { conversationHints } from "./conversation.ts";
import type { Recording } from "./recording.ts";
import type { Row, SharedFields } from "./row-chunk.ts";

/** What an exchange needs of the inspector. */
export interface ObservingHost {
  onAuthorized(head: Pick<Incoming, "headers" | "url">): void;
  /** A recording for a request whose client is known; `undefined` if there were too many of late. */
  recordingFor(head: ObservedRequest, replayOf: string | undefined): Recording | undefined;
  /** Whether there was no such loss before. */
  hasNew(losses: readonly Loss[]): boolean;
  /** An exchange that is not recorded whole is over. */
  onRowEnd(exchange: ObservedExchange, record: RequestRecord): void;
}

/** An exchange that went as nearly all do. */
export interface OrdinaryExchange extends ObservedExchange {
  readonly caller: Caller;
  readonly request: GenerateRequest;
  readonly destination: Destination;
}

/** What a row has besides what its exchange knows. */
export interface RowFields extends Pick<Row, "unlisted">, Pick<SharedFields, "losses"> {
  /** Removes secrets. */
  readonly redactText: (text: string) => string;
}

/** An exchange, and its recording if it has one: one class for both, because nearly all exchanges of a busy gateway have none. */
export class ObservedExchange implements RequestObserver {
  readonly head: ObservedRequest;
  /** The id of the exchange that it repeats. */
  readonly replayOf: string | undefined;
  caller: Caller | undefined = undefined;
  request: GenerateRequest | undefined = undefined;
  destination: Destination | undefined = undefined;
  losses: readonly Loss[] = NO_LOSSES;
  private readonly host: ObservingHost;
  private recording: Recording | undefined = undefined;
  private body: Uint8Array | undefined = undefined;
  private sent: UpstreamRequest | undefined = undefined;
  private result: AttemptResult | undefined = undefined;
  private attempts = 0;

  constructor(head: ObservedRequest, host: ObservingHost, replayOf: string | undefined) {
    this.head = head;
    this.host = host;
    this.replayOf = replayOf;
  }

  /** Tells a recording of the requests, and how the exchange has ended. */
  tell(recording: Recording, record: RequestRecord): void {
    const { caller, body, request, destination, sent, result } = this;
    if (caller === undefined) return;
    recording.onAuthorized(caller);
    if (body !== undefined) recording.onBody(body);
    if (request !== undefined) recording.onRequest(request);
    if (request !== undefined && body === undefined) recording.onBody(encodeText(stringifyJson(request.body)));
    if (destination !== undefined && sent !== undefined) recording.onUpstreamRequest(destination, sent);
    const attempt = recording.attempts.at(-1);
    if (attempt !== undefined) attempt.status = record.attempts?.at(-1)?.status;
    if (sent?.body === undefined) attempt?.requestBody.drop();
    if (result !== undefined) recording.onAttemptEnd(result);
    recording.losses = this.losses;
    recording.onLogged(record);
  }

  /** Whether it went as nearly all do, so that its row is enough. */
  isOrdinary({ outcome }: RequestRecord): this is OrdinaryExchange {
    const { caller, request, destination, attempts } = this;
    const isAnswered = caller !== undefined && request !== undefined && destination !== undefined;
    return isAnswered && attempts === 1 && outcome === "success";
  }

  // ── RequestObserver ───────────────────────────────────────────────────────

  get replyObserver(): Recording | undefined {
    return this.recording;
  }

  get readsBodies(): boolean {
    return this.recording !== undefined;
  }

  onAuthorized(caller: Caller): void {
    this.caller = caller;
    // Not before: strangers would use up what is recorded of clients.
    this.recording = this.host.recordingFor(this.head, this.replayOf);
    if (this.recording === undefined) this.host.onAuthorized(this.head.incoming);
    else this.recording.onAuthorized(caller);
  }

  onBody(bytes: Uint8Array): void {
    if (this.recording === undefined) this.body = bytes;
    else this.recording.onBody(bytes);
  }

  onRequest(request: GenerateRequest): void {
    if (this.recording === undefined) this.request = request;
    else this.recording.onRequest(request);
  }

  onUpstreamRequest(destination: Destination, request: UpstreamRequest): UpstreamSink | undefined {
    if (this.recording !== undefined) return this.recording.onUpstreamRequest(destination, request);
    this.attempts++;
    this.destination = destination;
    this.sent = request;
    return undefined;
  }

  // A stream may be open for long, and what it was asked by is large. Its request can still be written again.
  onCommit(losses: readonly Loss[]): void {
    const { sent } = this;
    if (sent === undefined || this.host.hasNew(losses)) return;
    this.body = undefined;
    const { method, url, headers, connectTimeout } = sent;
    this.sent = { method, url, headers, connectTimeout };
  }

  onAttemptEnd(result: AttemptResult): void {
    if (this.recording === undefined) this.result = result;
    else this.recording.onAttemptEnd(result);
  }

  onExchangeEnd(result: ExchangeResult): void {
    if (this.recording === undefined) this.losses = result.losses;
    else this.recording.onExchangeEnd(result);
  }

  onLogged(record: RequestRecord): void {
    if (this.recording === undefined) this.host.onRowEnd(this, record);
    else this.recording.onLogged(record);
  }
}

/** What is kept of an exchange. The texts of the log record have no secrets. */
export function rowOf(exchange: OrdinaryExchange, record: RequestRecord, fields: RowFields): Row {
  const { head, caller, request, destination, replayOf } = exchange;
  const { agent, session, stream: isStream, tools } = conversationHints(request);
  const { path, model = "", providerModel = "", status, durationMs, firstChunkMs, usage, cost } = record;
  const { provider, profile } = destination;
  return {
    shared: {
      dialect: head.dialect,
      method: head.incoming.method,
      path,
      tenant: caller.tenant,
      agent,
      isStream,
      tools,
      provider,
      profile,
      model,
      providerModel,
      status,
      losses: fields.losses,
      replayOf,
    },
    id: head.id,
    session: fields.redactText(session),
    startedAt: head.started,
    durationMs,
    firstOutputMs: firstChunkMs,
    usage,
    cost,
    unlisted: fields.unlisted,
  };
}

const NO_LOSSES: readonly Loss[] = [];
