import { readSeal, sealText } from "../../conversation/seal.ts";
import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ReasoningPart } from "../../model/part.ts";
import type { Report } from "../../report.ts";
import type { ChatFacts } from "./facts.ts";

/** Reads sealed thoughts: the whole list is one thought, because its vendor wants it back as it was. */
export function decodeDetails(
  facts: ChatFacts,
  details: readonly Json[],
  { reasoning, report }: { reasoning: Json | undefined; report: Report },
): ReasoningPart[] {
  const place = report.at((facts.reasoningDetails ?? "").slice(1)).place;
  const origin = { dialect: facts.dialect, place, fields: { texts: "" } };
  const foreign = details.flatMap((detail) => foreignSeal(detail, facts.dialect) ?? []);
  const words = typeof reasoning === "string" ? [reasoning] : [];
  if (foreign.length === details.length && foreign.length > 0)
    return foreign.map((thought, index) => ({ ...thought, texts: index === 0 ? words : [], origin }));
  const seal = { vendor: facts.dialect, value: details };
  return [{ type: "reasoning", texts: words.length > 0 ? words : textsIn(details), seal, origin }];
}

/** Writes sealed thoughts. */
export function encodeDetails(facts: ChatFacts, thoughts: readonly ReasoningPart[]): Record<string, Json | undefined> {
  const texts = thoughts.flatMap((thought) => thought.texts);
  const details = thoughts.flatMap(({ seal }): readonly Json[] => {
    if (seal === undefined) return [];
    if (seal.vendor === facts.dialect && Array.isArray(seal.value)) return seal.value as readonly Json[];
    return [{ type: ENCRYPTED, data: sealText(seal, facts.dialect), format: "unknown", id: null, index: 0 }];
  });
  const reasoning = texts.length === 0 ? undefined : texts.join("\n\n");
  return { reasoning, reasoningDetails: details.length === 0 ? undefined : details };
}

const ENCRYPTED = "reasoning.encrypted";

function foreignSeal(detail: Json, dialect: string): ReasoningPart | undefined {
  const data = isObject(detail) && detail.type === ENCRYPTED ? detail.data : undefined;
  const seal = typeof data === "string" ? readSeal(data, dialect) : undefined;
  return seal === undefined || seal.vendor === dialect ? undefined : { type: "reasoning", texts: [], seal };
}

function textsIn(details: readonly Json[]): string[] {
  return details.flatMap((detail) => {
    const { text, summary } = (isObject(detail) ? detail : {}) as JsonObject;
    return typeof text === "string" ? [text] : typeof summary === "string" ? [summary] : [];
  });
}
