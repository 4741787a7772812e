// Makes a recording of what was remembered of an exchange.

import { conversationHints } from "./conversation.ts";
import type { BodyPiece, Pieces } from "./pieces.ts";
import type { QuickRecording } from "./quick-recording.ts";
import type { RecordedAttempt } from "./recorded-attempt.ts";
import { outcomeOf } from "./recorded-outcome.ts";
import type { Recording } from "./recording.ts";

/** Tells a recording all that is remembered so far; returns the attempt in it, if there is one. */
export function tellRecording(recording: Recording, quick: QuickRecording): RecordedAttempt | undefined {
  const { body, request, replyHeaders, record } = quick;
  if (body !== undefined) recording.onBody(body);
  if (request !== undefined) recording.conversation = conversationHints(request);
  const attempt = tellAttempt(recording, quick);
  if (replyHeaders !== undefined) recording.onBegin(quick.replyStatus, replyHeaders);
  addPieces(quick.replied, recording.responseBody);
  recording.losses = quick.losses;
  if (record !== undefined) {
    recording.outcome = outcomeOf(record);
    recording.firstOutputMs = record.firstChunkMs;
  }
  return attempt;
}

function tellAttempt(recording: Recording, quick: QuickRecording): RecordedAttempt | undefined {
  const { destination, sent, receivedHeaders } = quick;
  if (destination === undefined || sent === undefined) return undefined;
  const elapsed = (time: number) => (time === 0 ? undefined : recording.elapsedUntil(time));
  const attempt = recording.onUpstreamRequest(destination, sent);
  attempt.startedMs = recording.elapsedUntil(quick.sentAt);
  attempt.headersMs = elapsed(quick.headersAt);
  attempt.firstOutputMs = elapsed(quick.firstOutputAt);
  attempt.endedMs = elapsed(quick.endedAt);
  if (receivedHeaders === undefined) return attempt;
  attempt.status = quick.status;
  attempt.responseHeaders = receivedHeaders as Readonly<Record<string, string>>;
  addPieces(quick.received, attempt.responseBody);
  return attempt;
}

function addPieces(pieces: Pieces, body: { add(piece: BodyPiece, time: number): void } | undefined): void {
  if (pieces === undefined || body === undefined) return;
  for (const piece of Array.isArray(pieces) ? pieces : [pieces]) body.add(piece, 0);
}
