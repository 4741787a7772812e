import { relevantFacts } from "../../facts/relevant.ts";
import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Report } from "../../report.ts";
import { DUMMY_SIGNATURE } from "./signatures.ts";
import { eitherSpelling } from "./spelling.ts";

/** Removes other lines from a frame: Google's SDK skips frames that do not begin with `data:`. */
export function normalizeFrame(): (frame: string) => string {
  return normalized;
}

function normalized(frame: string): string {
  return frame.startsWith("data:") || !DATA.test(frame) ? frame : frame.replace(OTHER, "");
}

/**
 * Adds a dummy signature to the first call of each step: newer models refuse calls without, and those of other vendors' models
 * have none.
 */
export function normalizeRequest(body: JsonObject, model: string | undefined, report: Report): JsonObject {
  const { contents } = body;
  if (!isArray(contents) || relevantFacts(model).signedSteps !== true) return body;
  const signed = contents.map((content, index) => signedStep(content, report.at("contents").at(index)));
  return signed.some((content, index) => content !== contents[index]) ? { ...body, contents: signed } : body;
}

function signedStep(content: Json, report: Report): Json {
  if (!isObject(content) || content.role !== "model" || !isArray(content.parts)) return content;
  const { parts } = content;
  const at = parts.findIndex((part) => isObject(part) && eitherSpelling(part, "functionCall") !== undefined);
  const call = parts[at];
  if (!isObject(call) || eitherSpelling(call, "thoughtSignature") !== undefined) return content;
  report.at("parts").at(at).change("dummy-signature", DUMMY_SIGNATURE);
  return { ...content, parts: parts.with(at, { ...call, thoughtSignature: DUMMY_SIGNATURE }) };
}

/** https://github.com/googleapis/js-genai/blob/main/src/_api_client.ts */
const DATA = /^data:/m;
const OTHER = /^(?!data:)[^\r\n]+(?:\r\n|\r|\n)/gm;
