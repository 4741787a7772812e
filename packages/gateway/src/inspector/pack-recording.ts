// An exchange that is over, as numbers and texts in the store beside its bodies, and back.

import type { DialectId, Loss, ProfileName } from "@toolglot/core";
import { type PackedBodies, packBody, unpackBodies, unpackBody } from "./pack-body.ts";
import type { FieldReader, FieldWriter } from "./packed-fields.ts";
import { RecordedAttempt } from "./recorded-attempt.ts";
import type { RecordedOutcome } from "./recorded-outcome.ts";
import { Recording } from "./recording.ts";
import type { RecordingHost } from "./recording-host.ts";

/** Writes all of an exchange but the bytes of its bodies. What is needed of many exchanges at once comes first. */
export function packRecording(recording: Recording, { count, start, end }: PackedBodies, writer: FieldWriter): void {
  const { id, startedAt, conversation, dialect, method, path, response, attempts, losses } = recording;
  writer.number(count);
  writer.number(start);
  writer.number(end);
  writer.text(id);
  writer.text(conversation?.session);
  writer.number(Math.floor(startedAt / SPLIT));
  writer.number(startedAt % SPLIT);
  writer.text(dialect);
  writer.text(method);
  writer.text(path);
  writer.headers(recording.headers);
  writer.text(recording.replayOf);
  packConversation(recording, writer);
  packOutcome(recording.outcome, writer);
  writer.number(recording.firstOutputMs);
  writer.text(losses.length === 0 ? undefined : JSON.stringify(losses));
  packBody(recording.requestBody, writer);
  writer.number(response?.status);
  writer.headers(response?.headers);
  packBody(recording.responseBody, writer);
  writer.number(attempts.length);
  for (const attempt of attempts) packAttempt(attempt, writer);
}

/** Times since 1970 do not fit into 32 bits. */
const SPLIT = 1_000_000_000;

/** The first fields of an exchange. */
export function unpackStart(reader: FieldReader): Pick<Recording, "id" | "startedAt"> & { readonly session: string } {
  unpackBodies(reader);
  const id = reader.text() ?? "";
  const session = reader.text() ?? "";
  return { id, session, startedAt: (reader.number() ?? 0) * SPLIT + (reader.number() ?? 0) };
}

export function unpackRecording(reader: FieldReader, host: RecordingHost): Recording {
  const { id, session, startedAt } = unpackStart(reader);
  const dialect = reader.text() as DialectId;
  const incoming = { method: reader.text() ?? "", url: reader.text() ?? "", headers: reader.headers() ?? {} };
  const recording = new Recording({ id, started: startedAt, dialect, incoming }, host, reader.text());
  unpackConversation(recording, session, reader);
  recording.outcome = unpackOutcome(reader);
  recording.firstOutputMs = reader.number();
  recording.losses = JSON.parse(reader.text() ?? "[]") as readonly Loss[];
  unpackBody(recording.requestBody, reader, host);
  const status = reader.number();
  const headers = reader.headers();
  if (status !== undefined && headers !== undefined) recording.onBegin(status, headers);
  unpackBody(recording.responseBody, reader, host);
  const count = reader.number() ?? 0;
  recording.attempts = Array.from({ length: count }, (_, index) =>
    unpackAttempt(index + 1, recording, { reader, host }),
  );
  recording.areHeadsRedacted = host.isRedacted;
  return recording;
}

function packConversation({ conversation }: Recording, writer: FieldWriter): void {
  writer.text(conversation?.model);
  writer.text(conversation?.agent);
  writer.number(conversation?.stream === true ? 1 : 0);
  writer.number(conversation?.tools);
}

function unpackConversation(recording: Recording, session: string, reader: FieldReader): void {
  const model = reader.text();
  const agent = reader.text();
  const stream = reader.number() === 1;
  const tools = reader.number() ?? 0;
  if (model !== undefined) recording.conversation = { model, stream, agent, session, tools };
}

function packOutcome(outcome: RecordedOutcome | undefined, writer: FieldWriter): void {
  const usage = outcome?.usage;
  writer.number(outcome?.status);
  writer.number(outcome?.durationMs);
  writer.number(outcome?.cost);
  writer.text(outcome?.errorType);
  writer.text(outcome?.error);
  writer.number(usage === undefined ? undefined : 1);
  if (usage !== undefined) for (const name of COUNTS) writer.number(usage[name]);
}

const COUNTS = ["input", "cacheRead", "cacheWrite", "output", "reasoning"] as const;

function unpackOutcome(reader: FieldReader): RecordedOutcome {
  const status = reader.number() ?? 0;
  const durationMs = reader.number() ?? 0;
  const cost = reader.number();
  const errorType = reader.text();
  const error = reader.text();
  const usage = reader.number() === undefined ? undefined : unpackUsage(reader);
  return { status, durationMs, cost, errorType, error, usage };
}

function unpackUsage(reader: FieldReader): RecordedOutcome["usage"] {
  const counts = COUNTS.map((name) => [name, reader.number()] as const);
  return Object.fromEntries(counts.filter(([, count]) => count !== undefined));
}

function packAttempt(attempt: RecordedAttempt, writer: FieldWriter): void {
  const { destination, error } = attempt;
  writer.text(destination.model);
  writer.text(destination.profile);
  writer.text(destination.provider.name);
  writer.text(destination.provider.dialect);
  writer.text(attempt.url);
  writer.headers(attempt.requestHeaders);
  writer.headers(attempt.responseHeaders);
  writer.number(attempt.startedMs);
  writer.number(attempt.headersMs);
  writer.number(attempt.firstOutputMs);
  writer.number(attempt.endedMs);
  writer.number(attempt.status);
  writer.text(error?.type);
  writer.text(error?.message);
  packBody(attempt.requestBody, writer);
  packBody(attempt.responseBody, writer);
}

interface Source {
  readonly reader: FieldReader;
  readonly host: RecordingHost;
}

function unpackAttempt(number: number, recording: Recording, { reader, host }: Source): RecordedAttempt {
  const model = reader.text() ?? "";
  const profile = reader.text() as ProfileName | undefined;
  const provider = { name: reader.text() ?? "", dialect: reader.text() as DialectId };
  const request = { url: reader.text() ?? "", headers: reader.headers() ?? {}, body: undefined };
  const destination = profile === undefined ? { model, provider } : { model, profile, provider };
  const attempt = new RecordedAttempt(recording, { number, destination, request });
  attempt.responseHeaders = reader.headers();
  attempt.startedMs = reader.number() ?? 0;
  attempt.headersMs = reader.number();
  attempt.firstOutputMs = reader.number();
  attempt.endedMs = reader.number();
  attempt.status = reader.number();
  const type = reader.text();
  const message = reader.text() ?? "";
  if (type !== undefined) attempt.error = { type, message };
  unpackBody(attempt.requestBody, reader, host);
  unpackBody(attempt.responseBody, reader, host);
  return attempt;
}
