import { text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { fieldReport, readNode, writeNode } from "../../mapping/node.ts";
import { readOpaque } from "../../mapping/nodes/opaque.ts";
import { readSignature, signatureText } from "../../mapping/nodes/signature.ts";
import { CHANGED, WRITTEN } from "../../mapping/outcome.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** Reads a `thinking` block. */
export function readThinking(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(THINKING, block, report);
  const { thinking, signature } = values;
  if (typeof thinking !== "string") return readOpaque(DIALECT, block, "thinking", report);
  const signed = typeof signature === "string" ? { signature: readSignature(signature, DIALECT) } : {};
  return { type: "reasoning", texts: thinking === "" ? [] : [thinking], ...signed, ...provenance } as ReasoningPart;
}

/** Reads a `redacted_thinking` block. */
export function readRedacted(block: JsonObject, report: Report): Part {
  const { values, provenance } = readNode(REDACTED, block, report);
  if (typeof values.data !== "string") return readOpaque(DIALECT, block, "redacted_thinking", report);
  return {
    type: "reasoning",
    texts: [],
    redacted: true,
    signature: readSignature(values.data, DIALECT),
    ...provenance,
  } as ReasoningPart;
}

/** Writes reasoning as a `thinking` or `redacted_thinking` block. */
export function writeThinking(part: ReasoningPart, report: Report): JsonObject {
  const { texts, signature, redacted } = part;
  const handled = { texts: WRITTEN, summary: CHANGED, redacted: CHANGED, signature: WRITTEN };
  const signed = signature === undefined ? undefined : signatureText(signature, DIALECT);
  if (redacted === true && signature?.vendor === DIALECT)
    return writeNode(REDACTED, part, { ...handled, data: signed }, report);
  const own = part.origin?.dialect === DIALECT;
  if (texts.length > 1) fieldReport(part, "texts", report).change("joined-text");
  return writeNode(
    THINKING,
    part,
    { ...handled, thinking: texts.join("\n\n"), signature: signed ?? (own ? undefined : "") },
    report,
  );
}

const DIALECT = "anthropic";

const THINKING = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "thinking" },
  fields: { thinking: text("/thinking"), signature: text("/signature") },
});

const REDACTED = defineLayout<string>({
  dialect: DIALECT,
  constants: { "/type": "redacted_thinking" },
  fields: { data: text("/data") },
});
