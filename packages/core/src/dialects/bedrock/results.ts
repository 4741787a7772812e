import { stringifyJson } from "../../json/stringify.ts";
import { isArray, isObject } from "../../json/value.ts";
import { type BodyShape, expectBody } from "../../mapping/expect.ts";
import { list, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { encodeEach } from "../../mapping/lists/encode-each.ts";
import { fieldReport, loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { createResult, createText } from "../../mapping/nodes/parts.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part, ResultPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import * as blocks from "./parts.ts";
import { reportList } from "./plain-content.ts";

export function decode(wire: Json, report: Report): ResultPart {
  const { values, provenance } = readNode(TOOL_RESULT, expectBody(wire, BODY, report), report);
  const { id, content, status } = values;
  const at = report.at("toolResult").at("content");
  const shown = isArray(content) ? content : [];
  const structured = dataIn(shown);
  return createResult(provenance, {
    id: String(id ?? ""),
    parts: shown.map((block, index) => decodeBlock(block, structured !== undefined, at.at(index))),
    structured,
    isError: typeof status === "string" ? status === "error" : undefined,
  });
}

export function encode(result: ResultPart, report: Report): JsonObject {
  const { id, isError } = result;
  const own = result.origin?.dialect === DIALECT;
  reportList(result, report);
  const values = {
    id,
    content: own ? ownContent(result, report) : contentFor(result, report),
    status: isError === undefined ? undefined : statusOf(isError),
    cacheControl: WRITTEN,
  };
  return writeNode(TOOL_RESULT, result, values, report);
}

function statusOf(isError: boolean): string {
  return isError ? "error" : "success";
}

const DIALECT = "bedrock";

const BODY: BodyShape = { expected: "a toolResult block", has: ["toolResult"] };

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultBlock.html */
const TOOL_RESULT = defineLayout<string>({
  dialect: DIALECT,
  fields: {
    id: text("/toolResult/toolUseId"),
    content: list("/toolResult/content"),
    status: { at: ["/toolResult/status"], is: (value) => value === "success" || value === "error" },
  },
  handled: ["parts", "plain", "kind", "name", "namespace", "structured", "isError"],
  derivedFrom: { isError: "status", structured: "content", parts: "content" },
});

// ── reading ─────────────────────────────────────────────────────────────────

// A result that is nothing but data.
function dataIn([first, ...others]: readonly Json[]): Json | undefined {
  return isObject(first) && others.length === 0 && Object.keys(first).length === 1 ? first.json : undefined;
}

function decodeBlock(wire: Json, isData: boolean, report: Report): Part {
  if (!isObject(wire) || wire.json === undefined) return blocks.decode(wire, report);
  const text = stringifyJson(wire.json);
  if (!isData) return { ...readOpaque(DIALECT, wire, "json", report), text };
  // In other dialects a result is text.
  report.at("json").change("result-as-text");
  return createText({ origin: { dialect: DIALECT, place: report.place, fields: { text: "/json" } } }, { text });
}

// ── writing ─────────────────────────────────────────────────────────────────

function ownContent(
  { parts, structured, origin, extras }: ResultPart,
  report: Report,
): readonly JsonObject[] | undefined {
  const [first] = parts;
  if (first?.type === "text" && first.origin?.fields.text === "/json" && structured !== undefined)
    return [{ json: structured }];
  const absent = extras?.[DIALECT]?.["/toolResult/content"] !== undefined;
  const written = encodeEach(parts, (part) => blocks.encode(part, report));
  return written.length === 0 && (absent || origin === undefined) ? undefined : written;
}

function contentFor(result: ResultPart, report: Report): readonly JsonObject[] {
  const { parts, structured } = result;
  if (structured !== undefined && isShownAsText(result)) {
    if (isObject(structured) && result.isError !== true) return [{ json: structured }];
    // "Provide a json object for the field": https://github.com/aws/aws-sdk-js-v3/issues/7330
    fieldReport(result, "structured", report).change("result-as-text");
  }
  const shown = parts.length === 0 && structured !== undefined ? [dataText(structured)] : parts;
  return encodeEach(
    shown.filter((part) => isWritten(part, report)),
    (part) => encodeBlock(part, report),
  );
}

// A cache point stands after a whole result.
function encodeBlock(part: Part, report: Report): JsonObject | undefined {
  if ("cacheControl" in part && part.cacheControl !== undefined)
    fieldReport(part, "cacheControl", report).lose("cache-marks", { feature: "cache_control" });
  return blocks.encode(part.type === "media" && part.kind === "audio" ? describeMedia(part, report) : part, report);
}

// Whether the text of a result is its data, so that nothing is lost by sending the data alone.
function isShownAsText({ parts: [first, ...others], structured }: ResultPart): boolean {
  if (first === undefined) return true;
  return others.length === 0 && first.type === "text" && first.text === stringifyJson(structured ?? null);
}

function dataText(structured: Json): Part {
  return { type: "text", text: stringifyJson(structured) };
}

// Blank texts are refused: "text content blocks must be non-empty".
function isWritten(part: Part, report: Report): boolean {
  if (part.type === "media" || part.type === "opaque") return true;
  if (part.type !== "text") return loseNode(part, part.type, report) ?? false;
  if (part.text.trim() !== "") return true;
  nodeReport(part, report).change("empty-text");
  return false;
}
