import { defaultNode, keyCount } from "../../fast/default-node.ts";
import { plainResult } from "../../fast/plain-parts.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { filledText, object, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { fieldReport, loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { createResult, createText } from "../../mapping/nodes/parts.ts";
import { isPlainText } from "../../mapping/nodes/plain.ts";
import { withNotes } from "../../mapping/notes.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Place } from "../../place.ts";
import type { Report } from "../../report.ts";
import { withoutResolution } from "./media.ts";
import * as partsCodec from "./parts.ts";
import { bothSpellings, eitherSpelling } from "./spelling.ts";

export function decode(wire: Json, report: Report): ResultPart {
  const part = expectBody(wire, BODY, report);
  const byDefault = defaultNode(FUNCTION_RESPONSE, part, 1, report);
  if (byDefault && isDefaultResult(part)) return readDefaultResult(part, byDefault, report);
  const { values, provenance } = readNode(FUNCTION_RESPONSE, part, report);
  const { id, name, response, media } = values;
  const at = (field: string) => report.on(report.place.below(provenance.origin?.fields[field] ?? ""));
  // In other dialects a result is text.
  if (isObject(response) && typeof responseValueIn(response) !== "string") at("response").change("result-as-text");
  const shown = isArray(media) ? media.map((part, index) => partsCodec.decode(part, at("media").at(index))) : [];
  const answer = isObject(response) ? response : undefined;
  const { parts, plain, structured, isError } = resultTextOf(answer, shown, at("response").place);
  return createResult(wrappedBy(answer, provenance), {
    id: String(id ?? ""),
    name: typeof name === "string" ? name : undefined,
    parts,
    plain,
    structured,
    isError,
  });
}

export function encode(result: ResultPart, report: Report): JsonObject {
  const { id, name } = result;
  const own = result.origin?.dialect === DIALECT;
  const text = own ? undefined : textOfResult(result);
  if (text !== undefined && id !== "" && name !== undefined && plainResult(result, DIALECT, report))
    return { functionResponse: { id, name, response: { output: text } } };
  const inner = encodeEach(result.parts, (part) => writeInner(part, own, report));
  const texts = inner.map(({ text }) => text).filter((text) => typeof text === "string");
  const media = inner.filter((part) => typeof part.text !== "string");
  if (result.isError === false) fieldReport(result, "isError", report).change("default-field");
  if (name === undefined && !own) fieldReport(result, "name", report).change("required-name", UNNAMED);
  if (texts.length > 1 && !own) nodeReport(result, report).change("joined-text");
  const values = {
    id: id === "" ? CHANGED : id,
    name: name ?? (own ? undefined : UNNAMED),
    response: own ? ownResponse(result, texts) : wrappedResponse(result, resultTextIn(result, texts)),
    media: media.length > 0 ? media : undefined,
  };
  return writeNode(FUNCTION_RESPONSE, result, values, report);
}

const DIALECT = "gemini";

/** The name is required, even if it is not known. */
const UNNAMED = "tool";

const BODY: BodyShape = { expected: "a functionResponse part", has: ["functionResponse", "function_response"] };

/** https://ai.google.dev/api/caching#FunctionResponse */
const FUNCTION_RESPONSE = defineLayout<string>({
  dialect: DIALECT,
  fields: {
    id: filledText(...bothSpellings("/functionResponse/id")),
    name: text(...bothSpellings("/functionResponse/name")),
    response: object(...bothSpellings("/functionResponse/response")),
    media: { at: bothSpellings("/functionResponse/parts"), is: isMediaList },
  },
  handled: ["parts", "plain", "kind", "namespace", "structured", "isError"],
  derivedFrom: { parts: "response", structured: "response", isError: "response" },
});

// ── reading ─────────────────────────────────────────────────────────────────

function isMediaList(value: Json): boolean {
  return isArray(value) && value.length > 0 && value.every((part) => isObject(part) && isMedia(part));
}

function isMedia(part: JsonObject): boolean {
  const data = eitherSpelling(part, "inlineData") ?? eitherSpelling(part, "fileData");
  return data !== undefined && part.text === undefined;
}

