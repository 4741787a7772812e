import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import type { Part } from "../source.ts";
import { ARRAY, BOOLEAN, FRACTION, INTEGER, NULL, OBJECT, STRING, type Types } from "../types.ts";
import { without } from "./inline-refs.ts";

/** How many alternatives unions that hold at once may be multiplied to. */
const MOST = 256;

/**
 * Schemas that hold at once, with no more unions than can be multiplied out. Further ones are left out, which asks less and
 * is told as a loss: each of them would multiply the alternatives again.
 */
export function limitUnions(parts: readonly Part[], context: Lowering): readonly Part[] {
  if (countUnions(parts) < 2) return parts;
  let counts: readonly number[] = TYPES.map(() => 1);
  return parts.map((part) => {
    const excess = UNIONS.filter((keyword) => {
      const members = part.schema[keyword];
      if (!isArray(members)) return false;
      const more = multiply(counts, members, context);
      if (sum(more) > MOST) return true;
      counts = more;
      return false;
    });
    for (const keyword of excess) context.lose(part.place.at(keyword), "keyword", { action: "weakened" });
    return excess.length === 0 ? part : without(part, ...excess);
  });
}

const UNIONS = ["anyOf", "oneOf"] as const;

const TYPES: readonly Types[] = [NULL, BOOLEAN, STRING, INTEGER, FRACTION, ARRAY, OBJECT];

function countUnions(parts: readonly Part[]): number {
  let count = 0;
  for (const { schema } of parts) for (const keyword of UNIONS) if (schema[keyword] !== undefined) count++;
  return count;
}

// Counted by type: a value has one, and alternatives that have none in common come to nothing at once.
function multiply(counts: readonly number[], members: readonly Json[], context: Lowering): readonly number[] {
  context.work(members.length >> 2);
  const types = members.map((member) => context.source.types(member));
  return counts.map((count, index) => {
    const type = TYPES[index] ?? 0;
    return count === 0 ? 0 : count * types.filter((each) => (each & type) !== 0).length;
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
