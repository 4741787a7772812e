import { keyOfValue } from "../../json/key.ts";
import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import type { SchemaPart } from "../source.ts";
import { ARRAY, BOOLEAN, FRACTION, INTEGER, NULL, OBJECT, STRING, type Types } from "../types.ts";
import { without } from "./inline-refs.ts";

/** How many alternatives unions that hold at once may be multiplied to. */
const MOST = 256;

/**
 * Schemas that hold at once, with no more unions than can be multiplied out. One that says what another has said is left
 * out; so are further ones, which asks less and is told as a loss: each of them would multiply the alternatives again.
 */
export function limitUnions(parts: readonly SchemaPart[], context: Lowering): readonly SchemaPart[] {
  if (countUnions(parts) < 2) return parts;
  const limit = new UnionLimit(context);
  return parts.map((part) => {
    const excess = UNIONS.filter((keyword) => part.schema[keyword] !== undefined && !limit.takes(part, keyword));
    return excess.length === 0 ? part : without(part, ...excess);
  });
}

class UnionLimit {
  private readonly context: Lowering;
  private readonly seen = new Set<string>();
  private counts: readonly number[] = TYPES.map(() => 1);

  constructor(context: Lowering) {
    this.context = context;
  }

  /** Whether a union is one more that can be multiplied out. */
  takes({ schema, place }: SchemaPart, keyword: "anyOf" | "oneOf"): boolean {
    const members = isArray(schema[keyword]) ? schema[keyword] : [];
    const key = `${keyword}${keyOfValue(members)}`;
    this.context.charge(1 + (key.length >> 6), place);
    const isNew = !this.seen.has(key);
    const more = isNew ? multiply(this.counts, members, this.context) : this.counts;
    const fits = sum(more) <= MOST;
    if (!isNew) this.context.change(place.at(keyword), "vacuous-keyword");
    else if (!fits) this.context.lose(place.at(keyword), "keyword", { action: "weakened" });
    else {
      this.counts = more;
      this.seen.add(key);
    }
    return isNew && fits;
  }
}

const UNIONS = ["anyOf", "oneOf"] as const;

const TYPES: readonly Types[] = [NULL, BOOLEAN, STRING, INTEGER, FRACTION, ARRAY, OBJECT];

function countUnions(parts: readonly SchemaPart[]): number {
  let count = 0;
  for (const { schema } of parts) for (const keyword of UNIONS) if (schema[keyword] !== undefined) count++;
  return count;
}

// Counted by type: a value has one, and alternatives that have none in common come to nothing at once.
function multiply(counts: readonly number[], members: readonly Json[], context: Lowering): readonly number[] {
  context.charge(members.length >> 2);
  const types = members.map((member) => context.source.types(member));
  return counts.map((count, index) => {
    const type = TYPES[index] ?? 0;
    return count === 0 ? 0 : count * types.filter((each) => (each & type) !== 0).length;
  });
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
