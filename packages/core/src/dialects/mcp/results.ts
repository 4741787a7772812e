import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { anything, type FieldMapping, flag, list, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { idOf, messageId, withId } from "./ids.ts";
import * as parts from "./parts.ts";

export function decode(wire: Json, report: Report): ResultPart {
  const body = expectBody(wire, BODY, report);
  if (isObject(body.error)) return readError(body, report);
  return isObject(body.result) ? readResult(ANSWER, body, report) : readResult(RESULT, body, report);
}

const BODY: BodyShape = {
  expected: "the result of a tools/call request",
  has: ["content", "structuredContent", "isError", "result", "error", "resultType"],
};

export function encode(result: ResultPart, report: Report): JsonObject {
  const fields = result.origin?.dialect === DIALECT ? result.origin.fields : undefined;
  if (fields?.content === ERROR) return writeError(result, report);
  const bare = fields === undefined ? result.id === "" : fields.content === "/content";
  const { structured } = result;
  const sent = noteOf(result, DIALECT, "unfinished");
  const isError = sent === undefined ? result.isError : (sent ?? WRITTEN);
  const content = contentOf(result).flatMap((part) => parts.encode(part, report) ?? []);
  const values = {
    ...HANDLED,
    id: bare ? CHANGED : idOf(result),
    content: content.length === 0 ? undefined : content,
    structured: fields === undefined ? (structuredFor(result, report) ?? WRITTEN) : structured,
    isError,
  };
  return writeNode(bare ? RESULT : ANSWER, result, values, report);
}

const DIALECT = "mcp";

/** A result below a JSON Pointer: https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result */
function rulesBelow(pointer: string): Record<string, FieldMapping> {
  return {
    content: { ...list(`${pointer}/content`), placeholder: [] },
    structured: anything(`${pointer}/structuredContent`),
    isError: flag(`${pointer}/isError`),
  };
}

const RESULT = defineLayout<string>({
  dialect: DIALECT,
  optional: { "/resultType": "complete" },
  fields: rulesBelow(""),
});

const ANSWER = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/jsonrpc": "2.0" },
  optional: { "/result/resultType": "complete" },
  fields: { id: messageId("/id"), ...rulesBelow("/result") },
});

const ERROR = "/error/message";

const FAILED = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/jsonrpc": "2.0" },
  fields: { id: messageId("/id"), content: text(ERROR) },
});

const HANDLED = { parts: WRITTEN, plain: CHANGED, name: CHANGED, namespace: CHANGED, kind: CHANGED };

function readResult(layout: typeof RESULT, body: JsonObject, report: Report): ResultPart {
  const { values, provenance } = readNode(layout, body, report);
  const { id, content, structured, isError } = values;
  const at = report.on(report.place.below(layout === ANSWER ? "/result/content" : "/content"));
  const blocks = isArray(content) ? content.map((block, index) => parts.decode(block, at.at(index))) : [];
  // `structuredContent` without content is shown to the model as text.
  const shown = blocks.length === 0 && structured !== undefined ? [dataText(structured)] : blocks;
  const result = {
    type: "result",
    id: String(id ?? ""),
    parts: shown,
    ...(structured === undefined ? {} : { structured }),
    ...(typeof isError === "boolean" ? { isError } : {}),
    ...provenance,
  } as const;
  const kind = (layout === ANSWER ? (body.result as JsonObject) : body).resultType ?? "complete";
  return withId(kind === "complete" || isError === true ? result : unfinished(result, kind), id);
}

// A result that asks for input, or that is of a type nobody knows, is none: the model must not take it for a success.
function unfinished(result: ResultPart, kind: Json): ResultPart {
  const text = `The tool has not finished: ${stringifyJson(kind)}`;
  const parts: readonly Part[] = result.parts.length === 0 ? [{ type: "text", text }] : result.parts;
  // `isError` as the server sent it.
  const notes = { unfinished: result.isError ?? null };
  return { ...result, parts, isError: true, ...withNotes(result, DIALECT, notes) };
}

// ── protocol errors ─────────────────────────────────

function readError(body: JsonObject, report: Report): ResultPart {
  const { values, provenance } = readNode(FAILED, body, report);
  const { id, content } = values;
  const text =
    typeof content === "string" ? parts.decode({ type: "text", text: content }, report.at("error")) : undefined;
  const shown = [text ?? dataText(body.error ?? null)];
  return withId({ type: "result", id: String(id ?? ""), parts: shown, isError: true, ...provenance }, id);
}

function writeError(result: ResultPart, report: Report): JsonObject {
  const [first] = result.parts;
  const content = first?.type === "text" && first.origin !== undefined ? first.text : undefined;
  return writeNode(FAILED, result, { ...HANDLED, isError: WRITTEN, id: idOf(result), content }, report);
}

// ── structured content ─────────────────────────────────────────────────

function contentOf({ parts, structured, origin }: ResultPart): readonly Part[] {
  const [first] = parts;
  const added = parts.length === 1 && first?.type === "text" && first.origin === undefined;
  if (origin?.dialect === DIALECT) return added ? [] : parts;
  return parts.length === 0 && structured !== undefined ? [dataText(structured)] : parts;
}

function dataText(structured: Json): Part {
  return { type: "text", text: stringifyJson(structured) };
}

// Before revision 2026-07-28 it must be an object, and the SDK wraps other values in the same way.
function structuredFor(result: ResultPart, report: Report): Json | undefined {
  const { structured } = result;
  if (structured === undefined || isObject(structured)) return structured;
  fieldReport(result, "structured", report).change("wrapped-result");
  return { result: structured };
}
