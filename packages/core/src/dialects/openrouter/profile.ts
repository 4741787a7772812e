import type { DialectProfile, SchemaProfile } from "../../model/profile.ts";
import { everything, strictest } from "../../schema/profiles/everything.ts";

/** Whichever provider is chosen behind it reads the schema; the strictest root of them is kept to. */
const native: SchemaProfile = {
  ...everything,
  notAtRoot: new Set(["anyOf", "oneOf", "allOf", "enum", "const", "not", "$ref"]),
  declaredRequired: true,
  rootProperties: true,
  arraysNeedItems: true,
};

/** The intersection of the strict modes behind it: no bounds on numbers, lengths and counts, no recursion. */
const strict: SchemaProfile = {
  ...strictest,
  keywords: new Set([
    ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf"],
    ...["description", "title", "pattern", "format"],
  ]),
  notAtRoot: native.notAtRoot,
  allRequired: true,
  patterns: "simple",
  formats: { string: new Set(["date-time", "time", "date", "duration", "email", "hostname", "ipv4", "ipv6", "uuid"]) },
  limits: { depth: 10, properties: 5000, enumValues: 1000, nameCharacters: 120_000 },
};

export const profile: DialectProfile = {
  toolNames: { characters: "a-zA-Z0-9_-", maxLength: 64 },
  native,
  strict,
  strictIsExplicit: false,
  conservativeLacks: new Set(["$ref", "$defs", "definitions", "anyOf", "oneOf", "allOf", "not", "pattern"]),
  literal: { strict: true, removes: new Set() },
  hosted: {
    "web-search": "openrouter:web_search",
    "url-context": "openrouter:web_fetch",
    "tool-search": "openrouter:tool_search",
  },
  toolFields: new Set(["strict", "cacheControl"]),
};
