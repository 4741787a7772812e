import type { DialectProfile, NameRule, SchemaProfile } from "../../model/profile.ts";
import { everything, strictest } from "../../schema/profiles/everything.ts";

/** https://developers.openai.com/api/reference: FunctionDefinition.name */
const toolNames: NameRule = { characters: "a-zA-Z0-9_-", maxLength: 64 };

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

/** The column "OpenAI" of tooladapter's support matrix; patterns only in strict mode. */
const conservativeLacks: ReadonlySet<string> = new Set([
  "$ref",
  "$defs",
  "definitions",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "pattern",
]);

export const profile: DialectProfile = {
  toolNames,
  native,
  strict,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: true, removes: new Set() },
  hosted: {},
  toolFields: new Set(["strict"]),
};
