import type { JsonObject } from "../model/json.ts";
import type { Place } from "../place.ts";
import type { ProblemCollector } from "./accept/problems.ts";
import type { Rule } from "./accept/rule.ts";
import { readTree, type SchemaTree } from "./accept/tree.ts";
import type { SubschemaLayout } from "./keywords/index.ts";

export { allowedKeywords } from "./accept/keywords.ts";
export { type GrammarCost, grammarCost } from "./accept/limits.ts";
export {
  arraysHaveItems,
  closedObjects,
  propertyKeys,
  requiredDeclared,
  rootIsObject,
  rootWithout,
} from "./accept/objects.ts";
export { ProblemCollector } from "./accept/problems.ts";
export { resolvableReferences } from "./accept/references.ts";
export * from "./accept/rule.ts";
export * from "./accept/tools.ts";
export { requiredNames, type SchemaNode, type SchemaTree, SUBSCHEMAS } from "./accept/tree.ts";
export {
  allowedFormats,
  enumKinds,
  hasType,
  noBooleanSchemas,
  noSiblings,
  supportedPatterns,
} from "./accept/values.ts";
export * from "./accept/well-formed.ts";
export type { SubschemaLayout } from "./keywords/index.ts";

/** Checks a schema against a target's rules and collects the problems. Returns the parsed schema for further checks. */
export function checkSchema(schema: JsonObject, place: Place, rules: RuleSet, problems: ProblemCollector): SchemaTree {
  const tree = readTree(schema, place, rules.follow);
  for (const rule of rules.rules) rule(tree, problems);
  if (tree.truncatedAt !== undefined) {
    problems.error(
      tree.truncatedAt,
      "too-deep",
      "The schema is nested too deeply, or too large, to be read; flatten it.",
    );
  }
  return tree;
}

/** A target's rules for schemas. `follow` limits the keywords whose subschemas are checked; all of them by default. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly follow?: ReadonlyMap<string, SubschemaLayout>;
}
