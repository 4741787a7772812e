// Secrets in everything of a recording but its bodies: URLs, headers, error messages.

import type { Loss } from "@toolglot/core";
import { REPLACEMENT } from "../../observe/redact.ts";
import type { HeaderMap } from "../../transport.ts";
import type { RecordedError } from "../protocol.ts";
import type { RecordedAttempt } from "../recorded-attempt.ts";
import type { Recording } from "../recording.ts";
import type { BodyRedactor } from "./body-redactor.ts";
import { withoutSecrets } from "./headers.ts";

/** Removes secrets from all of a recording that is over but its bodies. */
export function redactHeads(recording: Recording, redactor: BodyRedactor): void {
  if (recording.areHeadsRedacted) return;
  recording.areHeadsRedacted = true;
  const { attempts, response } = recording;
  recording.headers = withoutSecrets(recording.headers);
  for (const attempt of attempts) {
    attempt.requestHeaders = withoutSecrets(attempt.requestHeaders);
    if (attempt.responseHeaders !== undefined) attempt.responseHeaders = withoutSecrets(attempt.responseHeaders);
  }
  if (response !== undefined) response.headers = withoutSecrets(response.headers);
  // Nearly always there is no secret, which one search in all texts together shows.
  if (redactor.mayHaveSecret(textsOf(recording))) {
    recording.hadSecretInHeads = true;
    redactTexts(recording, (text) => redactor.redactText(text));
  }
  // After the search, which would not find a secret that is cut in half.
  for (const attempt of attempts) if (attempt.error !== undefined) attempt.error = truncated(attempt.error);
}

/** Removes secrets from the error of an attempt, which is kept longer than the exchange. */
export function redactError(attempt: RecordedAttempt, redactor: BodyRedactor): void {
  const { error } = attempt;
  if (error !== undefined) attempt.error = truncated({ ...error, message: redactor.redactText(error.message) });
}

function truncated({ type, message }: RecordedError): RecordedError {
  return { type, message: message.slice(0, MAX_MESSAGE) };
}

/** In characters. */
const MAX_MESSAGE = 1024;

function textsOf({ path, headers, attempts, response, conversation, losses }: Recording): string {
  let texts = `${path}\n${conversation?.model}\n${conversation?.session}${valuesOf(headers)}`;
  for (const { destination, url, error, requestHeaders, responseHeaders } of attempts)
    texts += `\n${destination.model}\n${url}\n${error?.message}${valuesOf(requestHeaders)}${valuesOf(responseHeaders)}`;
  texts += valuesOf(response?.headers, losses.length === 0 ? undefined : LOSS_HEADER);
  return losses.length === 0 ? texts : `${texts}\n${JSON.stringify(losses)}`;
}

function valuesOf(headers: HeaderMap = {}, except?: string): string {
  let values = "";
  for (const name in headers) if (name !== except) values += `\n${headers[name]}`;
  return values;
}

/** Left out of the search: it repeats the paths of the losses, which are searched anyway, and its escapes would cause a slow search. */
const LOSS_HEADER = "x-toolglot-losses";

type RedactText = (text: string) => string;

function redactTexts(recording: Recording, redact: RedactText): void {
  const { attempts, response, conversation } = recording;
  recording.path = redact(recording.path);
  recording.headers = redactValues(recording.headers, redact);
  if (response !== undefined) response.headers = redactValues(response.headers, redact);
  if (conversation !== undefined) {
    const { model, session } = conversation;
    recording.conversation = { ...conversation, model: redact(model), session: redact(session) };
  }
  recording.losses = redactLosses(recording.losses, redact);
  for (const attempt of attempts) redactAttempt(attempt, redact);
}

function redactAttempt(attempt: RecordedAttempt, redact: RedactText): void {
  const { destination, url, error, requestHeaders, responseHeaders } = attempt;
  // A client names the model of a provider, where the config allows any.
  attempt.destination = { ...destination, model: redact(destination.model) };
  attempt.url = redact(url.replace(/^(\w+:\/\/)[^/@]*@/, `$1${REPLACEMENT}@`));
  attempt.requestHeaders = redactValues(requestHeaders, redact);
  if (responseHeaders !== undefined) attempt.responseHeaders = redactValues(responseHeaders, redact);
  if (error !== undefined) attempt.error = { ...error, message: redact(error.message) };
}

function redactValues(headers: HeaderMap, redact: RedactText): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).map(([name, value = ""]) => [name, redact(value)]));
}

/** Losses that can be shown, also of an exchange that is still running. */
export function shownLosses(losses: readonly Loss[], redactor: BodyRedactor): readonly Loss[] {
  return losses.length === 0 ? losses : redactLosses(losses, (text) => redactor.redactText(text));
}

function redactLosses(losses: readonly Loss[], redact: RedactText): readonly Loss[] {
  const text = JSON.stringify(losses);
  const redacted = redact(text);
  return redacted === text ? losses : (JSON.parse(redacted) as readonly Loss[]);
}

/** Headers that can be shown, also of an exchange that is still running. */
export function shownHeaders(headers: HeaderMap, redactor: BodyRedactor): Readonly<Record<string, string>> {
  return redactValues(withoutSecrets(headers), (text) => redactor.redactText(text));
}
