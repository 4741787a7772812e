import type { Json, JsonObject } from "@toolglot/core";
import { listIn, objectIn, objectsIn, said } from "./values.ts";

/** The answer that the chunks of a stream add up to: text grows, everything else is replaced: https://ai.google.dev/api/generate-content */
export function assemble(chunks: readonly JsonObject[]): JsonObject {
  const candidates: JsonObject[] = [];
  let answer: JsonObject = {};
  for (const { candidates: added, ...rest } of chunks) {
    answer = { ...answer, ...said(rest) };
    for (const candidate of objectsIn(added)) {
      const index = Number(candidate.index ?? 0);
      candidates[index] = grown(candidates[index] ?? {}, candidate);
    }
  }
  return candidates.length === 0 ? answer : { ...answer, candidates };
}

function grown(known: JsonObject, { content, ...rest }: JsonObject): JsonObject {
  const before = objectIn(known.content);
  const now = objectIn(content);
  const parts = objectsIn(now.parts).reduce<readonly Json[]>(withPart, listIn(before.parts));
  return { ...known, ...said(rest), content: { ...before, ...now, ...(parts.length > 0 && { parts }) } };
}

// Text continues until it is signed, or another kind of part begins.
function withPart(parts: readonly Json[], part: JsonObject): readonly Json[] {
  const last = objectIn(parts.at(-1));
  const goesOn = typeof last.text === "string" && typeof part.text === "string" && last.thoughtSignature === undefined;
  const isLate = part.text === "" && part.thought === undefined;
  // The last chunk has a part with empty text, because it must have a part.
  if (isLate && part.thoughtSignature === undefined && parts.length > 0) return parts;
  if (!goesOn || (last.thought !== part.thought && !isLate)) return [...parts, part];
  return [...parts.slice(0, -1), { ...part, ...last, text: `${last.text}${part.text}` }];
}
