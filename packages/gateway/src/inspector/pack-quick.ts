// Packs an exchange that went as nearly all do, without a recording of it.

import { MAX_BYTES_PER_CHARACTER } from "../bytes.ts";
import type { BodyStore, StoredBytes } from "./body-store.ts";
import { conversationHints } from "./conversation.ts";
import type { CompleteReferences } from "./exchange-references.ts";
import type { StoredBody } from "./pack-body.ts";
import { type EndedAttempt, type EndedExchange, packRecording } from "./pack-recording.ts";
import type { FieldWriter } from "./packed-fields.ts";
import { lengthOfPieces, type Pieces, storePieces } from "./pieces.ts";
import { outcomeOf } from "./recorded-outcome.ts";
import type { Slab } from "./slab.ts";

type Headers = Readonly<Record<string, string>>;

/** An exchange in the store. */
export interface PackedQuick {
  /** All but the bodies, and the memory of the bodies. */
  readonly fields: StoredBytes;
  readonly slab: Slab;
  /** Of everything, in bytes. */
  readonly size: number;
  readonly attempt: EndedAttempt;
}

/** Moves the bodies to the store, and packs the rest beside them; `undefined` if it is too large. */
export function packQuick(quick: CompleteReferences, store: BodyStore, writer: FieldWriter): PackedQuick | undefined {
  const most = quick.size * MAX_BYTES_PER_CHARACTER;
  if (!store.hasRoom(most)) store.makeRoom(most);
  const requestBody = storedBody(quick.body, store);
  const attempt = endedAttempt(quick, store);
  const responseBody = storedBody(quick.replied, store);
  const { slab, start } = requestBody.stored;
  const end = responseBody.stored.start + responseBody.stored.length;
  packRecording(endedExchange(quick, attempt, { requestBody, responseBody }), { count: BODIES, start, end }, writer);
  const fields = writer.store(store);
  if (fields !== undefined) return { fields, slab, size: end - start + fields.length, attempt };
  slab.memory.fill(0, start, end);
  store.releaseAll(slab, BODIES);
  return undefined;
}

/** Two requests and two responses. */
const BODIES = 4;

function endedAttempt(quick: CompleteReferences, store: BodyStore): EndedAttempt {
  const { observed, destination, sent, status, receivedHeaders, sentAt, headersAt, firstOutputAt, endedAt } = quick;
  const { started } = observed;
  return {
    destination,
    url: sent.url,
    requestHeaders: sent.headers,
    responseHeaders: receivedHeaders,
    startedMs: Math.max(0, sentAt - started),
    headersMs: Math.max(0, headersAt - started),
    firstOutputMs: firstOutputAt === 0 ? undefined : Math.max(0, firstOutputAt - started),
    endedMs: Math.max(0, endedAt - started),
    status,
    error: undefined,
    requestBody: storedBody(sent.body, store),
    responseBody: storedBody(quick.received, store),
  };
}

function endedExchange(
  quick: CompleteReferences,
  attempt: EndedAttempt,
  { requestBody, responseBody }: Pick<EndedExchange, "requestBody" | "responseBody">,
): EndedExchange {
  const { request, record } = quick;
  const { id, started, dialect, incoming } = quick.observed;
  return {
    id,
    startedAt: started,
    dialect,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.headers as Headers,
    replayOf: quick.replayOf,
    conversation: conversationHints(request),
    outcome: outcomeOf(record),
    firstOutputMs: record.firstChunkMs,
    losses: quick.losses,
    requestBody,
    response: { status: quick.replyStatus, headers: quick.replyHeaders },
    responseBody,
    attempts: [attempt],
  };
}

function storedBody(pieces: Pieces, store: BodyStore): StoredBody & { readonly stored: StoredBytes } {
  return { length: lengthOfPieces(pieces), stored: storePieces(pieces, store), starts: undefined };
}
