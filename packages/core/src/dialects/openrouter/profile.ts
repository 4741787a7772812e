import type { DialectProfile } from "../../model/profile.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { nonStrictSchema, strictSchema } from "../chat/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";

/** What the strict modes of all its providers take: no bounds on numbers, lengths and counts, no recursion. */
const strict: SchemaProfile = {
  ...strictSchema,
  keywords: new Set([
    ...["type", "enum", "const", "properties", "required", "additionalProperties", "items", "anyOf"],
    ...["description", "title", "pattern", "format"],
  ]),
  refs: "inline",
  patterns: "simple",
};

export const profile: DialectProfile = {
  ...callProfile,
  /** Any of its providers may read the schema, so its root satisfies the strictest. */
  native: nonStrictSchema,
  strict,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: true, removes: new Set() },
  hosted: {
    "web-search": "openrouter:web_search",
    "url-context": "openrouter:web_fetch",
    "tool-search": "openrouter:tool_search",
  },
};
