import { type AttemptSnapshot, attemptSnapshot } from "./attempt-snapshot.ts";
import { type BodySnapshot, bodySnapshot } from "./body-snapshot.ts";
import { viewBytes } from "./body-view.ts";
import type { RecordedAttempt } from "./recorded-attempt.ts";
import type { RecordedBody } from "./recorded-body.ts";
import type { Recording } from "./recording.ts";
import { type RecordingSnapshot, snapshotOf } from "./recording-snapshot.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { shownHeaders } from "./redact/redact-heads.ts";
import type { Steps } from "./redact/secret-finder.ts";

/** What there is by now of an exchange that is running, as it can be shown: for another process, when somebody looks. */
export function* runningSnapshot(recording: Recording, redactor: BodyRedactor): Steps<RecordingSnapshot> {
  const { path, headers, response, requestBody, responseBody } = recording;
  const attempts: AttemptSnapshot[] = [];
  for (const attempt of recording.attempts) attempts.push(yield* attemptView(attempt, redactor));
  const request = yield* bodyView(requestBody, redactor);
  const reply = responseBody === undefined ? undefined : yield* bodyView(responseBody, redactor);
  return {
    ...snapshotOf(recording, false),
    path: redactor.redactText(path),
    headers: shownHeaders(headers, redactor),
    response: response && { status: response.status, headers: shownHeaders(response.headers, redactor) },
    attempts,
    requestBody: request,
    responseBody: reply,
  };
}

function* attemptView(attempt: RecordedAttempt, redactor: BodyRedactor): Steps<AttemptSnapshot> {
  const { url, error, requestHeaders, responseHeaders, requestBody, responseBody } = attempt;
  return {
    ...attemptSnapshot(attempt, false),
    url: redactor.redactText(url),
    error: error && { ...error, message: redactor.redactText(error.message) },
    requestHeaders: shownHeaders(requestHeaders, redactor),
    responseHeaders: responseHeaders && shownHeaders(responseHeaders, redactor),
    requestBody: yield* bodyView(requestBody, redactor),
    responseBody: yield* bodyView(responseBody, redactor),
  };
}

function* bodyView(body: RecordedBody, redactor: BodyRedactor): Steps<BodySnapshot> {
  const times = body.times();
  const content = yield* viewBytes(body, redactor);
  const facts = bodySnapshot(body, false);
  return content === undefined ? facts : { ...facts, content, times, isThorough: true };
}
