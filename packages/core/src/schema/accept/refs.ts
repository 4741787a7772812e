import { isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { JsonSchema } from "../../model/schema.ts";
import { parsePointer } from "../../place.ts";
import type { SchemaNode, SchemaTree } from "./tree.ts";

/** Where a reference leads: to a schema in this document, nowhere, or to another document. */
export type RefDestination =
  | { readonly type: "local"; readonly schema: JsonSchema }
  | { readonly type: "dangling" | "external" };

/** A node with a reference, and its destination. */
export interface Reference {
  readonly node: SchemaNode;
  readonly destination: RefDestination;
}

/** All references of a schema. */
export function references(tree: SchemaTree): Reference[] {
  const anchors = anchorsOf(tree);
  return tree.nodes.flatMap((node) => {
    const { $ref } = node.schema;
    return typeof $ref === "string" ? [{ node, destination: resolve(tree.root.schema, $ref, anchors) }] : [];
  });
}

function resolve(root: JsonObject, ref: string, anchors: ReadonlyMap<string, JsonObject>): RefDestination {
  if (!ref.startsWith("#")) return { type: "external" };
  const fragment = decodeFragment(ref.slice(1));
  if (fragment === undefined) return { type: "dangling" };
  const found = fragment === "" || fragment.startsWith("/") ? lookUp(root, fragment) : anchors.get(fragment);
  return isObject(found) || typeof found === "boolean" ? { type: "local", schema: found } : { type: "dangling" };
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined; // A lone % resolves to nothing.
  }
}

function lookUp(root: Json, pointer: string): Json | undefined {
  let value: Json | undefined = root;
  for (const key of parsePointer(pointer)) {
    if (isArray(value)) value = /^(?:0|[1-9][0-9]{0,8})$/.test(key) ? value[Number(key)] : undefined;
    else value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  }
  return value;
}

function anchorsOf(tree: SchemaTree): ReadonlyMap<string, JsonObject> {
  const anchors = new Map<string, JsonObject>();
  for (const { schema } of tree.nodes) if (typeof schema.$anchor === "string") anchors.set(schema.$anchor, schema);
  return anchors;
}
