import { isArray, isObject } from "../../json/value.ts";
import { list, text } from "../../mapping/field-mapping.ts";
import { defineLayout } from "../../mapping/layout.ts";
import { loseNode, readNode, writeNode } from "../../mapping/node.ts";
import { readSignature, redactSignature, signatureText, unredactSignature } from "../../mapping/nodes/signature.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ReasoningPart, Signature } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** Reads a reasoning item: its words are the summary or, from open models, the thoughts themselves. */
export function decodeReasoning(item: JsonObject, report: Report): ReasoningPart {
  const { values, provenance } = readNode(REASONING, item, report);
  const words = textsIn(values.summary);
  // What the item said is kept as it was, because its vendor takes it back in no other form.
  const extras = { [DIALECT]: { ...provenance.extras?.[DIALECT], item: { ...values } } };
  const summary = words.length > 0 ? { summary: true } : {};
  const texts = words.length > 0 ? words : textsIn(values.content);
  const { origin } = provenance;
  const fields = { ...origin?.fields, texts: words.length > 0 ? "/summary" : "/content" };
  const placed = origin && { origin: { ...origin, fields } };
  return { type: "reasoning", texts, ...summary, ...signatureOf(values), ...placed, extras };
}

/**
 * Writes a reasoning item for the vendor. What a client of another dialect sends back has lost the ids of what follows it,
 * and with an id of its own it would be refused without them: it goes without.
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

/** What keeps a thought for its vendor: the vendor's own text, or an envelope around another vendor's. */
export function encryptedText(signature: Signature, redacted: boolean): string {
  return encryptedIn(signature) ?? signatureText(redacted ? redactSignature(signature) : signature, DIALECT);
}

/** The signature of an item, and whether it hides words: its own id and text, or what an envelope holds of another vendor's. */
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

/** The id that the vendor gave to a thought: what it has encrypted is bound to that. */
export function genuineId(signature: Signature | undefined): string | undefined {
  if (signature?.vendor !== DIALECT || !isObject(signature.value)) return undefined;
  return typeof signature.value.id === "string" ? signature.value.id : undefined;
}

/** The words in a summary, or in the thoughts themselves. */
export function textsIn(words: Json | undefined): string[] {
  if (!isArray(words)) return [];
  return words.flatMap((each) => (isObject(each) && typeof each.text === "string" ? [each.text] : []));
}

const DIALECT = "openai-responses";

const HANDLED = { texts: undefined, summary: undefined, redacted: undefined, signature: undefined };

/** https://developers.openai.com/api/docs/guides/reasoning#keeping-reasoning-items-in-context */
const REASONING = defineLayout<string>({
  dialect: DIALECT,
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
