import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { ProblemCollector } from "./problems.ts";
import type { SchemaNode, SchemaTree } from "./tree.ts";

/** A rule for a whole schema. */
export type Rule = (tree: SchemaTree, problems: ProblemCollector) => void;

/** A rule for each subschema. */
export type NodeRule = (node: SchemaNode, problems: ProblemCollector) => void;

/** The message of a broken rule, for the name of a keyword or property. */
export type MessageFor = (name: string) => string;

/** Applies a rule to each subschema. */
export function eachSchema(rule: NodeRule): Rule {
  return (tree, problems) => {
    for (const node of tree.nodes) rule(node, problems);
  };
}

/** Applies a rule to the root alone. */
export function atRoot(rule: NodeRule): Rule {
  return (tree, problems) => rule(tree.root, problems);
}

/** The type names of a schema, in lower case. */
export function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  const names: readonly (Json | undefined)[] = isArray(type) ? type : [type];
  return names.filter((name) => typeof name === "string").map((name) => name.toLowerCase());
}

/** Whether a schema describes objects, by its type or by its properties. */
export function isObjectSchema(schema: JsonObject): boolean {
  return typesOf(schema).includes("object") || isObject(schema.properties);
}

/** Whether a schema describes arrays, by its type or by its items. */
export function isArraySchema(schema: JsonObject): boolean {
  return typesOf(schema).includes("array") || schema.items !== undefined;
}

/** The names of a schema's properties. */
export function propertyNames(schema: JsonObject): readonly string[] {
  return isObject(schema.properties) ? Object.keys(schema.properties) : [];
}

/** Whether a node is a definition, which counts only where it is referred to. */
export function isDefinition(node: SchemaNode): boolean {
  return node.keyword === "$defs" || node.keyword === "definitions";
}
