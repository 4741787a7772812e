import { equalJson, isArray } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { Lowering } from "../context.ts";
import type { SchemaConjunction } from "../source.ts";
import type { SchemaDraft } from "./draft.ts";
import { entriesOf, type KeywordEntry } from "./keywords.ts";
import type { LoweredProperties } from "./properties.ts";

/** The lowered properties of an object, and the one that holds undeclared keys as entries, if there is one. */
interface WrittenProperties {
  readonly properties: LoweredProperties;
  readonly entriesProperty: string | undefined;
}

/** Writes `required`. */
export function writeRequired(
  { parts, place }: SchemaConjunction,
  { properties, entriesProperty }: WrittenProperties,
  { draft, context }: { readonly draft: SchemaDraft; readonly context: Lowering },
): void {
  const entries = entriesOf(parts, "required");
  const required = inOrder(properties, entries, context);
  if (entriesProperty !== undefined) required.push(entriesProperty);
  if (required.length > 0 || context.profile.allRequired) draft.schema.required = required;
  if (entries.length === 0 && draft.schema.required !== undefined) context.change(place, "required");
  for (const { part, value } of entries) {
    if (!equalJson(value, draft.schema.required ?? null)) context.change(part.place.at("required"), "required");
  }
}

// In the order of the source, unless the target requires every property.
function inOrder(properties: LoweredProperties, entries: readonly KeywordEntry[], { profile }: Lowering): string[] {
  const names = properties.required;
  if (profile.allRequired || names.length < 2) return names;
  const order = sourceOrder(entries);
  // A list of the same length is the source's own list, unless a name has changed.
  if (order.length === names.length && properties.renamed === undefined) return order.slice() as string[];
  const positions = new Map<string, number>();
  for (const [index, name] of order.entries()) {
    const sent = properties.renamed?.get(String(name)) ?? String(name);
    if (!positions.has(sent)) positions.set(sent, index);
  }
  return names.toSorted((one, other) => (positions.get(one) ?? -1) - (positions.get(other) ?? -1));
}

function sourceOrder(entries: readonly KeywordEntry[]): readonly Json[] {
  const [first, second] = entries;
  if (second === undefined && isArray(first?.value)) return first.value;
  return entries.flatMap(({ value }) => (isArray(value) ? value : []));
}
