import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Findings } from "./findings.ts";
import type { SchemaNode, SchemaTree } from "./tree.ts";

/** One thing that a target demands of a whole schema. */
export type Rule = (tree: SchemaTree, findings: Findings) => void;

/** One thing that a target demands of each schema in a schema. */
export type NodeRule = (node: SchemaNode, findings: Findings) => void;

/** What a rule says when it is broken, made from the name that is in question. */
export type MessageFor = (name: string) => string;

/** Makes a rule of something that is asked of each schema. */
export function each(rule: NodeRule): Rule {
  return (tree, findings) => {
    for (const node of tree.nodes) rule(node, findings);
  };
}

/** Makes a rule of something that is asked of the root alone. */
export function atRoot(rule: NodeRule): Rule {
  return (tree, findings) => rule(tree.root, findings);
}

/** The type names that a schema states, in lower case. */
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

/** Whether a node is a definition: not used where it stands, only where it is referred to. */
export function isDefinition(node: SchemaNode): boolean {
  return node.keyword === "$defs" || node.keyword === "definitions";
}
