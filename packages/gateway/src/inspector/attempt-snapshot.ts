import { type BodySnapshot, bodySnapshot, restoredBody } from "./body-snapshot.ts";
import { type AttemptFacts, type AttemptHost, RecordedAttempt } from "./recorded-attempt.ts";

/** An attempt as data, for another process. */
export interface AttemptSnapshot extends AttemptFacts {
  readonly requestBody: BodySnapshot;
  readonly responseBody: BodySnapshot;
}

/** What another process needs to show an attempt. */
export function attemptSnapshot(attempt: RecordedAttempt, hasContent: boolean): AttemptSnapshot {
  const { startedMs, headersMs, firstOutputMs, endedMs, status, error, url, requestHeaders, responseHeaders } = attempt;
  const { provider, model, profile } = attempt.destination;
  return {
    destination: {
      provider: { name: provider.name, dialect: provider.dialect },
      model,
      ...(profile === undefined ? {} : { profile }),
    },
    ...{ startedMs, headersMs, firstOutputMs, endedMs, status, error, url, requestHeaders, responseHeaders },
    requestBody: bodySnapshot(attempt.requestBody, hasContent),
    responseBody: bodySnapshot(attempt.responseBody, hasContent),
  };
}

/** The attempt that another process has recorded. */
export function restoredAttempt(snapshot: AttemptSnapshot, number: number, host: AttemptHost): RecordedAttempt {
  const { requestBody, responseBody, ...facts } = snapshot;
  const request = { url: facts.url, headers: facts.requestHeaders };
  const attempt = new RecordedAttempt(host, { number, destination: facts.destination, request });
  Object.assign(attempt, facts);
  attempt.requestBody = restoredBody(requestBody, host);
  attempt.responseBody = restoredBody(responseBody, host);
  return attempt;
}
