import { areDistinct, copyJson, isArray } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import { keywordOf } from "../keywords/index.ts";
import { isStrings } from "../keywords/value-forms.ts";
import type { SchemaPart } from "../source.ts";
import { BOOLEAN, NONE, NUMBER, STRING, typesNamed } from "../types.ts";
import { SchemaDraft } from "./draft.ts";
import { writeKeyword } from "./keywords.ts";

/**
 * Whether a schema describes a string, a number or a boolean, is well formed, and has no keyword that must be resolved,
 * merged or split into cases before it can be lowered.
 */
export function isLeaf(schema: JsonObject): boolean {
  if (typeof schema.type !== "string" || (typesNamed(schema.type) & SCALARS) === NONE) return false;
  for (const name in schema) {
    const keyword = keywordOf(name);
    if (keyword.complex || !keyword.wellFormed(schema[name] as Json)) return false;
  }
  return schema.enum === undefined || isPlainEnum(schema);
}

const SCALARS = STRING | NUMBER | BOOLEAN;

// Any other enumeration has to be compared with the rest of the schema.
function isPlainEnum({ type, enum: values, minLength, maxLength }: JsonObject): boolean {
  const areStrings = isArray(values) && isStrings(values) && areDistinct(values);
  return type === "string" && areStrings && minLength === undefined && maxLength === undefined;
}

/** Lowers a leaf. `type` and the description are written first; the other keywords keep their order. */
export function lowerLeaf(part: SchemaPart, context: Lowering): Record<string, Json> {
  const { schema } = part;
  const type = String(schema.type);
  const draft = new SchemaDraft({ type }, typesNamed(type));
  for (const keyword of FIRST) {
    const value = schema[keyword];
    // Every target supports `enum`.
    if (value !== undefined && (keyword === "enum" || context.supports(keyword)))
      draft.schema[keyword] = copyJson(value);
  }
  return finishLeaf(part, draft, context);
}

/** Lowers the keywords of a leaf that are not written yet. */
export function finishLeaf(part: SchemaPart, draft: SchemaDraft, context: Lowering): Record<string, Json> {
  const { schema } = part;
  for (const keyword in schema) {
    if (!Object.hasOwn(draft.schema, keyword))
      writeKeyword({ keyword, value: schema[keyword] ?? null, part }, draft, context);
  }
  return draft.finish();
}

const FIRST = ["description", "title", "enum", "default"] as const;
