import { isArray, isObject } from "../../json/value.ts";
import { list, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { readSignature, redactSignature, signatureText, unredactSignature } from "../../mapping/nodes/signature.ts";
import { WRITTEN } from "../../mapping/outcome.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import { ITEM_FIELDS } from "./unknown-fields.ts";

/** Reads a reasoning item: its text is the summary or, from open models, the raw reasoning. */
export function decodeReasoning(item: JsonObject, report: Report): ReasoningPart {
  const { values, provenance } = readNode(REASONING, item, report);
  const summaries = textsIn(values.summary);
  // The item is kept as it was, because OpenAI takes it back in no other form.
  const extras = { [DIALECT]: { ...provenance.extras?.[DIALECT], item: { ...values } } };
  const summary = summaries.length > 0 ? { summary: true } : {};
  const texts = summaries.length > 0 ? summaries : textsIn(values.content);
  const { origin } = provenance;
  const fields = { ...origin?.fields, texts: summaries.length > 0 ? "/summary" : "/content" };
  const placed = origin && { origin: { ...origin, fields } };
  return { type: "reasoning", texts, ...summary, ...signatureOf(values), ...placed, extras };
}

/**
 * Writes a reasoning item. If a client of another dialect sends it back, the ids of the items after it are lost, and OpenAI
 * refuses an id without them: it is written without one.
 */
export function encodeReasoning(part: ReasoningPart, report: Report): JsonObject | undefined {
  const kept = part.extras?.[DIALECT]?.item;
  if (isObject(kept)) return writeNode(REASONING, part, { ...HANDLED, ...kept }, report);
  const encrypted = encryptedIn(part.signature);
  if (encrypted === undefined) return loseNode(part, "reasoning", report, "no encrypted_content");
  return writeNode(REASONING, part, { ...HANDLED, summary: summaryOf(part.texts), encrypted }, report);
}

/** The paragraphs of a summary. */
export function summaryOf(texts: readonly string[]): JsonObject[] {
  return texts.map((each) => ({ type: "summary_text", text: each }));
}

/** The `encrypted_content` of a signature: OpenAI's own, or an envelope around another vendor's. */
export function encryptedText(signature: Signature, redacted: boolean): string {
  return encryptedIn(signature) ?? signatureText(redacted ? redactSignature(signature) : signature, DIALECT);
}

/** The signature of an item, and whether it is redacted: OpenAI's own, or another vendor's from its envelope. */
export function signatureOf({
  id,
  encrypted,
}: Readonly<Record<string, Json>>): Pick<ReasoningPart, "signature" | "redacted"> {
  const own = typeof id === "string" ? { id } : {};
  // llama.cpp sends an empty one where there is none.
  if (typeof encrypted !== "string" || encrypted === "") return { signature: { vendor: DIALECT, value: own } };
  const signature = readSignature(encrypted, DIALECT);
  if (signature.vendor === DIALECT)
    return { signature: { vendor: DIALECT, value: { ...own, encrypted_content: encrypted } } };
  const shown = unredactSignature(signature);
  return shown === undefined ? { signature } : { redacted: true, signature: shown };
}

/** The id that OpenAI gave to a reasoning item: its `encrypted_content` is bound to it. */
export function genuineId(signature: Signature | undefined): string | undefined {
  if (signature?.vendor !== DIALECT || !isObject(signature.value)) return undefined;
  return typeof signature.value.id === "string" ? signature.value.id : undefined;
}

/** The texts of a summary, or of raw reasoning. */
export function textsIn(list: Json | undefined): string[] {
  if (!isArray(list)) return [];
  return list.flatMap((each) => (isObject(each) && typeof each.text === "string" ? [each.text] : []));
}

const DIALECT = "openai-responses";

const HANDLED = { texts: WRITTEN, summary: WRITTEN, redacted: WRITTEN, signature: WRITTEN };

/** https://developers.openai.com/api/docs/guides/reasoning#keeping-reasoning-items-in-context */
const REASONING = defineLayout<string>({
  dialect: DIALECT,
  unknown: ITEM_FIELDS,
  constants: { "/type": "reasoning" },
  optional: { "/status": "completed" },
  fields: {
    id: text("/id"),
    summary: list("/summary"),
    content: list("/content"),
    encrypted: text("/encrypted_content"),
  },
});

function encryptedIn(signature: Signature | undefined): string | undefined {
  if (signature?.vendor !== DIALECT || !isObject(signature.value)) return undefined;
  const { encrypted_content: encrypted } = signature.value;
  return typeof encrypted === "string" && encrypted !== "" ? encrypted : undefined;
}
