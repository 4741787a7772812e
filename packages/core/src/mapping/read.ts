// Reading an object by its layout: the reference path. `fast/read-default.ts` reads objects in their dialect's
// default layout in one pass, with the same result.

import type { FastFunctions } from "../fast/functions.ts";
import { equalJson, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { escapePointer } from "../place.ts";
import { extrasFromNotes } from "./extras.ts";
import type { FieldMapping } from "./field-mapping.ts";
import { type Layout, type Places, placeForField, withDerivedFields } from "./layout.ts";

/** The result of reading an object on the wire. */
export interface Reading {
  readonly values: Readonly<Record<string, Json>>;
  /** Canonical field → its pointer, also for absent fields whose absence has a meaning. */
  readonly fields: Readonly<Record<string, string>>;
  readonly extras: JsonObject;
}

/**
 * Reads the canonical fields of an object. Everything else is kept by pointer, so that writing gives the same object
 * again.
 */
export function readLayout(layout: Layout, wire: JsonObject, fast: FastFunctions): Reading {
  return fast.defaultLayout?.readDefault(layout, wire) ?? readVariant(layout, wire);
}

function readVariant(layout: Layout, wire: JsonObject): Reading {
  const leaves = new Map(leavesOf(wire, layout, ""));
  const unwritten = [...layout.constants.keys()].filter((pointer) => !leaves.has(pointer));
  const { values, at } = takeFields(layout, leaves);
  const implied = impliedFields(layout, values, at);
  const absent = [...unwritten, ...absentPointers(layout, values, at)];
  const rest = takeRest(layout, leaves);
  const places = { ...layout.defaultPlaces, ...firstPlaces(at), ...placesOf(implied) };
  return {
    values: { ...values, ...Object.fromEntries(implied.map(({ field, value }) => [field, value])) },
    fields: withDerivedFields(places, layout.derivedFrom),
    extras: extrasFromNotes({ absent, at: nonDefaultPlaces(layout, at), ...rest }),
  };
}

function* leavesOf(wire: JsonObject, layout: Layout, prefix: string): Generator<[pointer: string, value: Json]> {
  for (const [key, value] of Object.entries(wire)) {
    const pointer = `${prefix}/${escapePointer(key)}`;
    const opens = layout.containers.has(pointer) && isObject(value) && Object.keys(value).length > 0;
    if (opens) yield* leavesOf(value, layout, pointer);
    else yield [pointer, value];
  }
}

// The values keep the order of the wire, because losses are reported in that order.
function takeFields(layout: Layout, leaves: Map<string, Json>): { values: Record<string, Json>; at: Places } {
  const order = [...leaves.keys()];
  const taken: TakenField[] = [];
  const at: Record<string, readonly string[]> = {};
  for (const [field, mapping] of layout.fields) {
    const found = takeField(mapping, leaves);
    if (found === undefined) continue;
    taken.push({ field, value: found.value, position: order.indexOf(found.at[0] ?? "") });
    at[field] = found.at;
  }
  const values: Record<string, Json> = {};
  for (const { field, value } of taken.sort((one, other) => one.position - other.position)) values[field] = value;
  return { values, at };
}

/** A field that was read, and its position among the leaves of the object. */
interface TakenField {
  readonly field: string;
  readonly value: Json;
  readonly position: number;
}

// A field may stand in two of its places at once. An equal value is a copy, and is written in both again; a different one is an
// unknown field.
function takeField({ at, is }: FieldMapping, leaves: Map<string, Json>): { value: Json; at: string[] } | undefined {
  const first = at.find((pointer) => leaves.has(pointer) && is(leaves.get(pointer) as Json));
  if (first === undefined) return undefined;
  const value = leaves.get(first) as Json;
  const same = at.length === 1 ? [first] : at.filter((pointer) => isCopy(value, leaves.get(pointer)));
  for (const pointer of same) leaves.delete(pointer);
  return { value, at: same };
}

function isCopy(value: Json, other: Json | undefined): boolean {
  return other !== undefined && equalJson(value, other);
}

/** A field that is absent, and what its absence means. */
interface ImpliedField {
  readonly field: string;
  readonly pointer: string;
  readonly value: Json;
}

function impliedFields(layout: Layout, values: Readonly<Record<string, Json>>, at: Places): ImpliedField[] {
  return [...layout.fields].flatMap(([field, { absentMeans }]) => {
    if (absentMeans === undefined || values[field] !== undefined) return [];
    return [{ field, pointer: placeForField(layout, field, at), value: absentMeans }];
  });
}

// The places of fields that are always written and were not sent.
function absentPointers(layout: Layout, values: Readonly<Record<string, Json>>, at: Places): string[] {
  return [...layout.fields].flatMap(([field, { absentMeans, placeholder }]) => {
    return (absentMeans ?? placeholder) === undefined || values[field] !== undefined
      ? []
      : [placeForField(layout, field, at)];
  });
}

function placesOf(implied: readonly ImpliedField[]): Record<string, string> {
  return Object.fromEntries(implied.map(({ field, pointer }) => [field, pointer]));
}

function takeRest(layout: Layout, leaves: ReadonlyMap<string, Json>): { pointers: JsonObject; silent: JsonObject } {
  const pointers: Record<string, Json> = {};
  const silent: Record<string, Json> = {};
  for (const [pointer, value] of leaves) {
    if (isValueAt(layout.constants, pointer, value)) continue;
    const meansNothing =
      (value === null && layout.known.has(pointer)) ||
      layout.ignored.has(pointer) ||
      isValueAt(layout.optional, pointer, value);
    (meansNothing ? silent : pointers)[pointer] = value;
  }
  return { pointers, silent };
}

function isValueAt(values: ReadonlyMap<string, Json>, pointer: string, value: Json): boolean {
  const expected = values.get(pointer);
  return expected !== undefined && equalJson(expected, value);
}

function firstPlaces(at: Places): Record<string, string> {
  return Object.fromEntries(Object.entries(at).map(([field, [pointer = ""]]) => [field, pointer]));
}

// The place of the name decides the layout variant, so that for the name itself only its default place counts as
// default.
function nonDefaultPlaces(layout: Layout, at: Places): Places {
  return Object.fromEntries(
    Object.entries(at).filter(([field, found]) => {
      const expected = placeForField(layout, field, field === "name" ? {} : at);
      return found.length > 1 || found[0] !== expected;
    }),
  );
}
