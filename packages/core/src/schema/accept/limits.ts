import { isArray, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import { recursiveReferences } from "./cycles.ts";
import { references } from "./refs.ts";
import { isArraySchema, isDefinition, isObjectSchema, propertyNames, type Rule } from "./rule.ts";
import type { SchemaNode, SchemaTree } from "./tree.ts";

/** The most that a target compiles. */
export interface Limits {
  readonly properties: number;
  /** Objects and arrays inside each other. */
  readonly levels: number;
  /** Characters in all names of properties and definitions and in all values of `enum` and `const`. */
  readonly characters: number;
  readonly enumValues: number;
  /** From how many values on an enum of strings counts as long, and how many characters it may then have. */
  readonly longEnum: { readonly values: number; readonly characters: number };
}

/** A schema stays within what the target compiles. */
export function within(limits: Limits): Rule {
  return (tree, findings) => {
    const size = sizeOf(tree);
    const tell = (what: string, count: number, limit: number): void => {
      if (count <= limit) return;
      findings.error(
        tree.root.place,
        "schema-too-large",
        `${count} ${what} exceed the limit of ${limit}; split the tool.`,
      );
    };
    tell("properties", size.properties, limits.properties);
    tell("levels of nesting", size.levels, limits.levels);
    tell("characters of names, enum and const values", size.characters, limits.characters);
    tell("enum values", size.enumValues, limits.enumValues);
    for (const place of longEnums(tree, limits.longEnum)) {
      const message = `An enum of more than ${limits.longEnum.values} values may have ${limits.longEnum.characters} characters in all; shorten it.`;
      findings.error(place, "enum-too-long", message);
    }
  };
}

/** What a grammar compiler pays for, counted at each use. */
export interface GrammarCost {
  readonly optional: number;
  readonly unions: number;
  /** Whether references multiply so much that counting was given up. */
  readonly unbounded: boolean;
}

/** Counts optional properties and unions, those behind references at each use. */
export function grammarCost(tree: SchemaTree): GrammarCost {
  if (recursiveReferences(tree).length > 0) return { optional: 0, unions: 0, unbounded: false };
  const uses = usesOf(tree);
  const cost = { optional: 0, unions: 0, unbounded: false };
  const open: Use[] = [{ node: tree.root, referred: false }];
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

/** A schema where it counts: where it stands, or where it is referred to. */
interface Use {
  readonly node: SchemaNode;
  readonly referred: boolean;
}

function usesOf(tree: SchemaTree): ReadonlyMap<SchemaNode, readonly Use[]> {
  const uses = new Map<SchemaNode, Use[]>(tree.nodes.map((node) => [node, []]));
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
