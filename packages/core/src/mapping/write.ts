// Writing an object by its layout: the reference path, and the inverse of `read.ts`. `fast/write-default.ts` writes
// objects in their dialect's default layout in one pass, with the same result.

import type { FastFunctions } from "../fast/functions.ts";
import { copyJson, equalJson } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { type Notes, notesOf } from "./extras.ts";
import type { FieldMapping, FieldValue } from "./field-mapping.ts";
import { type Layout, placeForField } from "./layout.ts";
import { getAt, setAt } from "./pointer.ts";

/** The canonical values of an object, and the extras of its own dialect. */
interface ObjectValues {
  readonly values: Readonly<Record<string, unknown>>;
  readonly extras: JsonObject;
}

/** Writes an object from its canonical values and from the extras of its own dialect. */
export function writeLayout(layout: Layout, { values, extras }: ObjectValues, fast: FastFunctions): JsonObject {
  return writeFields(layout, { fieldValue: (field) => values[field], extras }, fast);
}

/** The canonical values of an object, each computed when it is written. */
interface ComputedValues {
  readonly fieldValue: FieldValue;
  readonly extras: JsonObject;
}

/** The same for values that are computed one by one. */
export function writeFields(layout: Layout, { fieldValue, extras }: ComputedValues, fast: FastFunctions): JsonObject {
  return fast.defaultLayout?.writeDefault(layout, fieldValue, extras) ?? writeVariant(layout, fieldValue, extras);
}

function writeVariant(layout: Layout, fieldValue: FieldValue, extras: JsonObject): JsonObject {
  const notes = notesOf(extras);
  const kept = new Map([...Object.entries(notes.pointers), ...Object.entries(notes.silent)]);
  const absent = new Set([...notes.absent, ...kept.keys()]);
  const out: Record<string, Json> = {};
  for (const [pointer, value] of layout.constants) if (!absent.has(pointer)) setAt(out, pointer, value);
  for (const [field, mapping] of layout.fields) {
    for (const pointer of placesOf(layout, field, notes)) {
      const value = valueToWrite(mapping, writtenValue(fieldValue(field)), absent.has(pointer));
      if (value !== undefined) setAt(out, pointer, value);
    }
  }
  for (const [pointer, value] of kept) if (getAt(out, pointer) === undefined) setAt(out, pointer, copyJson(value));
  return out;
}

// `WRITTEN`, `CHANGED` and `LOST` (`outcome.ts`) are symbols: the codec has dealt with the field itself.
function writtenValue(value: unknown): Json | undefined {
  return typeof value === "symbol" ? undefined : (value as Json | undefined);
}

function placesOf(layout: Layout, field: string, notes: Notes): readonly string[] {
  return notes.at[field] ?? [placeForField(layout, field, notes.at)];
}

// A field that was absent stays absent as long as its value is the meaning of its absence.
function valueToWrite(
  { absentMeans, placeholder }: FieldMapping,
  value: Json | undefined,
  wasAbsent: boolean,
): Json | undefined {
  if (!wasAbsent) return value ?? placeholder;
  return value !== undefined && absentMeans !== undefined && equalJson(absentMeans, value) ? undefined : value;
}
