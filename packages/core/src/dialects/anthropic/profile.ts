import type { NameRule } from "../../model/name-rule.ts";
import type { DialectProfile } from "../../model/profile.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { everything, strictBase } from "../../schema/profiles/everything.ts";
import { callProfile } from "./call-profile.ts";

/** Property keys outside of this are a 400, strict or not. */
const propertyNames: NameRule = { characters: "a-zA-Z0-9_.-", maxLength: 64 };

/** `input_schema` without strict mode: any JSON Schema 2020-12 below a root without combinators. */
const native: SchemaProfile = {
  ...everything,
  notAtRoot: new Set(["anyOf", "oneOf", "allOf", "$ref"]),
  modern: "always",
  propertyNames,
};

/** https://platform.claude.com/docs/en/build-with-claude/structured-outputs#json-schema-limitations */
const strict: SchemaProfile = {
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

export const profile: DialectProfile = {
  ...callProfile,
  native,
  strict,
  strictBudget: { tools: 20, optional: 24, unions: 16 },
  strictIsExplicit: false,
  /** The column "Anthropic" of tooladapter's support matrix. */
  conservativeLacks: new Set(["$ref", "$defs", "definitions"]),
  literal: { strict: false, removes: new Set() },
  hosted: {
    "web-search": "web_search_20260318",
    "url-context": "web_fetch_20260318",
    "code-execution": "code_execution_20260521",
    "tool-search": "tool_search_tool_bm25_20251119",
  },
  hostedNames: {
    "web-search": "web_search",
    "url-context": "web_fetch",
    "code-execution": "code_execution",
    "tool-search": "tool_search_tool_bm25",
  },
  searchByModel: true,
};
