import { isArray, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import { recursiveReferences } from "./cycles.ts";
import { references } from "./refs.ts";
import { isArraySchema, isDefinition, isObjectSchema, propertyNames, type Rule } from "./rule.ts";
import type { SchemaNode, SchemaTree } from "./tree.ts";

/** The limits of a target's grammar compiler. */
export interface Limits {
  readonly properties: number;
  /** How deep objects and arrays may be nested. */
  readonly levels: number;
  /** Characters of all names of properties and definitions, and of all values of `enum` and `const`. */
  readonly characters: number;
  readonly enumValues: number;
  /** An `enum` of strings with more values than this is long, and may have this many characters. */
  readonly longEnum: { readonly values: number; readonly characters: number };
}

/** The schema is within the target's limits. */
export function withinLimits(limits: Limits): Rule {
  return (tree, problems) => {
    const size = sizeOf(tree);
    const check = (what: string, count: number, limit: number): void => {
      if (count <= limit) return;
      problems.error(
        tree.root.place,
        "schema-too-large",
        `${count} ${what} exceed the limit of ${limit}; split the tool.`,
      );
    };
    check("properties", size.properties, limits.properties);
    check("levels of nesting", size.levels, limits.levels);
    check("characters of names, enum and const values", size.characters, limits.characters);
    check("enum values", size.enumValues, limits.enumValues);
    for (const place of longEnums(tree, limits.longEnum)) {
      const message = `An enum of more than ${limits.longEnum.values} values may have ${limits.longEnum.characters} characters in all; shorten it.`;
      problems.error(place, "enum-too-long", message);
    }
  };
}

/** What a grammar compiler counts, at each use. */
export interface GrammarCost {
  readonly optional: number;
  readonly unions: number;
  /** Whether counting was stopped because references multiply too much. */
  readonly unbounded: boolean;
}

/** Counts optional properties and unions; those behind references count at each use. */
export function grammarCost(tree: SchemaTree): GrammarCost {
  if (recursiveReferences(tree).length > 0) return { optional: 0, unions: 0, unbounded: false };
  const uses = schemaUses(tree);
  const cost = { optional: 0, unions: 0, unbounded: false };
  const open: SchemaUse[] = [{ node: tree.root, referred: false }];
  for (let use = open.pop(), steps = 0; use !== undefined; use = open.pop(), steps += 1) {
    if (steps > MAX_STEPS) return { ...cost, unbounded: true };
    if (!use.referred && use.node.optional) cost.optional += 1;
    if (isUnion(use.node)) cost.unions += 1;
    for (const inner of uses.get(use.node) ?? []) open.push(inner);
  }
  return cost;
}

const MAX_STEPS = 100_000;

function isUnion({ schema }: SchemaNode): boolean {
  return isArray(schema.anyOf) || (isArray(schema.type) && schema.type.length > 1);
}

/** One use of a schema: where it is declared, or where it is referred to. */
interface SchemaUse {
  readonly node: SchemaNode;
  readonly referred: boolean;
}

function schemaUses(tree: SchemaTree): ReadonlyMap<SchemaNode, readonly SchemaUse[]> {
  const uses = new Map<SchemaNode, SchemaUse[]>(tree.nodes.map((node) => [node, []]));
  const bySchema = new Map<Json, SchemaNode>(tree.nodes.map((node) => [node.schema, node]));
  for (const node of tree.nodes) {
    if (node.parent !== undefined && !isDefinition(node)) uses.get(node.parent)?.push({ node, referred: false });
  }
  for (const { node, destination } of references(tree)) {
    const target = destination.type === "local" ? bySchema.get(destination.schema) : undefined;
    if (target !== undefined) uses.get(node)?.push({ node: target, referred: true });
  }
  return uses;
}

interface Size {
  readonly properties: number;
  readonly levels: number;
  readonly characters: number;
  readonly enumValues: number;
}

function sizeOf(tree: SchemaTree): Size {
  const levels = levelsOf(tree);
  let [properties, deepest, characters, enumValues] = [0, 0, 0, 0];
  for (const node of tree.nodes) {
    const values = enumOf(node);
    properties += propertyNames(node.schema).length;
    deepest = Math.max(deepest, levels.get(node) ?? 0);
    characters += namesLength(node) + textLength(values) + textLength([node.schema.const ?? null]);
    enumValues += values.length;
  }
  return { properties, levels: deepest, characters, enumValues };
}

function levelsOf(tree: SchemaTree): ReadonlyMap<SchemaNode, number> {
  const levels = new Map<SchemaNode, number>();
  for (const node of tree.nodes) {
    const above = node.parent === undefined || isDefinition(node) ? 0 : (levels.get(node.parent) ?? 0);
    const isContainer = isObjectSchema(node.schema) || isArraySchema(node.schema);
    levels.set(node, isContainer ? above + 1 : above);
  }
  return levels;
}

function enumOf({ schema }: SchemaNode): readonly Json[] {
  return isArray(schema.enum) ? schema.enum : [];
}

function namesLength({ schema }: SchemaNode): number {
  const maps = [schema.properties, schema.$defs, schema.definitions].filter((map) => isObject(map));
  return maps.reduce((sum, map) => sum + Object.keys(map).reduce((length, name) => length + name.length, 0), 0);
}

function textLength(values: readonly Json[]): number {
  return values.reduce((sum: number, value) => sum + (typeof value === "string" ? value.length : 0), 0);
}

function longEnums(tree: SchemaTree, limit: Limits["longEnum"]): Place[] {
  return tree.nodes
    .filter((node) => enumOf(node).length > limit.values && textLength(enumOf(node)) > limit.characters)
    .map((node) => node.place.at("enum"));
}
