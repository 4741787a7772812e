import type { DialectProfile } from "../../model/profile.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { conservativeLacks, everything } from "../../schema/profiles/everything.ts";
import { schemaRewriter } from "../../schema/rewrite.ts";
import { withoutMessages } from "../without-messages.ts";
import { callProfile } from "./call-profile.ts";

/** What `--schema` may print: six types, descriptions, enums, arrays and objects, and nothing else. */
const native: SchemaProfile = {
  ...everything,
  rewriter: schemaRewriter,
  keywords: new Set(["type", "description", "enum", "items", "properties", "required"]),
  notAtRoot: new Set(["enum"]),
  declaredRequired: true,
  rootProperties: true,
  refs: "inline",
  openObjects: false,
  untyped: false,
  arraysNeedItems: true,
  typeLists: "none",
};

export const profile: DialectProfile = {
  ...callProfile,
  conversation: { ...withoutMessages, ...callProfile.conversation },
  native,
  strictIsExplicit: false,
  conservativeLacks,
  literal: { strict: false, removes: new Set() },
  hosted: {},
};
