import { defaultNode } from "../../fast/default-node.ts";
import { plainResult } from "../../fast/plain-parts.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { anything, flag, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { createResult } from "../../mapping/nodes/parts.ts";
import { isPlainText } from "../../mapping/nodes/plain.ts";
import { withNotes } from "../../mapping/notes.ts";
import { CHANGED } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { contentOf, isContentList, partsOf, textPartOf } from "./content.ts";
import { STEP_FIELDS } from "./unknown-fields.ts";

export function decode(wire: Json, report: Report): ResultPart {
  const step = expectBody(wire, BODY, report);
  const byDefault = isDefaultResult(step) ? defaultNode(FUNCTION_RESULT, step, 4, report) : undefined;
  const { values, provenance } = byDefault
    ? { values: step, provenance: byDefault }
    : readNode(FUNCTION_RESULT, step, report);
  const { call_id: callId, name, result } = step;
  const read = readResult(result, report.at("result"));
  return createResult(read.form === undefined ? provenance : withNotes(provenance, DIALECT, { form: read.form }), {
    id: typeof callId === "string" ? callId : "",
    name: typeof name === "string" ? name : undefined,
    parts: read.parts,
    plain: read.plain,
    structured: read.structured,
    isError: typeof values.isError === "boolean" ? values.isError : undefined,
  });
}

export function encode(result: ResultPart, report: Report): JsonObject {
  const { id, name, isError } = result;
  const own = result.origin?.dialect === DIALECT;
  const shown = own ? ownResult(result, report) : resultFor(result, report);
  if (!own && id !== "" && name !== undefined && plainResult(result, DIALECT, report))
    return { type: "function_result", call_id: id, name, result: shown ?? "" };
  const values = { id: id === "" ? CHANGED : id, name, isError, result: shown ?? (own ? CHANGED : "") };
  return writeNode(FUNCTION_RESULT, result, values, report);
}

const DIALECT = "gemini-interactions";

const BODY: BodyShape = { expected: "a function_result step", has: ["call_id", "result"] };

/** https://ai.google.dev/api/interactions-api: `FunctionResultStep` */
const FUNCTION_RESULT = defineLayout<string>({
  dialect: DIALECT,
  unknown: STEP_FIELDS,
  constants: { "/type": "function_result" },
  optional: { "/signature": "" },
  fields: {
    id: text("/call_id"),
    name: text("/name"),
    isError: flag("/is_error"),
    result: anything("/result"),
  },
  handled: ["parts", "plain", "kind", "namespace", "structured", "builtIn"],
  derivedFrom: { parts: "result", structured: "result" },
});

function isDefaultResult(step: JsonObject): boolean {
  if (step.type !== "function_result" || typeof step.result !== "string") return false;
  return typeof step.call_id === "string" && typeof step.name === "string";
}

// ── reading ─────────────────────────────────────────────────────────────────

/** How a result was written, where it was no text: a list of blocks, such a list in an object, or any JSON. */
type Form = "blocks" | "content" | "json";

interface ReadResult extends Pick<ResultPart, "parts" | "plain" | "structured"> {
  readonly form?: Form;
}

function readResult(result: Json | undefined, report: Report): ReadResult {
  if (result === undefined || result === null) return { parts: [] };
  if (typeof result === "string") return { parts: [textPartOf(result, report)], plain: true };
  if (isContentList(result)) return { parts: partsOf(result, report), plain: false, form: "blocks" };
  // Google's examples wrap the blocks: https://ai.google.dev/gemini-api/docs/interactions/streaming
  if (isObject(result) && isContentList(result.content) && Object.keys(result).length === 1) {
    report.change("result-as-text");
    return { parts: partsOf(result.content, report.at("content")), plain: false, form: "content" };
  }
  // In other dialects a result is text.
  report.change("result-as-text");
  const textPart = textPartOf(stringifyJson(result), report);
  return { parts: [textPart], plain: true, structured: result, form: "json" };
}

// ── writing ─────────────────────────────────────────────────────────────────

function ownResult({ parts, structured, extras }: ResultPart, report: Report): Json | undefined {
  const form = extras?.[DIALECT]?.form;
  if (form === "json" && structured !== undefined) return structured;
  const [first] = parts;
  if (form !== "blocks" && form !== "content") return first?.type === "text" ? first.text : undefined;
  const blocks = contentOf(parts, report);
  return form === "blocks" ? blocks : { content: blocks };
}

function resultFor({ parts, plain, structured }: ResultPart, report: Report): Json | undefined {
  if (parts.length === 0 && structured !== undefined)
    return isObject(structured) ? structured : stringifyJson(structured);
  const shown = parts.filter(
    (part) => part.type === "text" || part.type === "media" || loseNode(part, part.type, report),
  );
  return wholeText(shown, plain) ?? (shown.length === 0 ? undefined : contentOf(shown, report));
}

function wholeText(parts: readonly Part[], plain: boolean | undefined): string | undefined {
  const [first] = parts;
  if (parts.length !== 1 || first?.type !== "text" || plain === false || !isPlainText(first)) return undefined;
  return first.text;
}
