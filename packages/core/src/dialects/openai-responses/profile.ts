import type { DialectProfile } from "../../model/profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { nonStrictSchema, strictSchema } from "../chat/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";

export const profile: DialectProfile = {
  ...callProfile,
  native: nonStrictSchema,
  /** https://developers.openai.com/api/docs/guides/structured-outputs#supported-schemas */
  strict: strictSchema,
  /** An omitted `strict` means "try": optional parameters might become mandatory. */
  strictIsExplicit: true,
  conservativeLacks,
  literal: { strict: true, removes: new Set() },
  hosted: {
    "web-search": "web_search",
    "code-execution": "code_interpreter",
    "file-search": "file_search",
    computer: "computer",
    mcp: "mcp",
    "tool-search": "tool_search",
  },
  clientSearch: "tool_search",
  searchByModel: true,
};
