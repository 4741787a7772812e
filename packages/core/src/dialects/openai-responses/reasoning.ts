import { hiddenSeal, readSeal, sealText, shownSeal } from "../../content/signature.ts";
import { isArray, isObject } from "../../json/value.ts";
import { list, text } from "../../mapping/field-mapping.ts";
import { layoutOf } from "../../mapping/layout.ts";
import { loseNode, readNode, writeNode } from "../../mapping/node.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ReasoningPart, Seal } from "../../model/part.ts";
import type { Report } from "../../report.ts";

/** Reads a reasoning item: its words are the summary or, from open models, the thoughts themselves. */
export function decodeReasoning(item: JsonObject, report: Report): ReasoningPart {
  const { values, noted } = readNode(REASONING, item, report);
  const words = textsIn(values.summary);
  // What the item said is kept as it was, because its vendor takes it back in no other form.
  const extras = { [DIALECT]: { ...noted.extras?.[DIALECT], item: { ...values } } };
  const summary = words.length > 0 ? { summary: true } : {};
  const texts = words.length > 0 ? words : textsIn(values.content);
  const { origin } = noted;
  const fields = { ...origin?.fields, texts: words.length > 0 ? "/summary" : "/content" };
  const placed = origin && { origin: { ...origin, fields } };
  return { type: "reasoning", texts, ...summary, ...sealOf(values), ...placed, extras };
}

/**
 * Writes a reasoning item for the vendor. What a client of another dialect sends back has lost the ids of what follows it,
 * and with an id of its own it would be refused without them: it goes without.
 */
export function encodeReasoning(part: ReasoningPart, report: Report): JsonObject | undefined {
  const kept = part.extras?.[DIALECT]?.item;
  if (isObject(kept)) return writeNode(REASONING, part, { ...HANDLED, ...kept }, report);
  const encrypted = encryptedIn(part.seal);
  if (encrypted === undefined) return loseNode(part, "reasoning", report, "no encrypted_content");
  return writeNode(REASONING, part, { ...HANDLED, summary: summaryOf(part.texts), encrypted }, report);
}

/** The paragraphs of a summary. */
export function summaryOf(texts: readonly string[]): JsonObject[] {
  return texts.map((each) => ({ type: "summary_text", text: each }));
}

/** What keeps a thought for its vendor: the vendor's own text, or an envelope around another vendor's. */
export function encryptedText(seal: Seal, redacted: boolean): string {
  return encryptedIn(seal) ?? sealText(redacted ? hiddenSeal(seal) : seal, DIALECT);
}

/** The seal of an item, and whether it hides words: its own id and text, or what an envelope holds of another vendor's. */
export function sealOf({ id, encrypted }: Readonly<Record<string, Json>>): Pick<ReasoningPart, "seal" | "redacted"> {
  const own = typeof id === "string" ? { id } : {};
  // llama.cpp sends an empty one where there is none.
  if (typeof encrypted !== "string" || encrypted === "") return { seal: { vendor: DIALECT, value: own } };
  const seal = readSeal(encrypted, DIALECT);
  if (seal.vendor === DIALECT) return { seal: { vendor: DIALECT, value: { ...own, encrypted_content: encrypted } } };
  const shown = shownSeal(seal);
  return shown === undefined ? { seal } : { redacted: true, seal: shown };
}

/** The id that the vendor gave to a thought: what it has encrypted is bound to that. */
export function genuineId(seal: Seal | undefined): string | undefined {
  if (seal?.vendor !== DIALECT || !isObject(seal.value)) return undefined;
  return typeof seal.value.id === "string" ? seal.value.id : undefined;
}

/** The words in a summary, or in the thoughts themselves. */
export function textsIn(words: Json | undefined): string[] {
  if (!isArray(words)) return [];
  return words.flatMap((each) => (isObject(each) && typeof each.text === "string" ? [each.text] : []));
}

const DIALECT = "openai-responses";

const HANDLED = { texts: undefined, summary: undefined, redacted: undefined, seal: undefined };

/** https://developers.openai.com/api/docs/guides/reasoning#keeping-reasoning-items-in-context */
const REASONING = layoutOf<string>({
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

function encryptedIn(seal: Seal | undefined): string | undefined {
  if (seal?.vendor !== DIALECT || !isObject(seal.value)) return undefined;
  const { encrypted_content: encrypted } = seal.value;
  return typeof encrypted === "string" && encrypted !== "" ? encrypted : undefined;
}
