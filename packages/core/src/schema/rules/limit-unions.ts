import { keyOfValue } from "../../json/key.ts";
import { isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import { keywordsWhere } from "../keywords/index.ts";
import type { SchemaPart } from "../source.ts";
import { ARRAY, BOOLEAN, FRACTION, INTEGER, NULL, OBJECT, STRING, type Types } from "../types.ts";
import { without } from "./inline-refs.ts";

/** The most alternatives that several unions in one conjunction may be expanded to. */
const MAX_ALTERNATIVES = 256;

/**
 * Limits the unions in a conjunction, because each one multiplies the alternatives. A union that repeats another is
 * left out, which is a change; those beyond the limit are left out too, which weakens the schema and is a loss.
 */
export function limitUnions(parts: readonly SchemaPart[], context: Lowering): readonly SchemaPart[] {
  if (countUnions(parts) < 2) return parts;
  const limit = new UnionLimit(context);
  return parts.map((part) => {
    const excess = UNIONS.filter((keyword) => part.schema[keyword] !== undefined && !limit.admits(part, keyword));
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

  /** Whether one more union is within the limit. */
  admits({ schema, place }: SchemaPart, keyword: string): boolean {
    const members = isArray(schema[keyword]) ? schema[keyword] : [];
    const key = `${keyword}${keyOfValue(members)}`;
    this.context.charge(1 + (key.length >> 6), place);
    const isNew = !this.seen.has(key);
    const more = isNew ? multiply(this.counts, members, this.context) : this.counts;
    const fits = sum(more) <= MAX_ALTERNATIVES;
    if (!isNew) this.context.change(place.at(keyword), "vacuous-keyword");
    else if (!fits) this.context.lose(place.at(keyword), "keyword", { action: "weakened" });
    else {
      this.counts = more;
      this.seen.add(key);
    }
    return isNew && fits;
  }
}

const UNIONS = [...keywordsWhere(({ alternatives }) => alternatives === "schemas")];

const TYPES: readonly Types[] = [NULL, BOOLEAN, STRING, INTEGER, FRACTION, ARRAY, OBJECT];

function countUnions(parts: readonly SchemaPart[]): number {
  let count = 0;
  for (const { schema } of parts) for (const keyword of UNIONS) if (schema[keyword] !== undefined) count++;
  return count;
}

// Counted by type: a value has one type, so that alternatives without a common type do not multiply.
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
