import { type AttemptSnapshot, attemptSnapshot, restoredAttempt } from "./attempt-snapshot.ts";
import { type BodySnapshot, bodySnapshot, restoredBody } from "./body-snapshot.ts";
import type { Recording } from "./recording.ts";

/** What is told of an exchange besides its bodies and attempts. */
type ExchangeFacts = Pick<
  Recording,
  | "id"
  | "startedAt"
  | "dialect"
  | "method"
  | "path"
  | "headers"
  | "replayOf"
  | "tenant"
  | "state"
  | "conversation"
  | "losses"
  | "record"
  | "response"
  | "firstOutputMs"
>;

/** An exchange as data, for the process that shows it. While it runs, it has no contents of bodies and no headers. */
export interface RecordingSnapshot extends Readonly<ExchangeFacts> {
  readonly attempts: readonly AttemptSnapshot[];
  readonly requestBody: BodySnapshot;
  readonly responseBody: BodySnapshot | undefined;
}

/** What another process needs to show an exchange. Only what is over and sealed may leave with its contents. */
export function snapshotOf(recording: Recording, hasContent: boolean): RecordingSnapshot {
  const { isSealed, id, startedAt, dialect, method, replayOf, tenant, state, conversation, losses, record } = recording;
  const { path, headers, response, firstOutputMs, attempts, requestBody, responseBody } = recording;
  return {
    ...{ id, startedAt, dialect, method, replayOf, tenant, state, conversation, losses, record, firstOutputMs },
    path: isSealed ? path : (path.split("?", 1)[0] ?? ""),
    headers: isSealed ? { ...headers } : {},
    response: isSealed ? response : undefined,
    attempts: isSealed ? attempts.map((attempt) => attemptSnapshot(attempt, hasContent)) : [],
    requestBody: bodySnapshot(requestBody, hasContent),
    responseBody: responseBody === undefined ? undefined : bodySnapshot(responseBody, hasContent),
  };
}

/** Makes a recording what another process has recorded. */
export function restore(recording: Recording, snapshot: RecordingSnapshot): void {
  const { requestBody, responseBody, attempts, ...facts } = snapshot;
  // What it had before is given up, so that it does not count twice.
  recording.dropBodies();
  Object.assign(recording, facts);
  recording.requestBody = restoredBody(requestBody, recording);
  recording.responseBody = responseBody && restoredBody(responseBody, recording);
  recording.attempts = attempts.map((attempt, index) => restoredAttempt(attempt, index + 1, recording));
  recording.isSealed = recording.state !== "running";
}
