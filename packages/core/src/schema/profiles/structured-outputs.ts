import type { SchemaProfile } from "../../model/profile.ts";
import { everything, strictest } from "./everything.ts";

/** Parameters without a strict mode, for servers that read them as prompt text except for the root and the items of arrays. */
export const rootedPrompt: SchemaProfile = {
  ...everything,
  notAtRoot: new Set(["anyOf", "oneOf", "allOf", "enum", "const", "not", "$ref"]),
  modern: "always",
  declaredRequired: true,
  rootProperties: true,
  arraysNeedItems: true,
};

/** The strict mode that such servers share. */
export const structured: SchemaProfile = {
  ...strictest,
  keywords: new Set([
    ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf", "$ref", "$defs"],
    ...["description", "title", "$comment", "examples", "readOnly", "writeOnly"],
    ...["pattern", "format", "minLength", "maxLength", "minItems", "maxItems"],
    ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ]),
  notAtRoot: rootedPrompt.notAtRoot,
  refs: "keep",
  allRequired: true,
  // The grammars behind structured outputs are made by engines without backtracking: https://github.com/guidance-ai/llguidance
  patterns: "regular",
  formats: { string: new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]) },
  limits: { depth: 10, properties: 5000, enumValues: 1000, nameCharacters: 120_000 },
};
