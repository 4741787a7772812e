// Of most exchanges of a gateway with very many, only what their row in the list shows is kept.

import type { Loss } from "@toolglot/core";
import type { Caller } from "../caller.ts";
import type { AttemptResult } from "../exchange/attempt-result.ts";
import type { Destination } from "../exchange/destinations.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ExchangeResult } from "../exchange/result.ts";
import type { ObservedRequest, RequestObserver } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import type { Incoming, Reply, UpstreamRequest } from "../transport.ts";
import { conversationHints } from "./conversation.ts";
import type { Recording } from "./recording.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import type { Row } from "./row-chunk.ts";

/** What a row needs of the inspector. */
export interface RowHost {
  onAuthorized(head: Pick<Incoming, "headers" | "url">): void;
  /** Called when the exchange is over. */
  onRowEnd(row: RowObserver, record: RequestRecord): void;
}

/** Remembers what there is anyway, until the exchange is over. It sees no response. */
export class RowObserver implements RequestObserver {
  readonly head: ObservedRequest;
  readonly replayOf: string | undefined;
  caller: Caller | undefined = undefined;
  losses: readonly Loss[] = NO_LOSSES;
  private readonly host: RowHost;
  private body: Uint8Array | undefined = undefined;
  private request: GenerateRequest | undefined = undefined;
  private destination: Destination | undefined = undefined;
  private sent: UpstreamRequest | undefined = undefined;
  private result: AttemptResult | undefined = undefined;
  private attempts = 0;

  constructor(head: ObservedRequest, host: RowHost, replayOf: string | undefined) {
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
    if (destination !== undefined && sent !== undefined) recording.onUpstreamRequest(destination, sent);
    const attempt = recording.attempts.at(-1);
    if (attempt !== undefined) attempt.status = record.attempts?.at(-1)?.status;
    if (result !== undefined) recording.onAttemptEnd(result);
    recording.losses = this.losses;
    recording.onLogged(record);
  }

  /** What is kept of the exchange; `undefined` if it did not go as nearly all do. The texts of the log record have no secrets. */
  row(record: RequestRecord, redactor: BodyRedactor): Row | undefined {
    const { head, caller, request, destination, attempts } = this;
    if (caller === undefined || request === undefined || destination === undefined || attempts > 1) return undefined;
    if (record.outcome !== "success") return undefined;
    const { agent, session, stream: isStream, tools } = conversationHints(request);
    const { path, model = "", providerModel = "", status, durationMs, firstChunkMs, usage, cost } = record;
    const { provider, profile } = destination;
    const losses = this.losses.length === 0 ? "" : redactor.redactText(JSON.stringify(this.losses));
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
        losses,
        replayOf: this.replayOf,
      },
      id: head.id,
      session: redactor.redactText(session),
      startedAt: head.started,
      durationMs,
      firstOutputMs: firstChunkMs,
      usage,
      cost,
    };
  }

  // ── RequestObserver ───────────────────────────────────────────────────────

  observeReply(reply: Reply): Reply {
    return reply;
  }

  onAuthorized(caller: Caller): void {
    this.caller = caller;
    this.host.onAuthorized(this.head.incoming);
  }

  onBody(bytes: Uint8Array): void {
    this.body = bytes;
  }

  onRequest(request: GenerateRequest): void {
    this.request = request;
  }

  onUpstreamRequest(destination: Destination, request: UpstreamRequest): undefined {
    this.attempts++;
    this.destination = destination;
    this.sent = request;
  }

  onAttemptEnd(result: AttemptResult): void {
    this.result = result;
  }

  onExchangeEnd({ losses }: ExchangeResult): void {
    this.losses = losses;
  }

  onLogged(record: RequestRecord): void {
    this.host.onRowEnd(this, record);
  }
}

const NO_LOSSES: readonly Loss[] = [];
