import type { JsonObject } from "../model/json.ts";
import type { Place } from "../place.ts";
import type { Findings } from "./accept/findings.ts";
import type { Rule } from "./accept/rule.ts";
import { readTree, type SchemaTree } from "./accept/tree.ts";
import type { SubschemaLayout } from "./keywords/index.ts";

export { Findings } from "./accept/findings.ts";
export { keywords } from "./accept/keywords.ts";
export { type GrammarCost, grammarCost } from "./accept/limits.ts";
export {
  arraysHaveItems,
  closedObjects,
  propertyKeys,
  requiredDeclared,
  rootIsObject,
  rootWithout,
} from "./accept/objects.ts";
export { followed } from "./accept/references.ts";
export * from "./accept/rule.ts";
export * from "./accept/tools.ts";
export { requiredNames, type SchemaNode, type SchemaTree, SUBSCHEMAS } from "./accept/tree.ts";
export { alone, enumKinds, formats, noBooleanSchemas, patterns, typed } from "./accept/values.ts";
export * from "./accept/wellformed.ts";
export type { SubschemaLayout } from "./keywords/index.ts";

/** Reads a schema once against a target's rules and tells what they say; the schema as read, for what else is to be asked of it. */
export function checkSchema(schema: JsonObject, place: Place, rules: RuleSet, findings: Findings): SchemaTree {
  const tree = readTree(schema, place, rules.follow);
  for (const rule of rules.rules) rule(tree, findings);
  if (tree.cut !== undefined) {
    findings.error(tree.cut, "too-deep", "The schema is nested too deeply, or too large, to be read; flatten it.");
  }
  return tree;
}

/** What a target demands of schemas, and the keywords below which it reads them if not all. */
export interface RuleSet {
  readonly rules: readonly Rule[];
  readonly follow?: ReadonlyMap<string, SubschemaLayout>;
}
