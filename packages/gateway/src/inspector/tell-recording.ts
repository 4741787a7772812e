// Makes a recording of what was remembered of an exchange.

import { conversationHints } from "./conversation.ts";
import type { ExchangeReferences } from "./exchange-references.ts";
import type { BodyPiece, Pieces } from "./pieces.ts";
import type { RecordedAttempt } from "./recorded-attempt.ts";
import { outcomeOf } from "./recorded-outcome.ts";
import type { Recording } from "./recording.ts";

/** Tells a recording all that is remembered so far; returns the attempt in it, if there is one. */
export function tellRecording(recording: Recording, references: ExchangeReferences): RecordedAttempt | undefined {
  const { body, request, replyHeaders, record } = references;
  if (body !== undefined) recording.onBody(body);
  if (request !== undefined) recording.conversation = conversationHints(request);
  const attempt = tellAttempt(recording, references);
  if (replyHeaders !== undefined) recording.onBegin(references.replyStatus, replyHeaders);
  addPieces(references.replied, recording.responseBody);
  recording.losses = references.losses;
  if (record !== undefined) {
    recording.outcome = outcomeOf(record);
    recording.firstOutputMs = record.firstChunkMs;
  }
  return attempt;
}

function tellAttempt(recording: Recording, references: ExchangeReferences): RecordedAttempt | undefined {
  const { destination, sent, receivedHeaders } = references;
  if (destination === undefined || sent === undefined) return undefined;
  const elapsed = (time: number) => (time === 0 ? undefined : recording.elapsedUntil(time));
  const attempt = recording.onUpstreamRequest(destination, sent);
  attempt.startedMs = recording.elapsedUntil(references.sentAt);
  attempt.headersMs = elapsed(references.headersAt);
  attempt.firstOutputMs = elapsed(references.firstOutputAt);
  attempt.endedMs = elapsed(references.endedAt);
  if (receivedHeaders === undefined) return attempt;
  attempt.status = references.status;
  attempt.responseHeaders = receivedHeaders as Readonly<Record<string, string>>;
  addPieces(references.received, attempt.responseBody);
  return attempt;
}

function addPieces(pieces: Pieces, body: { add(piece: BodyPiece, time: number): void } | undefined): void {
  if (pieces === undefined || body === undefined) return;
  for (const piece of Array.isArray(pieces) ? pieces : [pieces]) body.add(piece, 0);
}
