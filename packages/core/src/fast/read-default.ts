// The fast path `defaultLayout`. Most objects are in their dialect's default layout: each field once, in the first of
// its places. They are read in one pass here, also if one field is in another of its places. `mapping/read.ts` reads
// every object, more slowly.

import { equalJson, isEmpty, isObject, setKey } from "../json/value.ts";
import { type Layout, withDerivedFields } from "../mapping/layout.ts";
import { getAt } from "../mapping/pointer.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { escapePointer } from "../place.ts";
import { compiled } from "./compile-layout.ts";
import type { DefaultLayout, RequiredField, Step } from "./compiled-layout.ts";

/** The canonical values of an object and its unknown fields; `undefined` where it is not in the default layout. */
export function readDefault(layout: Layout, wire: JsonObject): DefaultReading | undefined {
  const { constants, fields, steps, required } = compiled(layout).byDefault;
  const reading: DefaultReading = {
    values: {},
    fields,
    extras: NONE,
    silent: NONE,
    elsewhere: undefined,
    isCopy: false,
    constants: constants.length,
  };
  if (!readLevel(steps, wire, "", reading)) return undefined;
  if (reading.silent !== NONE) reading.extras = { ...reading.extras, silent: reading.silent };
  const unwritten =
    reading.constants === 0 ? NOTHING : [...layout.constants.keys()].filter((at) => getAt(wire, at) === undefined);
  if (required.length > 0 || unwritten.length > 0) addAbsent(reading, required, unwritten);
  return reading.elsewhere === undefined || addElsewhere(reading, reading.elsewhere, layout, wire)
    ? reading
    : undefined;
}

/** Stands for extras where there are none. */
const NONE: JsonObject = Object.freeze({});
const NOTHING: readonly string[] = [];

interface DefaultReading {
  readonly values: Record<string, Json>;
  fields: DefaultLayout["fields"];
  extras: JsonObject;
  /** Fields whose values mean nothing. */
  silent: JsonObject;
  /** The place of a field that is not in its first place. */
  elsewhere: Step["other"];
  /** Whether that place repeats the value of the first one. */
  isCopy: boolean;
  /** How many constants have not been seen yet. */
  constants: number;
}

function readLevel(
  steps: ReadonlyMap<string, Step>,
  wire: JsonObject,
  prefix: string,
  reading: DefaultReading,
): boolean {
  for (const key in wire) {
    const step = steps.get(key);
    const value = wire[key] ?? null;
    if (step === undefined) addExtra(reading, `${prefix}/${escapePointer(key)}`, value);
    else if (step.inner !== undefined) {
      if (!readInner(step, value, `${prefix}/${key}`, reading)) return false;
    } else if (!readStep(step, value, reading)) {
      if (meansNothing(step, value)) addSilent(reading, `${prefix}/${escapePointer(key)}`, value);
      else if (isUnknown(step, value)) addExtra(reading, `${prefix}/${escapePointer(key)}`, value);
      else return false;
    }
  }
  return true;
}

function addExtra(reading: DefaultReading, pointer: string, value: Json): void {
  if (reading.extras === NONE) reading.extras = {};
  setKey(reading.extras as Record<string, Json>, pointer, value);
}

// Constants and fields that are always written and were not sent.
function addAbsent(reading: DefaultReading, required: readonly RequiredField[], unwritten: readonly string[]): void {
  const absent = required.filter(({ field }) => !Object.hasOwn(reading.values, field));
  if (absent.length + unwritten.length === 0) return;
  for (const { field, absentMeans } of absent) if (absentMeans !== undefined) reading.values[field] = absentMeans;
  reading.extras = { ...reading.extras, absent: [...unwritten, ...absent.map(({ pointer }) => pointer)] };
}

function addSilent(reading: DefaultReading, pointer: string, value: Json): void {
  if (reading.silent === NONE) reading.silent = {};
  setKey(reading.silent as Record<string, Json>, pointer, value);
}

// A null means nothing, and so does a default value. Any other value that is not the field's is an unknown field.
function meansNothing({ constant, optional, ignored }: Step, value: Json): boolean {
  if (constant !== undefined) return false;
  return value === null || ignored === true || (optional !== undefined && equalJson(optional, value));
}

// So is a constant with another value, such as the type of another object, if nothing else is known of its place.
function isUnknown({ constant, field, optional, ignored, alternative }: Step, value: Json): boolean {
  if (alternative !== undefined) return false;
  const isElse = field === undefined && optional === undefined && ignored === undefined && value !== null;
  return constant === undefined || isElse;
}

// An empty object where fields could stand is an unknown field like any other.
function readInner({ inner, known }: Step, value: Json, pointer: string, reading: DefaultReading): boolean {
  if (inner !== undefined && isFilled(value)) return readLevel(inner, value, pointer, reading);
  if (known === undefined) addExtra(reading, pointer, value);
  return known === undefined;
}

function readStep(step: Step, value: Json, reading: DefaultReading): boolean {
  if (step.constant !== undefined) {
    reading.constants--;
    return step.constant === value || equalJson(step.constant, value);
  }
  if (step.field === undefined) return step.other !== undefined && readOther(step.other, value, reading);
  if (step.mapping === undefined || !step.mapping.is(value)) return false;
  if (reading.elsewhere?.field === step.field) forgetOther(step.field, value, reading);
  reading.values[step.field] = value;
  return true;
}

// Of two places, the first one decides where the value stands among the others.
function forgetOther(field: string, value: Json, reading: DefaultReading): void {
  reading.isCopy = equalJson(reading.values[field] as Json, value);
  delete reading.values[field];
}

// One field in another place, such as the old name of a setting, or a copy of the value in its first place; where there are two,
// it is another layout.
function readOther(place: NonNullable<Step["other"]>, value: Json, reading: DefaultReading): boolean {
  if (reading.elsewhere !== undefined || !place.mapping.is(value)) return false;
  reading.elsewhere = place;
  reading.isCopy = Object.hasOwn(reading.values, place.field);
  if (reading.isCopy) return equalJson(reading.values[place.field] as Json, value);
  reading.values[place.field] = value;
  return true;
}

// Notes the place of the field; false where its other places hold something too.
function addElsewhere(
  reading: DefaultReading,
  { field, mapping, pointer }: NonNullable<Step["other"]>,
  { derivedFrom }: Layout,
  wire: JsonObject,
): boolean {
  const places = mapping.at.filter((place) => getAt(wire, place) !== undefined);
  if (places.length !== (reading.isCopy ? 2 : 1)) return false;
  if (!reading.isCopy) reading.fields = withDerivedFields({ ...reading.fields, [field]: pointer }, derivedFrom);
  reading.extras = { ...reading.extras, at: { [field]: places } };
  return true;
}

function isFilled(value: Json): value is JsonObject {
  return isObject(value) && !isEmpty(value);
}
