import type { DialectProfile } from "../../model/profile.ts";
import { conservativeLacks } from "../../schema/profiles/everything.ts";
import { jsonSchema } from "../google/schema-profile.ts";
import { callProfile } from "./call-profile.ts";

export const profile: DialectProfile = {
  ...callProfile,
  native: jsonSchema,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: false, removes: new Set(["additionalProperties"]) },
  // `file_search` is left out: another vendor has a tool of this name with other settings.
  hosted: {
    "web-search": "google_search",
    "url-context": "url_context",
    maps: "google_maps",
    "code-execution": "code_execution",
    computer: "computer_use",
    mcp: "mcp_server",
  },
};
