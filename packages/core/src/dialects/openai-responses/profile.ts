import type { DialectProfile, SchemaProfile } from "../../model/profile.ts";
import { everything, strictest } from "../../schema/profiles/everything.ts";

/** Function parameters without strict mode: prompt text, except for the root and the items of arrays. */
const native: SchemaProfile = {
  ...everything,
  notAtRoot: new Set(["anyOf", "oneOf", "allOf", "enum", "const", "not", "$ref"]),
  declaredRequired: true,
  rootProperties: true,
  arraysNeedItems: true,
};

/** https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
const strict: SchemaProfile = {
  ...strictest,
  keywords: new Set([
    ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf", "$ref", "$defs"],
    ...[
      "description",
      "title",
      "$comment",
      "examples",
      "readOnly",
      "writeOnly",
      "pattern",
      "format",
      "minLength",
      "maxLength",
    ],
    ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems"],
  ]),
  notAtRoot: native.notAtRoot,
  refs: "keep",
  allRequired: true,
  patterns: "no-look-around",
  formats: { string: new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]) },
  limits: { depth: 10, properties: 5000, enumValues: 1000, nameCharacters: 120_000 },
};

export const profile: DialectProfile = {
  /** Members of a namespace may have 128; 64 is what every place takes. */
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  native,
  strict,
  /** An omitted `strict` means "try": optional parameters might become mandatory. */
  strictIsExplicit: true,
  conservativeLacks: new Set(["$ref", "$defs", "definitions", "anyOf", "oneOf", "allOf", "not", "pattern"]),
  literal: { strict: true, removes: new Set() },
  hosted: {
    "web-search": "web_search",
    "code-execution": "code_interpreter",
    "file-search": "file_search",
    computer: "computer",
    mcp: "mcp",
    "tool-search": "tool_search",
  },
  toolFields: new Set(["strict", "outputSchema", "deferLoading", "allowedCallers", "namespace"]),
};
