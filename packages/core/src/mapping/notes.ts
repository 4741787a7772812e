// Notes are values in the extras of a node that are no fields of the wire, and so no pointers: what the codec of a
// dialect remembers for writing the node back, such as which of two spellings the source used.

import type { Json, JsonObject } from "../model/json.ts";
import type { Provenance } from "../model/node.ts";

/** Adds notes to the extras of a dialect, which it needs to write the node as it was; they mean nothing to other dialects. */
export function withNotes({ origin, extras }: Provenance, dialect: string, notes: JsonObject): Provenance {
  if (extras === undefined) return { origin, extras: { [dialect]: notes } };
  return { origin, extras: { ...extras, [dialect]: { ...extras[dialect], ...notes } } };
}

/** A note of a dialect on a node. */
export function noteOf(node: Provenance, dialect: string, note: string): Json | undefined {
  return node.extras?.[dialect]?.[note];
}
