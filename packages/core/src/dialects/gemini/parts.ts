import { defaultNode } from "../../fast/default-node.ts";
import { plainText } from "../../fast/plain-parts.ts";
import { expectObject } from "../../mapping/expect.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, loseNode, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { describeMedia } from "../../mapping/nodes/media.ts";
import { readOpaque, writeOpaque } from "../../mapping/nodes/opaque.ts";
import { createText } from "../../mapping/nodes/parts.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { withFieldOrigins } from "./field-origins.ts";
import { readFile, readInline, writeMedia } from "./media.ts";
import { decodeSignature, encodeSignature, IGNORED_FIELDS, SIGNATURE } from "./signatures.ts";
import { eitherSpelling } from "./spelling.ts";

export function decode(wire: Json, report: Report): Part {
  const part = expectObject(wire, "a part", report);
  if (typeof part.text === "string")
    return part.thought === true ? readReasoning(part, report) : readText(part, report);
  if (eitherSpelling(part, "inlineData") !== undefined) return readInline(part, report);
  if (eitherSpelling(part, "fileData") !== undefined) return readFile(part, report);
  return readOpaque(DIALECT, part, dataOf(part), report);
}

export function encode(part: Part, report: Report): JsonObject | undefined {
  switch (part.type) {
    case "text":
      return writeText(part, report);
    case "refusal":
      nodeReport(part, report).change("refusal-text");
      return writeText(part, report);
    case "media":
      return writeMedia(part, report) ?? writeText(describeMedia(part, report), report);
    case "reasoning":
      return writeReasoning(part, report);
    case "opaque":
      return writeOpaque(DIALECT, part, report);
    default:
      return loseNode(part, part.type, report);
  }
}

const DIALECT = "gemini";

/** https://ai.google.dev/api/caching#Part */
const TEXT = defineLayout<string>({
  dialect: DIALECT,
  optional: IGNORED_FIELDS,
  fields: { text: text("/text"), signature: SIGNATURE },
});

const THOUGHT_PART = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/thought": true },
  fields: { text: text("/text"), signature: SIGNATURE },
});

// What a part is beside its modifiers.
function dataOf(part: JsonObject): string {
  return Object.keys(part).find((key) => part[key] !== null && !/^thought/.test(key)) ?? "part";
}

// ── text ────────────────────────────────────────────────────────────────────

function readText(part: JsonObject, report: Report): Part {
  const byDefault = defaultNode(TEXT, part, 1, report);
  if (byDefault && typeof part.text === "string" && part.text !== "") return createText(byDefault, { text: part.text });
  const { values, provenance } = readNode(TEXT, part, report);
  if (values.text === "" && values.signature === undefined) report.change("empty-text");
  return createText(provenance, { text: String(values.text), signature: decodeSignature(values.signature).signature });
}

function writeText(part: Part & { text: string }, report: Report): JsonObject {
  if (part.type === "text" && plainText(part, DIALECT, report)) return { text: part.text };
  const signature = encodeSignature(part.type === "text" ? part.signature : undefined) ?? CHANGED;
  return writeNode(TEXT, part, { text: part.text, signature }, report);
}

// ── reasoning ────────────────────────────────────────────────────────────────

function readReasoning(part: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(THOUGHT_PART, part, report);
  const texts = values.text === "" ? [] : [values.text];
  return {
    type: "reasoning",
    texts,
    ...decodeSignature(values.signature),
    ...withFieldOrigins(provenance, { texts: "text" }),
  } as ReasoningPart;
}

function writeReasoning(part: ReasoningPart, report: Report): JsonObject {
  const handled = { texts: WRITTEN, summary: CHANGED, redacted: CHANGED };
  if (part.texts.length > 1) fieldReport(part, "texts", report).change("joined-text");
  return writeNode(
    THOUGHT_PART,
    part,
    { ...handled, text: part.texts.join("\n\n"), signature: encodeSignature(part.signature) ?? CHANGED },
    report,
  );
}
