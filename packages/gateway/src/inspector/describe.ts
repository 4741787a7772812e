// The part of a summary that needs the bodies: called tools, the start of the response, the last prompt. Most exchanges
// are never looked at, so that it is done on demand.

import type { Json, JsonObject } from "@toolglot/core";
import { ConversionError, isObject, JsonError, jsonIn, StreamError } from "@toolglot/core/base";
import { defaultBinding } from "../bindings/index.ts";
import { decodeText } from "../bytes.ts";
import { lastPrompt } from "../exchange/conversation-id.ts";
import { core } from "../late-core.ts";
import { viewBytes } from "./body-view.ts";
import type { Recording } from "./recording.ts";
import type { Description } from "./recording-host.ts";
import type { BodyRedactor } from "./redact/body-redactor.ts";
import type { SearchSteps } from "./redact/secret-finder.ts";

const MAX_CALLS = 8;
const MAX_NAME = 128;
/** Larger responses are not read for a summary, in bytes. */
const MAX_READ = 4 * 1024 * 1024;

/** Adds the description to an exchange that is over. It is made once, when somebody looks at the exchange. */
export function* describe(recording: Recording, redactor: BodyRedactor): SearchSteps<void> {
  if (recording.description !== undefined || recording.state === "running") return;
  const read = yield* readResponse(recording, redactor);
  recording.description = { ...read, prompt: read.text === "" ? yield* readPrompt(recording, redactor) : "" };
}

type Read = Pick<Description, "calls" | "text">;
const NOTHING: Read = { calls: [], text: "" };

function* readResponse({ attempts }: Recording, redactor: BodyRedactor): SearchSteps<Read> {
  const last = attempts.at(-1);
  if (last === undefined || (last.status ?? 0) >= 300) return NOTHING;
  const view = yield* viewBytes(last.responseBody, redactor);
  if (view === undefined || view.bytes.length === 0 || view.bytes.length > MAX_READ) return NOTHING;
  return readBody(decodeText(view.bytes), last.destination.provider.dialect);
}

function* readPrompt({ requestBody }: Recording, redactor: BodyRedactor): SearchSteps<string> {
  const view = yield* viewBytes(requestBody, redactor);
  const body = view === undefined || view.bytes.length > MAX_READ ? undefined : jsonIn(decodeText(view.bytes));
  return isObject(body ?? null) ? lastPrompt(body as JsonObject).slice(0, MAX_TEXT) : "";
}

const MAX_TEXT = 1024;

function readBody(text: string, dialect: string): Read {
  const provider = dialect as typeof defaultBinding.dialect;
  const bridge = core.value.createBridge({ client: defaultBinding.dialect, provider });
  try {
    const body = jsonIn(text);
    const { value, status } = body === undefined ? bridge.assemble(text) : bridge.response(body);
    return status === undefined ? readAnswer(value as Json) : NOTHING;
  } catch (error) {
    // An interrupted stream has no response.
    if (error instanceof ConversionError || error instanceof StreamError || error instanceof JsonError) return NOTHING;
    throw error;
  }
}

function readAnswer(response: Json): Read {
  const calls = core.value.parseToolCalls(response, { from: defaultBinding.dialect });
  const names = calls.map(({ name }) => name.slice(0, MAX_NAME));
  return { calls: names.slice(0, MAX_CALLS), text: textIn(response) };
}

function textIn(response: Json): string {
  const choices = isObject(response) ? response.choices : undefined;
  const [choice = null] = Array.isArray(choices) ? choices : [];
  const message = isObject(choice) ? choice.message : undefined;
  const content = isObject(message ?? null) ? (message as { readonly content?: Json }).content : undefined;
  return typeof content === "string" ? content.slice(0, MAX_TEXT) : "";
}
