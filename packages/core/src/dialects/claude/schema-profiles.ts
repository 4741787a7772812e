import type { NameRule } from "../../model/name-rule.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { everything, strictBase } from "../../schema/profiles/everything.ts";

/** Property keys outside of this are a 400, strict or not. */
const propertyNames: NameRule = { characters: "a-zA-Z0-9_.-", maxLength: 64 };

/** `input_schema` without strict mode: any JSON Schema 2020-12 below a root without combinators. */
export const native: SchemaProfile = {
  ...everything,
  notAtRoot: new Set(["anyOf", "oneOf", "allOf", "$ref"]),
  modern: "always",
  propertyNames,
};

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations */
export const strict: SchemaProfile = {
  ...strictBase,
  keywords: new Set([
    ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf"],
    ...["description", "title", "default", "format", "pattern", "minItems"],
  ]),
  notAtRoot: native.notAtRoot,
  patterns: "simple",
  anyMinItems: false,
  propertyNames,
  formats: {
    string: new Set(["date-time", "time", "date", "duration", "email", "hostname", "uri", "ipv4", "ipv6", "uuid"]),
  },
  /** Beyond these the grammar of a single tool is "too complex for compilation". */
  limits: { optional: 12, unions: 15 },
};
