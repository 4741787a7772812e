// One exchange as the API shows it, without its bodies.

import { bodyInfo } from "./body-view.ts";
import type { AttemptDetail, ExchangeDetail } from "./protocol.ts";
import type { RecordedAttempt } from "./recorded-attempt.ts";
import type { Recording } from "./recording.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import { shownHeaders, shownLosses } from "./redact/redact-heads.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";
import { optionalField, summaryOf } from "./summary.ts";

/** All of an exchange but its bodies. `previous` is the exchange before it in its session. */
export function* detailOf(
  recording: Recording,
  previous: string | undefined,
  redactor: BodyRedactor,
): SearchSteps<ExchangeDetail> {
  const { method, response, responseBody } = recording;
  const attempts: AttemptDetail[] = [];
  for (const attempt of recording.attempts) attempts.push(yield* attemptDetail(attempt, redactor));
  const request = {
    ...(yield* bodyInfo(recording.requestBody, redactor)),
    method,
    path: redactor.redactText(recording.path),
    headers: shownHeaders(recording.headers, redactor),
  };
  const replied =
    response === undefined || responseBody === undefined
      ? undefined
      : {
          ...(yield* bodyInfo(responseBody, redactor)),
          status: response.status,
          headers: shownHeaders(response.headers, redactor),
        };
  return {
    summary: summaryOf(recording, redactor),
    losses: shownLosses(recording.losses, redactor),
    request,
    ...optionalField("response", replied),
    attempts,
    ...optionalField("bridge", bridgeOf(recording, redactor)),
    ...optionalField("previous", previous),
  };
}

function* attemptDetail(attempt: RecordedAttempt, redactor: BodyRedactor): SearchSteps<AttemptDetail> {
  const { destination, startedMs, headersMs, firstOutputMs, endedMs, status, error, responseHeaders } = attempt;
  const request = {
    ...(yield* bodyInfo(attempt.requestBody, redactor)),
    url: redactor.redactText(attempt.url),
    headers: shownHeaders(attempt.requestHeaders, redactor),
  };
  const response =
    responseHeaders === undefined
      ? undefined
      : { ...(yield* bodyInfo(attempt.responseBody, redactor)), headers: shownHeaders(responseHeaders, redactor) };
  return {
    provider: destination.provider.name,
    model: redactor.redactText(destination.model),
    dialect: destination.provider.dialect,
    startedMs,
    ...optionalField("headersMs", headersMs),
    ...optionalField("firstOutputMs", firstOutputMs),
    ...optionalField("endedMs", endedMs),
    ...optionalField("status", status),
    ...(error === undefined ? {} : { error: { ...error, message: redactor.redactText(error.message) } }),
    request,
    ...optionalField("response", response),
  };
}

function bridgeOf({ dialect, attempts, conversation }: Recording, redactor: BodyRedactor): ExchangeDetail["bridge"] {
  const last = attempts.at(-1)?.destination;
  if (last === undefined || conversation === undefined) return undefined;
  const model = redactor.redactText(last.model);
  return { from: dialect, to: last.provider.dialect, ...optionalField("profile", last.profile), model };
}
