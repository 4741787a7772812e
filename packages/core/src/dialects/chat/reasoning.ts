import { isArray, isObject } from "../../json/value.ts";
import { fieldReport, loseForeignExtras, nodeReport } from "../../mapping/node.ts";
import { readSignature, signatureText } from "../../mapping/nodes/signature.ts";
import type { CallPart } from "../../model/call.ts";
import type { ReasoningPart } from "../../model/content.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Part } from "../../model/part.ts";
import type { Signature } from "../../model/signature.ts";
import type { Report } from "../../report.ts";
import type { ChatFacts } from "./facts.ts";
import { detailTexts } from "./reasoning-details.ts";
import { hasVariant, withVariant } from "./variants.ts";

/** The fields of a message with the model's reasoning. */
export interface ReasoningFields {
  readonly reasoning?: Json | undefined;
  readonly reasoningDetails?: Json | undefined;
  /** JSON Pointer to the field that had the text. */
  readonly field?: string | undefined;
}

/** Reads the reasoning of a message. */
export function decodeReasoning(
  facts: ChatFacts,
  { reasoning, reasoningDetails, field }: ReasoningFields,
  report: Report,
): Part[] {
  if (reasoning === undefined && reasoningDetails === undefined) return [];
  const texts = typeof reasoning === "string" ? [reasoning] : [];
  if (isArray(reasoningDetails)) return decodeDetails(facts, reasoningDetails, { texts, report });
  const place = report.at((field ?? facts.reasoning[0]).split("/").at(-1) ?? "").place;
  const origin = { dialect: facts.dialect, place, fields: { texts: "" } };
  return texts.length === 0 ? [] : [{ type: "reasoning", texts, origin }];
}

/** Writes the reasoning of a message. Without a field for signatures, those of other vendors are lost. */
export function encodeReasoning(facts: ChatFacts, parts: readonly Part[], report: Report): ReasoningFields {
  if (!parts.some(hasDetails)) return NO_REASONING;
  const reasoningParts = parts.filter((part): part is ReasoningPart => part.type === "reasoning");
  reportReasoning(facts, reasoningParts, report);
  const texts = reasoningParts.flatMap((part) => (hasVariant(part, facts.dialect, "unsaid") ? [] : part.texts));
  const reasoning = texts.length === 0 ? undefined : texts.filter((text) => text !== "").join("\n\n");
  if (facts.reasoningDetails !== undefined) return { reasoning, reasoningDetails: encodeDetails(facts, parts) };
  for (const part of reasoningParts)
    if (hasProof(part)) nodeReport(part, report).lose("foreign-signature", { feature: "signature" });
  return { reasoning };
}

const NO_REASONING: ReasoningFields = {};

// The texts are joined into one field; in `reasoning_details` each entry keeps its own.
function reportReasoning(facts: ChatFacts, reasoning: readonly ReasoningPart[], report: Report): void {
  const joined = facts.reasoningDetails === undefined && reasoning.length > 1;
  for (const part of reasoning) {
    if (joined || part.texts.length > 1) fieldReport(part, "texts", report).change("joined-text");
    loseForeignExtras(facts.dialect, part, report);
  }
}

function hasDetails(part: Part): boolean {
  return part.type === "reasoning" || (part.type === "call" && part.signature !== undefined);
}

/** Calls with their signatures, which are in `reasoning_details` under the ids of the calls. */
export function withCallSignatures(
  facts: ChatFacts,
  { reasoningDetails }: ReasoningFields,
  calls: readonly Part[],
): Part[] {
  if (!isArray(reasoningDetails)) return [...calls];
  const signatures = new Map(reasoningDetails.flatMap((detail) => signatureOfCall(facts, detail) ?? []));
  return calls.map((part) => {
    const signature = part.type === "call" ? signatures.get(part.id) : undefined;
    return signature === undefined ? part : ({ ...part, signature } as CallPart);
  });
}

/** Where a signature is in `reasoning_details`, and what it belongs to. */
export interface DetailPosition {
  /** The call that it belongs to. */
  readonly id: string | null;
  readonly index: number;
  /** The text of the reasoning that it belongs to, if it is not the first. */
  readonly text?: string | undefined;
}

