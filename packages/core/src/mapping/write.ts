import { type ValueOf, writeDefault } from "../fast/default-layout.ts";
import { copyJson, equalJson } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { isPointer, type Notes, notesOf } from "./extras.ts";
import type { FieldMapping } from "./field-mapping.ts";
import { type Layout, placeForField } from "./layout.ts";
import { getAt, setAt } from "./pointer.ts";

/** Puts a tool together from its canonical values and from what its own dialect remembers of it. */
export function writeLayout(form: Layout, values: Readonly<Record<string, unknown>>, extras: JsonObject): JsonObject {
  return writeFields(form, (field) => values[field], extras);
}

/** The same for values that are looked up one by one, so that nobody has to put them together first. */
export function writeFields(form: Layout, saidOf: ValueOf, extras: JsonObject): JsonObject {
  if (!isDefault(form, extras)) return writeVariant(form, saidOf, extras);
  const out: Record<string, Json> = writeDefault(form.defaultLayout, saidOf);
  for (const pointer in extras) setAt(out, pointer, copyJson(extras[pointer] as Json));
  return out;
}

// What stands beside the fields that the form knows changes nothing of how these are written.
function isDefault({ known, containers }: Layout, extras: JsonObject): boolean {
  for (const key in extras) if (!isPointer(key) || known.has(key) || containers.has(key)) return false;
  return true;
}

function writeVariant(form: Layout, saidOf: ValueOf, extras: JsonObject): JsonObject {
  const notes = notesOf(extras);
  const kept = new Map([...Object.entries(notes.pointers), ...Object.entries(notes.silent)]);
  const unsaid = new Set([...notes.absent, ...kept.keys()]);
  const out: Record<string, Json> = {};
  for (const [pointer, value] of form.constants) if (!unsaid.has(pointer)) setAt(out, pointer, value);
  for (const [field, rule] of form.fields) {
    for (const pointer of placesOf(form, field, notes)) {
      const value = toWrite(rule, saidOf(field) as Json | undefined, unsaid.has(pointer));
      if (value !== undefined) setAt(out, pointer, value);
    }
  }
  for (const [pointer, value] of kept) if (getAt(out, pointer) === undefined) setAt(out, pointer, copyJson(value));
  return out;
}

function placesOf(form: Layout, field: string, notes: Notes): readonly string[] {
  return notes.at[field] ?? [placeForField(form, field, notes.at)];
}

// What the source left out, because its absence says the same, stays out for as long as it is unchanged.
function toWrite(
  { absentMeans, placeholder }: FieldMapping,
  value: Json | undefined,
  unsaid: boolean,
): Json | undefined {
  if (!unsaid) return value ?? placeholder;
  return value !== undefined && absentMeans !== undefined && equalJson(absentMeans, value) ? undefined : value;
}
