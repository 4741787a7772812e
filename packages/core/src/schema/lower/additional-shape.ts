import type { Json } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import { asParts, type Lowering } from "../context.ts";
import { undeclaredSchema } from "../keywords/additional-properties.ts";
import type { SchemaPart } from "../source.ts";

/** What an object requires of undeclared properties: nothing, that there are none, or their schemas. */
export type AdditionalProperties = "unspecified" | "none" | AdditionalSchemas;

/** The schemas of undeclared properties, without those that accept everything. */
export interface AdditionalSchemas {
  readonly parts: readonly SchemaPart[];
  readonly place: Place;
  /** The first of them, as in the source. */
  readonly stated: Json;
}

/** Reads what several schemas together require of undeclared properties. */
export function additionalOf(parts: readonly SchemaPart[], context: Lowering): AdditionalProperties {
  let first: AdditionalSchemas | undefined;
  const all: SchemaPart[] = [];
  let isClosed = false;
  for (const part of parts) {
    const own = ownAdditional(part, context);
    if (own === "none") isClosed = true;
    if (typeof own === "string") continue;
    first ??= own;
    all.push(...own.parts);
  }
  if (isClosed) return "none";
  return first === undefined ? "unspecified" : { place: first.place, stated: first.stated, parts: all };
}

function ownAdditional(part: SchemaPart, context: Lowering): AdditionalProperties {
  // Targets without patterns cannot tell which keys a pattern matches, nor which keys are left to the other schemas.
  if (part.schema.patternProperties !== undefined) return { parts: [], place: part.place, stated: true };
  const stated = undeclaredSchema(part.schema);
  if (stated === undefined) return "unspecified";
  const place = part.place.at("additionalProperties");
  const parts = asParts(stated, place, context.report);
  if (parts === undefined) return "none";
  return { parts: parts.filter(({ schema }) => Object.keys(schema).length > 0), place, stated };
}