/** The entry with another vendor's signature. As texts are joined into one field, later entries repeat their own. */
export function signatureDetail(
  facts: ChatFacts,
  signature: Signature,
  { id, index, text = "" }: DetailPosition,
): JsonObject {
  const kept =
    text === "" || index === 0 || id !== null
      ? signature
      : { ...signature, value: { said: text, signature: signature.value } };
  return { type: ENCRYPTED, data: signatureText(kept, facts.dialect), format: "unknown", id, index };
}

const ENCRYPTED = "reasoning.encrypted";

// The whole list is one part, because OpenRouter wants it back unchanged.
function decodeDetails(
  facts: ChatFacts,
  details: readonly Json[],
  { texts, report }: { texts: readonly string[]; report: Report },
): ReasoningPart[] {
  const place = report.at((facts.reasoningDetails ?? "").slice(1)).place;
  const origin = { dialect: facts.dialect, place, fields: { texts: "" } };
  const foreign = details.flatMap((detail) => foreignSignature(detail, facts.dialect) ?? []);
  if (foreign.length === details.length && foreign.length > 0)
    return foreignReasoning(foreign, texts).map((part) => ({ ...part, origin }));
  const signature = { vendor: facts.dialect, value: details };
  if (texts.length > 0) return [{ type: "reasoning", texts, signature, origin }];
  return [
    { type: "reasoning", texts: detailTexts(details), signature, ...withVariant({ origin }, facts.dialect, "unsaid") },
  ];
}

// The text belongs to the first signature, less what later ones repeat; signatures of calls are no reasoning.
function foreignReasoning(entries: readonly ForeignSignature[], texts: readonly string[]): ReasoningPart[] {
  const reasoning = entries.filter(({ id }) => id === null);
  const [first, ...rest] = reasoning.map(
    ({ signature, texts }): ReasoningPart => ({ type: "reasoning", texts, signature }),
  );
  if (first === undefined) return texts.length === 0 ? [] : [{ type: "reasoning", texts }];
  const firstTexts = reasoning.reduceRight((left, { texts }) => withoutSuffix(left, texts), texts);
  return [{ ...first, texts: firstTexts }, ...rest];
}

function withoutSuffix(texts: readonly string[], [suffix]: readonly string[]): readonly string[] {
  const all = texts.join("\n\n");
  if (suffix === undefined || !all.endsWith(suffix)) return texts;
  const left = all.slice(0, -suffix.length).replace(/\n\n$/, "");
  return left === "" ? [] : [left];
}

function encodeDetails(facts: ChatFacts, parts: readonly Part[]): Json[] | undefined {
  const details: Json[] = [];
  for (const part of parts) {
    const { signature } = part as { signature?: Signature };
    if (signature === undefined || (part.type !== "reasoning" && part.type !== "call")) continue;
    const id = part.type === "call" ? part.id : null;
    if (signature.vendor === facts.dialect) details.push(...(isArray(signature.value) ? signature.value : []));
    else details.push(signatureDetail(facts, signature, { id, index: details.length, text: reasoningText(part) }));
  }
  return details.length === 0 ? undefined : details;
}

function reasoningText(part: Part): string | undefined {
  return part.type === "reasoning" ? part.texts.join("\n\n") : undefined;
}

interface ForeignSignature {
  readonly id: string | null;
  readonly signature: Signature;
  readonly texts: readonly string[];
}

function foreignSignature(detail: Json, dialect: string): ForeignSignature | undefined {
  if (!isObject(detail) || detail.type !== ENCRYPTED || typeof detail.data !== "string") return undefined;
  const signature = readSignature(detail.data, dialect);
  if (signature.vendor === dialect) return undefined;
  const { said, signature: inner } = (isObject(signature.value) ? signature.value : {}) as JsonObject;
  const own =
    typeof said === "string" && inner !== undefined ? { signature: { ...signature, value: inner }, texts: [said] } : {};
  return { id: typeof detail.id === "string" ? detail.id : null, signature, texts: [], ...own };
}

function signatureOfCall(facts: ChatFacts, detail: Json): [[id: string, signature: Signature]] | undefined {
  const foreign = foreignSignature(detail, facts.dialect);
  return foreign === undefined || foreign.id === null ? undefined : [[foreign.id, foreign.signature]];
}

function hasProof({ signature }: ReasoningPart): boolean {
  return signature !== undefined && signature.value !== null;
}