/** The key of a response with the result or the error; without it, the whole object is the result. */
function wrapperOf(response: JsonObject): "output" | "error" | undefined {
  const [key, ...others] = Object.keys(response);
  return others.length === 0 && (key === "output" || key === "error") ? key : undefined;
}

function responseValueIn(response: JsonObject): Json {
  const wrapper = wrapperOf(response);
  return wrapper === undefined ? response : (response[wrapper] ?? null);
}

function resultTextOf(response: JsonObject | undefined, shown: readonly Part[], place: Place): ResultText {
  if (response === undefined) return { parts: shown };
  const wrapper = wrapperOf(response);
  const value = responseValueIn(response);
  const origin = { dialect: DIALECT, place: wrapper === undefined ? place : place.at(wrapper), fields: { text: "" } };
  const resultText = typeof value === "string" ? value : stringifyJson(value);
  // `response` is required, even if the result is media only.
  const text: Part[] = resultText === "" && shown.length > 0 ? [] : [{ type: "text", text: resultText, origin }];
  return {
    parts: [...text, ...shown],
    plain: shown.length === 0,
    ...(typeof value === "string" ? {} : { structured: value }),
    ...(wrapper === "error" ? { isError: true } : {}),
  };
}

type ResultText = Pick<ResultPart, "parts" | "plain" | "structured" | "isError">;

function wrappedBy(response: JsonObject | undefined, provenance: Provenance): Provenance {
  const wrapper = response && wrapperOf(response);
  return wrapper === undefined ? withNotes(provenance, DIALECT, { bare: true }) : provenance;
}

interface DefaultResult {
  readonly functionResponse: { readonly id: string; readonly name: string; readonly response: { output: string } };
}

function isDefaultResult(part: JsonObject): part is JsonObject & DefaultResult {
  const { functionResponse: answer } = part;
  if (!isObject(answer) || keyCount(answer) !== 3) return false;
  const { id, name, response } = answer;
  if (typeof id !== "string" || id === "" || typeof name !== "string" || !isObject(response)) return false;
  return keyCount(response) === 1 && typeof response.output === "string";
}

function readDefaultResult(
  { functionResponse: { id, name, response } }: DefaultResult,
  provenance: Provenance,
  report: Report,
): ResultPart {
  const place = report.place.at("functionResponse").at("response").at("output");
  const text = createText({ origin: { dialect: DIALECT, place, fields: WHOLE } }, { text: response.output });
  return createResult(provenance, { id, name, parts: [text], plain: true });
}

const WHOLE: Readonly<Record<string, string>> = { text: "" };

// ── writing ─────────────────────────────────────────────────────────────────

function writeInner(part: Part, own: boolean, report: Report): JsonObject | undefined {
  if (part.type === "text" && own) return { text: part.text };
  if (part.type === "text" || part.type === "media" || (part.type === "opaque" && own))
    return partsCodec.encode(withoutResolution(part, report), report);
  return loseNode(part, part.type === "opaque" ? part.feature : part.type, report);
}

// The text of a result that has nothing else.
function textOfResult({ parts }: ResultPart): string | undefined {
  const [first] = parts;
  return parts.length === 1 && first?.type === "text" && isPlainText(first) ? first.text : undefined;
}

function responseKeyFor({ isError }: ResultPart): string {
  return isError === true ? "error" : "output";
}

function ownResponse(result: ResultPart, texts: readonly string[]): Json | undefined {
  const value = resultTextIn(result, texts);
  return result.extras?.[DIALECT]?.bare === true ? value : wrappedResponse(result, value);
}

// A result may be null, which is not the same as none.
function wrappedResponse(result: ResultPart, value: Json | undefined): JsonObject {
  return { [responseKeyFor(result)]: value === undefined ? "" : value };
}

function resultTextIn({ structured }: ResultPart, texts: readonly string[]): Json | undefined {
  if (structured !== undefined) return structured;
  return texts.length > 0 ? texts.join("\n") : undefined;
}
