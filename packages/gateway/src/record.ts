import type { Outcomes, Question } from "./exchange.ts";
import type { AttemptRecord, RequestRecord } from "./log.ts";
import type { Found } from "./routes.ts";
import type { Incoming } from "./transport.ts";

/** What is known of a request when it is done. */
export interface Handled {
  readonly incoming: Incoming;
  readonly found: Found;
  readonly id: string;
  readonly started: number;
}

/** How a record is finished. */
export interface Telling {
  readonly ended: number;
  readonly redact: (text: string) => string;
}

/** What is told of a request beside that. */
export type Findings = Partial<RequestRecord>;

/** The record of a request; what it says of a failure may be anybody's words, and is redacted. */
export function recordOf(handled: Handled, findings: Findings, { ended, redact }: Telling): RequestRecord {
  const record = fullRecord(handled, findings, ended);
  return record.outcome === "success" ? record : cleaned(record, (text) => shortened(redact(text)));
}

function fullRecord({ incoming, found, id, started }: Handled, findings: Findings, ended: number): RequestRecord {
  return {
    event: "request",
    id,
    method: incoming.method,
    path: shortened(incoming.url.split("?", 1)[0] ?? ""),
    ...(found.type === "dialect" ? { client: found.match.surface.dialect } : {}),
    ...DONE,
    ...findings,
    durationMs: elapsed(started, ended),
  };
}

// A clock may be set back.
function elapsed(from: number, to: number): number {
  return Math.max(0, to - from);
}

function cleaned(record: RequestRecord, clean: (text: string) => string): RequestRecord {
  const { error, errorType, model, providerModel, attempts } = record;
  return {
    ...record,
    path: clean(record.path),
    ...(error === undefined ? {} : { error: clean(error) }),
    ...(errorType === undefined ? {} : { errorType: clean(errorType) }),
    ...(model === undefined ? {} : { model: clean(model) }),
    ...(providerModel === undefined ? {} : { providerModel: clean(providerModel) }),
    ...(attempts === undefined ? {} : { attempts: attempts.map((attempt) => cleanedAttempt(attempt, clean)) }),
  };
}

function cleanedAttempt(attempt: AttemptRecord, clean: (text: string) => string): AttemptRecord {
  const { errorType, model } = attempt;
  return { ...attempt, model: clean(model), ...(errorType === undefined ? {} : { errorType: clean(errorType) }) };
}

/** A line of a log is for reading. */
const LONGEST = 1024;

function shortened(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** What is told of a request that was answered without asking anybody. */
export const DONE = { status: 200, outcome: "success" } as const;

/** What came of a question. */
export function findingsOf({ model, streams, caller, started }: Question, outcomes: Outcomes): Findings {
  const { destination, usage, errorType, error, firstChunkAt } = outcomes;
  return {
    status: outcomes.status,
    outcome: outcomes.outcome,
    ...(errorType === undefined ? {} : { errorType }),
    ...(error === undefined ? {} : { error }),
    losses: outcomes.losses,
    attempts: outcomes.attempts.map(shortenedAttempt),
    ...(caller.tenant === "" ? {} : { key: caller.tenant }),
    model: shortened(model),
    stream: streams,
    ...(destination === undefined
      ? {}
      : { provider: destination.provider.name, providerModel: shortened(destination.model) }),
    ...(usage === undefined ? {} : { usage: { input: usage.input, output: usage.output } }),
    ...(firstChunkAt === undefined ? {} : { firstChunkMs: elapsed(started, firstChunkAt) }),
  };
}

function shortenedAttempt(attempt: AttemptRecord): AttemptRecord {
  return attempt.model.length > LONGEST ? { ...attempt, model: shortened(attempt.model) } : attempt;
}
