import { isArray, isObject } from "../../json/value.ts";
import type { FieldMapping } from "../../mapping/field-mapping.ts";
import { noteOf, withNotes } from "../../mapping/notes.ts";
import type { Json } from "../../model/json.ts";
import type { Provenance } from "../../model/node.ts";
import type { Report } from "../../report.ts";

/** A repeated field that is not empty. The API takes one object for a list of one, as Google's own samples write it. */
export function repeatedField(...at: string[]): FieldMapping {
  return { at, is: (value) => (isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0) };
}

/** The items of a repeated field. */
export function repeatedItems(value: Json | undefined): readonly Json[] {
  if (isArray(value)) return value;
  return isObject(value) ? [value] : [];
}

/** Reads each item of a repeated field at its place: a single object has the place of the field. */
export function readItems<T>(value: Json | undefined, report: Report, read: (item: Json, at: Report) => T): T[] {
  if (isArray(value)) return value.map((item, index) => read(item, report.at(index)));
  return isObject(value) ? [read(value, report)] : [];
}

/** Remembers that a repeated field was a single object. */
export function rememberSingle(provenance: Provenance, field: string, value: Json | undefined): Provenance {
  return isObject(value) ? withNotes(provenance, "gemini", { [`single ${field}`]: true }) : provenance;
}

/** Writes a repeated field as a single object again if it was one. */
export function asRemembered(node: Provenance, field: string, items: readonly Json[] | undefined): Json | undefined {
  const isSingle = items?.length === 1 && noteOf(node, "gemini", `single ${field}`) === true;
  return isSingle ? items[0] : items;
}
