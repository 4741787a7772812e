import type { SchemaProfile } from "../../model/schema-profile.ts";

/** JSON Schema 2020-12 without any restriction. Profiles start from it. */
export const everything: SchemaProfile = {
  notAtRoot: new Set(),
  modern: "never",
  declaredRequired: false,
  refs: "keep",
  rootProperties: false,
  closed: false,
  allRequired: false,
  openObjects: true,
  untyped: true,
  emptyObjects: true,
  arraysNeedItems: false,
  typeLists: "array",
  enumValues: "any",
  patterns: "any",
  anyMinItems: true,
  anyOfInItems: true,
  anyOfWithSiblings: true,
};

/** What every strict mode has in common: objects are closed, and every value has a type. */
export const strictBase: SchemaProfile = {
  ...everything,
  refs: "inline",
  rootProperties: true,
  declaredRequired: true,
  closed: true,
  openObjects: false,
  untyped: false,
  arraysNeedItems: true,
  enumValues: "primitive",
};

/** The keywords that most targets lack in tooladapter's support matrix, for the `conservative` profile. */
export const conservativeLacks: ReadonlySet<string> = new Set([
  ...["$ref", "$defs", "definitions", "anyOf", "oneOf", "allOf", "not", "pattern"],
]);
