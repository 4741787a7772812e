import type { DialectProfile } from "../../model/profile.ts";
import { native, strict } from "../claude/schema-profiles.ts";
import { callProfile } from "./call-profile.ts";

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
