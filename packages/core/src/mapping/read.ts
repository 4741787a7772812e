import { readDefault, withMade } from "../fast/default-layout.ts";
import { equalJson, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { escapePointer } from "../place.ts";
import { extrasFromNotes } from "./extras.ts";
import type { FieldMapping } from "./field-mapping.ts";
import { type Layout, type Places, placeForField } from "./layout.ts";

/** What a form found on the wire. */
export interface Reading {
  readonly values: Readonly<Record<string, Json>>;
  /** Canonical field → the pointer where it stands, or would stand if its absence did not mean the same. */
  readonly fields: Readonly<Record<string, string>>;
  readonly extras: JsonObject;
}

/** Takes a tool apart: canonical fields by the rules, all else by pointer, so that writing it again gives the same. */
export function readLayout(form: Layout, wire: JsonObject): Reading {
  return readDefault(form.defaultLayout, wire) ?? readVariant(form, wire);
}

function readVariant(form: Layout, wire: JsonObject): Reading {
  const leaves = new Map(leavesOf(wire, form, ""));
  const unwritten = [...form.constants.keys()].filter((pointer) => !leaves.has(pointer));
  const { values, at } = takeFields(form, leaves);
  const missing = missingFields(form, values, at);
  const absent = [...unwritten, ...unsaid(form, values, at)];
  const rest = takeRest(form, leaves);
  return {
    values: { ...values, ...Object.fromEntries(missing.map(({ field, value }) => [field, value])) },
    fields: withMade({ ...form.defaultLayout.fields, ...firstPlaces(at), ...placesOf(missing) }, form.madeOf),
    extras: extrasFromNotes({ absent, at: unusual(form, at), ...rest }),
  };
}

function* leavesOf(wire: JsonObject, form: Layout, prefix: string): Generator<[pointer: string, value: Json]> {
  for (const [key, value] of Object.entries(wire)) {
    const pointer = `${prefix}/${escapePointer(key)}`;
    const opens = form.containers.has(pointer) && isObject(value) && Object.keys(value).length > 0;
    if (opens) yield* leavesOf(value, form, pointer);
    else yield [pointer, value];
  }
}

function takeFields(form: Layout, leaves: Map<string, Json>): { values: Record<string, Json>; at: Places } {
  const values: Record<string, Json> = {};
  const at: Record<string, readonly string[]> = {};
  for (const [field, rule] of form.fields) {
    const found = takeField(rule, leaves);
    if (found === undefined) continue;
    values[field] = found.value;
    at[field] = found.at;
  }
  return { values, at };
}

// A second place that says the same is a copy, to be kept in step; one that says another thing is left over.
function takeField({ at, is }: FieldMapping, leaves: Map<string, Json>): { value: Json; at: string[] } | undefined {
  const fitting = at.filter((pointer) => leaves.has(pointer) && is(leaves.get(pointer) as Json));
  const [first] = fitting;
  if (first === undefined) return undefined;
  const value = leaves.get(first) as Json;
  const same = fitting.filter((pointer) => equalJson(value, leaves.get(pointer) as Json));
  for (const pointer of same) leaves.delete(pointer);
  return { value, at: same };
}

function missingFields(form: Layout, values: Readonly<Record<string, Json>>, at: Places): Missing[] {
  return [...form.fields].flatMap(([field, { absentMeans }]) => {
    if (absentMeans === undefined || values[field] !== undefined) return [];
    return [{ field, pointer: placeForField(form, field, at), value: absentMeans }];
  });
}

// Where a field is missed that is otherwise always written.
function unsaid(form: Layout, values: Readonly<Record<string, Json>>, at: Places): string[] {
  return [...form.fields].flatMap(([field, { absentMeans, placeholder }]) => {
    return (absentMeans ?? placeholder) === undefined || values[field] !== undefined
      ? []
      : [placeForField(form, field, at)];
  });
}

function placesOf(missing: readonly Missing[]): Record<string, string> {
  return Object.fromEntries(missing.map(({ field, pointer }) => [field, pointer]));
}

interface Missing {
  readonly field: string;
  readonly pointer: string;
  readonly value: Json;
}

function takeRest(form: Layout, leaves: ReadonlyMap<string, Json>): { pointers: JsonObject; silent: JsonObject } {
  const pointers: Record<string, Json> = {};
  const silent: Record<string, Json> = {};
  for (const [pointer, value] of leaves) {
    if (says(form.constants, pointer, value)) continue;
    const nothing =
      (value === null && form.known.has(pointer)) || form.ignored.has(pointer) || says(form.optional, pointer, value);
    (nothing ? silent : pointers)[pointer] = value;
  }
  return { pointers, silent };
}

function says(values: ReadonlyMap<string, Json>, pointer: string, value: Json): boolean {
  const said = values.get(pointer);
  return said !== undefined && equalJson(said, value);
}

function firstPlaces(at: Places): Record<string, string> {
  return Object.fromEntries(Object.entries(at).map(([field, [pointer = ""]]) => [field, pointer]));
}

// The place of the name is what tells the habit, so for it only the dialect's own place goes without saying.
function unusual(form: Layout, at: Places): Places {
  return Object.fromEntries(
    Object.entries(at).filter(([field, found]) => {
      const usual = placeForField(form, field, field === "name" ? {} : at);
      return found.length > 1 || found[0] !== usual;
    }),
  );
}
