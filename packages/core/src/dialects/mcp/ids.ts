import { isJsonNumber } from "../../json/number.ts";
import type { FieldMapping } from "../../mapping/field-mapping.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import type { Json } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";

/** The id of a JSON-RPC message, which ties a result to its call: a text or a number. */
export function messageId(at: string): FieldMapping {
  const is = (value: Json) => typeof value === "string" || typeof value === "number" || isJsonNumber(value);
  return { at: [at], is, absentMeans: "" };
}

/** A node that remembers whether its id was a number. */
export function withId<T extends Provenance>(node: T, id: Json | undefined): T {
  return id === undefined || typeof id === "string" ? node : { ...node, ...withNotes(node, "mcp", { id }) };
}

/** The id as it was, unless it has been changed. */
export function idOf(node: Provenance & { readonly id: string }): Json {
  const number = noteOf(node, "mcp", "id");
  return number !== undefined && String(number) === node.id ? number : node.id;
}
