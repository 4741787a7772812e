import { isArray, isObject } from "../../json/value.ts";
import { list, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { readSignature, redactSignature, signatureBase64, unredactSignature } from "../../mapping/nodes/signature.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { STEP_FIELDS } from "./unknown-fields.ts";

/** Reads a `thought` step: a summary, and a signature that proves it to Google. */
export function decodeReasoning(step: JsonObject, report: Report): ReasoningPart {
  const { values, provenance } = readNode(THOUGHT, step, report);
  const texts = textsIn(values.summary);
  // The step is kept as it was: its summary may have images, and its signature covers it.
  const extras = { [DIALECT]: { ...provenance.extras?.[DIALECT], step: { ...values } } };
  const summary = texts.length > 0 ? { summary: true } : {};
  return { type: "reasoning", texts, ...summary, ...signatureOf(values.signature), origin: provenance.origin, extras };
}

/** Writes a `thought` step; one without Google's signature is refused: https://github.com/googleapis/js-genai/issues/1735 */
export function encodeReasoning(part: ReasoningPart, report: Report): JsonObject | undefined {
  const kept = part.extras?.[DIALECT]?.step;
  if (kept !== undefined && isObject(kept)) return writeNode(THOUGHT, part, { ...HANDLED, ...kept }, report);
  const { signature } = part;
  if (signature?.vendor !== DIALECT || typeof signature.value !== "string")
    return loseNode(part, "reasoning", report, "no signature");
  const summary = summaryOf(part.texts);
  return writeNode(THOUGHT, part, { ...HANDLED, signature: signature.value, summary }, report);
}

/** A `thought` step of a response, with any vendor's signature. */
export function thoughtStep(
  texts: readonly string[],
  { signature, redacted }: { signature?: Signature | undefined; redacted?: boolean | undefined },
): JsonObject {
  const summary = summaryOf(texts);
  const signed = signature === undefined ? {} : { signature: wireSignature(signature, redacted === true) };
  return { type: "thought", ...signed, ...(summary === undefined ? {} : { summary }) };
}

/** The signature of a `thought` step: Google's own, or an envelope around another vendor's. */
export function wireSignature(signature: Signature, redacted: boolean): string {
  return signatureBase64(redacted ? redactSignature(signature) : signature, DIALECT);
}

/** The signature of a step, and whether its reasoning is redacted. */
export function signatureOf(signature: Json | undefined): Pick<ReasoningPart, "signature" | "redacted"> {
  if (typeof signature !== "string" || signature === "") return {};
  const read = readSignature(signature, DIALECT);
  const shown = read.vendor === DIALECT ? undefined : unredactSignature(read);
  return shown === undefined ? { signature: read } : { redacted: true, signature: shown };
}

const DIALECT = "gemini-interactions";

const HANDLED = { texts: WRITTEN, summary: WRITTEN, redacted: WRITTEN, signature: WRITTEN };

/** https://ai.google.dev/api/interactions-api: `ThoughtStep` */
const THOUGHT = defineLayout<string>({
  dialect: DIALECT,
  unknown: STEP_FIELDS,
  constants: { "/type": "thought" },
  fields: { signature: text("/signature"), summary: list("/summary") },
  derivedFrom: { texts: "summary" },
});

function summaryOf(texts: readonly string[]): JsonObject[] | undefined {
  return texts.length === 0 ? undefined : texts.map((each) => ({ type: "text", text: each }));
}

function textsIn(summary: Json | undefined): string[] {
  if (!isArray(summary)) return [];
  return summary.flatMap((each) => (isObject(each) && typeof each.text === "string" ? [each.text] : []));
}
