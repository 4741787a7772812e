import type { Json, JsonObject } from "../model/json.ts";
import type { Provenance } from "../model/node.ts";

/** Remembers what a dialect needs to write a node as it was, and what says nothing to any other. */
export function withNotes({ origin, extras }: Provenance, dialect: string, notes: JsonObject): Provenance {
  if (extras === undefined) return { origin, extras: { [dialect]: notes } };
  return { origin, extras: { ...extras, [dialect]: { ...extras[dialect], ...notes } } };
}

/** What was remembered of a node. */
export function noteOf(node: Provenance, dialect: string, note: string): Json | undefined {
  return node.extras?.[dialect]?.[note];
}
