import type { SchemaProfile } from "../../model/profile.ts";

/** JSON Schema 2020-12 without any restriction: what profiles start from. */
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

/** What a strict mode adds, whoever's it is: every object closed, every value typed. */
export const strictest: SchemaProfile = {
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
