import type { Json, JsonObject } from "../../model/json.ts";
import type { Noted } from "../../model/node.ts";

/** Remembers what a dialect needs to write a node as it was, and what says nothing to any other. */
export function remember<T extends Noted>(node: T, dialect: string, notes: JsonObject): T {
  return { ...node, extras: { ...node.extras, [dialect]: { ...node.extras?.[dialect], ...notes } } };
}

/** What was remembered of a node. */
export function remembered(node: Noted, dialect: string, note: string): Json | undefined {
  return node.extras?.[dialect]?.[note];
}
