import { equalJson } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { type Notes, notesOf } from "./extras.ts";
import { type Form, placeIn } from "./form.ts";
import { getAt, setAt } from "./pointer.ts";

/** Puts a tool together from its canonical values and from what its own dialect remembers of it. */
export function writeForm(form: Form, values: Readonly<Record<string, unknown>>, extras: JsonObject): JsonObject {
  const notes = notesOf(extras);
  const kept = new Map([...Object.entries(notes.pointers), ...Object.entries(notes.silent)]);
  const out: Record<string, Json> = {};
  for (const [pointer, value] of form.constants) {
    if (!kept.has(pointer) && !notes.absent.includes(pointer)) setAt(out, pointer, value);
  }
  for (const [pointer, value] of fieldsOf(form, values, notes)) setAt(out, pointer, value);
  for (const [pointer, value] of kept) if (getAt(out, pointer) === undefined) setAt(out, pointer, value);
  return out;
}

function* fieldsOf(
  form: Form,
  values: Readonly<Record<string, unknown>>,
  notes: Notes,
): Generator<[pointer: string, value: Json]> {
  for (const [field, { missing }] of form.rules) {
    const value = values[field] as Json | undefined;
    if (value === undefined) continue;
    const unchanged = missing !== undefined && equalJson(missing, value);
    for (const pointer of notes.at[field] ?? [placeIn(form, field, notes.at)]) {
      if (!unchanged || !notes.absent.includes(pointer)) yield [pointer, value];
    }
  }
}
