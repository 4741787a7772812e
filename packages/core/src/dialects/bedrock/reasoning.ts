import { isObject } from "../../json/value.ts";
import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, nodeReport, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { readSignature, signatureText } from "../../mapping/nodes/signature.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import { base64Of, bytes } from "./bytes.ts";
import { SIGNATURE_VENDOR } from "./signatures.ts";

/** Reads a `reasoningContent` block. */
export function readReasoning(block: JsonObject, report: Report): Part {
  const { reasoningContent } = block;
  return isObject(reasoningContent) && reasoningContent.redactedContent !== undefined
    ? readRedacted(block, report)
    : readShown(block, report);
}

/** Writes reasoning, with its text or redacted; `undefined` if only another API can read it. */
export function writeReasoning(part: ReasoningPart, report: Report): JsonObject | undefined {
  const { texts, signature, redacted } = part;
  const handled = { texts: WRITTEN, summary: CHANGED, redacted: CHANGED, signature: WRITTEN };
  const signed = signature === undefined ? undefined : signatureText(signature, SIGNATURE_VENDOR);
  if (redacted === true && signature?.vendor === DIALECT && typeof signature.value === "string")
    return writeNode(REDACTED, part, { ...handled, data: signature.value }, report);
  if (redacted === true) {
    nodeReport(part, report).lose("foreign-reasoning", { feature: "reasoning" });
    return undefined;
  }
  if (texts.length > 1) fieldReport(part, "texts", report).change("joined-text");
  const text = noteOf(part, DIALECT, "textless") === true ? undefined : texts.join("\n\n");
  return writeNode(SHOWN, part, { ...handled, text, signature: signed }, report);
}

const DIALECT = "bedrock";

/** https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ReasoningContentBlock.html */
const SHOWN = defineLayout<string>({
  dialect: DIALECT,
  fields: {
    text: text("/reasoningContent/reasoningText/text"),
    signature: text("/reasoningContent/reasoningText/signature"),
  },
  derivedFrom: { texts: "text" },
});

const REDACTED = defineLayout<string>({
  dialect: DIALECT,
  fields: { data: bytes("/reasoningContent/redactedContent") },
  derivedFrom: { signature: "data" },
});

function readShown(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(SHOWN, block, report);
  const { text, signature } = values;
  if (typeof text !== "string" && typeof signature !== "string")
    return readOpaque(DIALECT, block, "reasoningContent", report);
  const signed = typeof signature === "string" ? { signature: readSignature(signature, SIGNATURE_VENDOR) } : {};
  const texts = typeof text === "string" && text !== "" ? [text] : [];
  // A stream may have a signature alone.
  const read = text === undefined ? withNotes(provenance, DIALECT, { textless: true }) : provenance;
  return { type: "reasoning", texts, ...signed, ...read } as ReasoningPart;
}

function readRedacted(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(REDACTED, block, report);
  const data = base64Of(values.data);
  if (data === undefined) return readOpaque(DIALECT, block, "reasoningContent", report);
  return {
    type: "reasoning",
    texts: [],
    redacted: true,
    signature: readSignature(data, DIALECT),
    ...provenance,
  } as ReasoningPart;
}
