// What becomes of an exchange that was not recorded: its row in the list, or a recording after all, if it did not go as nearly all do.

import type { Loss } from "@toolglot/core";
import { stringifyJson } from "@toolglot/core/base";
import { encodeText } from "../bytes.ts";
import type { GenerateRequest } from "../exchange/generate-request.ts";
import type { ExchangeResult } from "../exchange/result.ts";
import type { UnrecordedRequest } from "../http/request-observer.ts";
import type { RequestRecord } from "../observe/log.ts";
import { type ConversationHints, conversationHints } from "./conversation.ts";
import type { Recording } from "./recording.ts";
import type { Row, SharedFields } from "./row-chunk.ts";

/** An exchange that went as nearly all do, so that its row is enough. */
export interface OrdinaryExchange extends UnrecordedRequest {
  readonly generated: GenerateRequest;
  readonly destination: NonNullable<UnrecordedRequest["destination"]>;
  readonly result: ExchangeResult;
}

export function isOrdinary(request: UnrecordedRequest, { outcome }: RequestRecord): request is OrdinaryExchange {
  const { generated, destination, result, calls } = request;
  const isAnswered = generated !== undefined && destination !== undefined && result !== undefined;
  return isAnswered && calls === 1 && outcome === "success";
}

/** Tells a recording of the requests, and how the exchange has ended. */
export function recordAtEnd(recording: Recording, request: UnrecordedRequest, record: RequestRecord): void {
  const { received, generated, sent, destination, attempt: ended, result } = request;
  if (received !== undefined) recording.onBody(received);
  if (generated !== undefined) recording.onRequest(generated);
  if (generated !== undefined && received === undefined) recording.onBody(encodeText(stringifyJson(generated.body)));
  if (destination !== undefined && sent !== undefined) recording.onUpstreamRequest(destination, sent);
  const attempt = recording.attempts.at(-1);
  if (attempt !== undefined) attempt.status = record.attempts?.at(-1)?.status;
  if (sent?.body === undefined) attempt?.requestBody.drop();
  if (ended !== undefined) recording.onAttemptEnd(ended);
  if (result !== undefined) recording.onExchangeEnd(result);
  recording.onLogged(record);
}

/** What a row has besides what its exchange knows. */
export interface RowFields extends Pick<Row, "unlisted">, Pick<SharedFields, "losses"> {
  /** Removes secrets. */
  readonly redactText: (text: string) => string;
}

/** What the row of an exchange is made of: nothing of it refers to the request, which would stay in memory with all that belongs to it. */
export interface EndedExchange extends Pick<Row, "id" | "startedAt" | "unlisted"> {
  readonly shared: Pick<SharedFields, "dialect" | "method" | "tenant" | "provider" | "profile" | "replayOf">;
  readonly conversation: ConversationHints;
  readonly losses: readonly Loss[];
  readonly record: RequestRecord;
  /** The sequence number of the row. */
  readonly seq: number;
}

export function endedExchange(
  exchange: OrdinaryExchange,
  record: RequestRecord,
  fields: Pick<EndedExchange, "seq" | "unlisted">,
): EndedExchange {
  const { id, started: startedAt, incoming, route, caller, generated, destination, replayOf } = exchange;
  const conversation = conversationHints(generated);
  const { provider, profile } = destination;
  const shared = {
    dialect: route.dialect,
    method: incoming.method,
    tenant: caller.tenant,
    provider,
    profile,
    replayOf,
  };
  return { id, startedAt, shared, conversation, losses: exchange.result.losses, record, ...fields };
}

/** What is kept of an exchange. The texts of the log record have no secrets. */
export function rowOf(exchange: EndedExchange, fields: RowFields): Row {
  const { id, startedAt, shared, conversation, record, unlisted } = exchange;
  const { agent, session, stream: isStream, tools } = conversation;
  const { path, model = "", providerModel = "", status, durationMs, firstChunkMs, usage, cost } = record;
  const { losses, redactText } = fields;
  return {
    shared: { ...shared, path, agent, isStream, tools, model, providerModel, status, losses },
    id,
    session: redactText(session),
    startedAt,
    durationMs,
    firstOutputMs: firstChunkMs,
    usage,
    cost,
    unlisted,
  };
}
