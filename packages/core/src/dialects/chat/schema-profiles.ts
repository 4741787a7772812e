import type { SchemaProfile } from "../../model/schema-profile.ts";
import { everything, strictBase } from "../../schema/profiles/everything.ts";

/** OpenAI's function parameters without strict mode: prompt text, except for the root and the items of arrays. */
export const nonStrictSchema: SchemaProfile = {
  ...everything,
  notAtRoot: new Set(["anyOf", "oneOf", "allOf", "enum", "const", "not", "$ref"]),
  modern: "always",
  declaredRequired: true,
  rootProperties: true,
  arraysNeedItems: true,
};

/** OpenAI's strict mode: https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
export const strictSchema: SchemaProfile = {
  ...strictBase,
  keywords: new Set([
    ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf", "$ref", "$defs"],
    ...["description", "title", "$comment", "examples", "readOnly", "writeOnly"],
    ...["pattern", "format", "minLength", "maxLength", "minItems", "maxItems"],
    ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ]),
  notAtRoot: nonStrictSchema.notAtRoot,
  refs: "keep",
  allRequired: true,
  // OpenAI's structured outputs use llguidance, an engine without backtracking:
  // https://github.com/guidance-ai/llguidance
  patterns: "regular",
  formats: { string: new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]) },
  limits: { depth: 10, properties: 5000, enumValues: 1000, nameCharacters: 120_000 },
};
