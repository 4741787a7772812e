import type { DialectProfile } from "../../model/profile.ts";
import { everything } from "../../schema/profiles/everything.ts";

export const profile: DialectProfile = {
  /** https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-names */
  toolNames: { characters: "a-zA-Z0-9_.-", maxLength: 128 },
  native: { ...everything, modern: "undeclared" },
  strictIsExplicit: false,
  conservativeLacks: new Set(),
  literal: { strict: false, removes: new Set() },
  hosted: {},
  toolFields: new Set(["title", "annotations", "outputSchema", "icons", "meta"]),
};
