import type { Json, JsonObject } from "../../model/json.ts";
import type { Noted } from "../../model/node.ts";

/** Remembers what a dialect needs to write a node as it was, and what says nothing to any other. */
export function remember({ origin, extras }: Noted, dialect: string, notes: JsonObject): Noted {
  if (extras === undefined) return { origin, extras: { [dialect]: notes } };
  return { origin, extras: { ...extras, [dialect]: { ...extras[dialect], ...notes } } };
}

/** What was remembered of a node. */
export function remembered(node: Noted, dialect: string, note: string): Json | undefined {
  return node.extras?.[dialect]?.[note];
}
