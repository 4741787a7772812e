import { copyJson } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import type { SchemaPart } from "../source.ts";
import { COMPLEX, DEFAULT, DESCRIPTION, ENUM, TITLE, type Traits, typesOfTraits } from "../traits.ts";
import { ARRAY, NULL, OBJECT } from "../types.ts";
import { SchemaDraft, writeKeyword } from "./keywords.ts";

/** Whether schemas with these traits are plain and hold no others: texts, numbers and truth values. */
export function isLeaf(traits: Traits): boolean {
  return traits !== COMPLEX && (traits & (OBJECT | ARRAY | NULL)) === 0;
}

/** Lowers a schema that holds no others. */
export function lowerLeaf(part: SchemaPart, traits: Traits, context: Lowering): Record<string, Json> {
  return isKnown(traits, context) ? copyLeaf(part.schema, traits) : writeLeaf(part, traits, context);
}

/** Whether the target knows all that is said in a schema with these traits. */
export function isKnown(traits: Traits, { profile }: Lowering): boolean {
  return (traits & ~profile.knownTraits) === 0;
}

/** Copies what these traits say of a schema that holds no others. */
export function copyLeaf(schema: JsonObject, traits: Traits): Record<string, Json> {
  const type = schema.type as Json;
  // Objects that are made in few shapes are made fast, and read fast by whoever comes after.
  const copy: Record<string, Json> =
    (traits & DESCRIPTION) === 0 ? { type } : { type, description: schema.description as Json };
  if ((traits & TITLE) !== 0) copy.title = schema.title as Json;
  if ((traits & ENUM) !== 0) copy.enum = (schema.enum as readonly Json[]).slice();
  if ((traits & DEFAULT) !== 0) copy.default = copyJson(schema.default as Json);
  return copy;
}

function writeLeaf(part: SchemaPart, traits: Traits, context: Lowering): Record<string, Json> {
  const { schema } = part;
  const node = new SchemaDraft(copyLeaf(schema, traits & (context.profile.knownTraits | ENUM)), typesOfTraits(traits));
  for (const keyword in schema) {
    if (!Object.hasOwn(node.schema, keyword))
      writeKeyword({ keyword, value: schema[keyword] ?? null, part }, node, context);
  }
  return node.finish();
}
