// The fast path `defaultLayout`. Most objects are in their dialect's default layout: each field once, in the first of
// its places. They are read and written in one pass here, and read also if one field is in another of its places.
// `mapping/read.ts` and `mapping/write.ts` do the same for every object, more slowly.

import { copyJson, equalJson, isEmpty, isObject, setKey } from "../json/value.ts";
import type { FieldMapping, FieldValue } from "../mapping/field-mapping.ts";
import { type Layout, placesIn, SCHEMA_FIELDS, withDerivedFields } from "../mapping/layout.ts";
import { getAt, setAt } from "../mapping/pointer.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { escapePointer, parsePointer } from "../place.ts";
import {
  type CompiledLayouts,
  type DefaultLayout,
  type FieldSlot,
  NO_STEP,
  type RequiredField,
  type Step,
} from "./compiled-layout.ts";

// Compiled when it is first used, because a program uses few of all layouts.
function compiled(layout: Layout): CompiledLayouts {
  layout.compiled ??= {
    byDefault: compile(layout, layout.fields),
    variants: new Map(
      [...layout.variants].map(([variant, index]) => [variant, compile(layout, inVariant(layout.fields, index))]),
    ),
  };
  return layout.compiled;
}

function inVariant(mappings: ReadonlyMap<string, FieldMapping>, index: number): Map<string, FieldMapping> {
  const moved = new Map(mappings);
  for (const field of SCHEMA_FIELDS) {
    const mapping = mappings.get(field);
    if (mapping !== undefined) moved.set(field, { ...mapping, at: mapping.at.slice(index, index + 1) });
  }
  return moved;
}

function compile(layout: Layout, mappings: ReadonlyMap<string, FieldMapping>): DefaultLayout {
  const { constants, known, containers, derivedFrom } = layout;
  const steps = new Map<string, Step>();
  for (const pointer of known) stepAt(steps, pointer).known = true;
  for (const [pointer, optional] of layout.optional) stepAt(steps, pointer).optional = optional;
  for (const pointer of layout.ignored) stepAt(steps, pointer).ignored = true;
  for (const [pointer, constant] of constants) stepAt(steps, pointer).constant = constant;
  // The place of the name decides where other fields belong, so that one place says nothing by itself.
  const isByName = (mappings.get("name")?.at.length ?? 0) > 1;
  for (const [field, mapping] of mappings) {
    const [first = "", ...others] = mapping.at;
    const step = stepAt(steps, first);
    // Two fields may share a place, which holds a word or a schema.
    if (step.field !== undefined) step.alternative = true;
    Object.assign(step, { field, mapping });
    for (const pointer of others) addOther(stepAt(steps, pointer), isByName ? undefined : { field, mapping, pointer });
  }
  return {
    steps,
    fields: placesIn(mappings, derivedFrom),
    required: [...mappings].flatMap(([field, mapping]) => requiredField(field, mapping)),
    constants: [...constants].map(([pointer, value]) => ({ keys: parsePointer(pointer), value })),
    slots: [...mappings].map(([field, { at, placeholder }]) => ({
      keys: parsePointer(at[0] ?? ""),
      field,
      placeholder,
    })),
    reserved: new Set([...known, ...containers]),
  };
}

function addOther(step: Step, place: Step["other"]): void {
  step.other = step.alternative === undefined ? place : undefined;
  step.alternative = true;
}

function requiredField(field: string, { at, absentMeans, placeholder }: FieldMapping): RequiredField[] {
  return (absentMeans ?? placeholder) === undefined ? [] : [{ field, pointer: at[0] ?? "", absentMeans }];
}

// ── reading ─────────────────────────────────────────────────────────────────

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

// ── writing ─────────────────────────────────────────────────────────────────

/** Writes fields in the default layout; `undefined` where the extras say that the source had another one. */
export function writeDefault(
  layout: Layout,
  fieldValue: FieldValue,
  extras: JsonObject,
): Record<string, Json> | undefined {
  const { byDefault } = compiled(layout);
  for (const key in extras) if (!key.startsWith("/") || byDefault.reserved.has(key)) return undefined;
  const out = writeSlots(byDefault, fieldValue);
  for (const pointer in extras) setAt(out, pointer, copyJson(extras[pointer] as Json));
  return out;
}

/** The same for a variant of the dialect, and no extras. */
export function writeDefaultVariant(
  layout: Layout,
  variant: string,
  fieldValue: FieldValue,
): Record<string, Json> | undefined {
  const inVariant = compiled(layout).variants.get(variant);
  return inVariant && writeSlots(inVariant, fieldValue);
}

function writeSlots(layout: DefaultLayout, fieldValue: FieldValue): Record<string, Json> {
  const out = writeConstants(layout);
  for (const slot of layout.slots) writeSlot(out, slot, fieldValue(slot.field));
  return out;
}

/** The same for an object of values and no extras: nodes of a conversation are many and small. */
export function writeDefaultValues(layout: Layout, values: Readonly<Record<string, unknown>>): JsonObject {
  const { byDefault } = compiled(layout);
  const out = writeConstants(byDefault);
  for (const slot of byDefault.slots) writeSlot(out, slot, values[slot.field]);
  return out;
}

function writeConstants({ constants }: DefaultLayout): Record<string, Json> {
  const out: Record<string, Json> = {};
  for (const { keys, value } of constants) put(out, keys, value ?? null);
  return out;
}

function writeSlot(out: Record<string, Json>, { keys, placeholder }: FieldSlot, given: unknown): void {
  const value = typeof given === "symbol" ? placeholder : ((given as Json | undefined) ?? placeholder);
  if (value !== undefined) put(out, keys, value);
}

function put(out: Record<string, Json>, keys: readonly string[], value: Json): void {
  let target = out;
  for (let index = 0; index < keys.length - 1; index++) {
    const key = keys[index] ?? "";
    target[key] ??= {};
    target = target[key] as Record<string, Json>;
  }
  target[keys[keys.length - 1] ?? ""] = value;
}

function stepAt(steps: Map<string, Step>, pointer: string): Step {
  let step: Step = { ...NO_STEP, inner: steps };
  for (const key of parsePointer(pointer)) {
    step.inner ??= new Map();
    const next: Step = step.inner.get(key) ?? { ...NO_STEP };
    step.inner.set(key, next);
    step = next;
  }
  return step;
}
