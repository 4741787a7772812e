import type { DialectProfile, SchemaProfile } from "../../model/profile.ts";
import { everything } from "../../schema/profiles/everything.ts";

/** What `--schema` may print: six types, descriptions, enums, arrays and objects, and nothing else. */
const native: SchemaProfile = {
  ...everything,
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
  toolNames: { characters: "a-zA-Z0-9_", maxLength: 64 },
  native,
  strictIsExplicit: false,
  conservativeLacks: new Set(["$ref", "$defs", "definitions", "anyOf", "oneOf", "allOf", "not", "pattern"]),
  literal: { strict: false, removes: new Set() },
  hosted: {},
  toolFields: new Set(),
};
