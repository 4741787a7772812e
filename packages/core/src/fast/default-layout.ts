import { copyJson, equalJson, isEmpty, isObject, setKey } from "../json/value.ts";
import type { FieldMapping } from "../mapping/field-mapping.ts";
import { setAt } from "../mapping/pointer.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { escapePointer, parsePointer } from "../place.ts";

/**
 * Most objects are in their dialect's default layout: each field once, in the first of its places. They are read and written
 * in one pass here; all others go through `mapping/read.ts` and `mapping/write.ts`, which give the same for these.
 */
export interface DefaultLayout {
  readonly steps: ReadonlyMap<string, Step>;
  /** Canonical field → its pointer. */
  readonly fields: Readonly<Record<string, string>>;
  /** The fields that are always written, with what their absence means. */
  readonly required: readonly RequiredField[];
  readonly constants: readonly Slot[];
  readonly slots: readonly (Slot & { readonly field: string; readonly mapping: FieldMapping })[];
  /** The pointers that the layout reads or writes, and the objects around them. */
  readonly reserved: ReadonlySet<string>;
}

interface RequiredField {
  readonly field: string;
  readonly pointer: string;
  readonly absentMeans: Json | undefined;
}

/** What a key of an object on the wire stands for. */
interface Step {
  /** A value may stand here, and not only the objects on the way to other values. */
  known?: true;
  field?: string;
  mapping?: FieldMapping;
  constant?: Json;
  /** A value that means nothing here. */
  optional?: Json;
  /** Any value means nothing to other dialects. */
  ignored?: true;
  inner?: Map<string, Step>;
}

/** A place on the wire, as the keys that lead there. */
interface Slot {
  readonly keys: readonly string[];
  readonly value?: Json;
}

/** What a default layout is compiled from, beside its field mappings. */
export interface DefaultLayoutSpec {
  readonly constants: ReadonlyMap<string, Json>;
  readonly optional: ReadonlyMap<string, Json>;
  readonly ignored: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
  readonly containers: ReadonlySet<string>;
  /** Canonical field → its pointer, those that are derived from others included. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Compiles the default layout of a kind of object. */
export function compileDefaultLayout(
  mappings: ReadonlyMap<string, FieldMapping>,
  spec: DefaultLayoutSpec,
): DefaultLayout {
  const { constants, known, containers, fields } = spec;
  const steps = new Map<string, Step>();
  for (const pointer of known) stepAt(steps, pointer).known = true;
  for (const [pointer, optional] of spec.optional) stepAt(steps, pointer).optional = optional;
  for (const pointer of spec.ignored) stepAt(steps, pointer).ignored = true;
  for (const [pointer, constant] of constants) stepAt(steps, pointer).constant = constant;
  for (const [field, mapping] of mappings) Object.assign(stepAt(steps, mapping.at[0] ?? ""), { field, mapping });
  return {
    steps,
    fields,
    required: [...mappings].flatMap(([field, mapping]) => requiredField(field, mapping)),
    constants: [...constants].map(([pointer, value]) => ({ keys: parsePointer(pointer), value })),
    slots: [...mappings].map(([field, mapping]) => ({ keys: parsePointer(mapping.at[0] ?? ""), field, mapping })),
    reserved: new Set([...known, ...containers]),
  };
}

function requiredField(field: string, { at, absentMeans, placeholder }: FieldMapping): RequiredField[] {
  return (absentMeans ?? placeholder) === undefined ? [] : [{ field, pointer: at[0] ?? "", absentMeans }];
}

// ── reading ─────────────────────────────────────────────────────────────────

/** The canonical values of an object and its unknown fields; `undefined` where it is not in the default layout. */
export function readDefault(layout: DefaultLayout, wire: JsonObject): DefaultReading | undefined {
  const { constants, fields } = layout;
  const reading: DefaultReading = { values: {}, fields, extras: NONE, silent: NONE, constants: constants.length };
  if (!readLevel(layout.steps, wire, "", reading) || reading.constants !== 0) return undefined;
  if (reading.silent !== NONE) reading.extras = { ...reading.extras, silent: reading.silent };
  if (layout.required.length > 0) addAbsent(reading, layout.required);
  return reading;
}

/** Stands for extras where there are none. */
const NONE: JsonObject = Object.freeze({});

interface DefaultReading {
  readonly values: Record<string, Json>;
  readonly fields: DefaultLayout["fields"];
  extras: JsonObject;
  /** Fields whose values mean nothing. */
  silent: JsonObject;
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
      if (!meansNothing(step, value)) return false;
      addSilent(reading, `${prefix}/${escapePointer(key)}`, value);
    }
  }
  return true;
}

function addExtra(reading: DefaultReading, pointer: string, value: Json): void {
  if (reading.extras === NONE) reading.extras = {};
  setKey(reading.extras as Record<string, Json>, pointer, value);
}

// Fields that are always written and were not sent.
function addAbsent(reading: DefaultReading, required: readonly RequiredField[]): void {
  const absent = required.filter(({ field }) => !Object.hasOwn(reading.values, field));
  if (absent.length === 0) return;
  for (const { field, absentMeans } of absent) if (absentMeans !== undefined) reading.values[field] = absentMeans;
  reading.extras = { ...reading.extras, absent: absent.map(({ pointer }) => pointer) };
}

function addSilent(reading: DefaultReading, pointer: string, value: Json): void {
  if (reading.silent === NONE) reading.silent = {};
  setKey(reading.silent as Record<string, Json>, pointer, value);
}

// A null means nothing, and so does a default value.
function meansNothing({ constant, optional, ignored }: Step, value: Json): boolean {
  if (constant !== undefined) return false;
  return value === null || ignored === true || (optional !== undefined && equalJson(optional, value));
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
    return step.constant === value;
  }
  if (step.field === undefined || step.mapping === undefined || !step.mapping.is(value)) return false;
  reading.values[step.field] = value;
  return true;
}

function isFilled(value: Json): value is JsonObject {
  return isObject(value) && !isEmpty(value);
}

// ── writing ─────────────────────────────────────────────────────────────────

/** The value of a canonical field, to be written. */
export type FieldValue = (field: string) => unknown;

/** Writes fields in the default layout; `undefined` where the extras say that the source had another one. */
export function writeDefault(
  layout: DefaultLayout,
  fieldValue: FieldValue,
  extras: JsonObject = NONE,
): Record<string, Json> | undefined {
  for (const key in extras) if (!key.startsWith("/") || layout.reserved.has(key)) return undefined;
  const out = writeConstants(layout);
  for (const slot of layout.slots) writeSlot(out, slot, fieldValue(slot.field));
  for (const pointer in extras) setAt(out, pointer, copyJson(extras[pointer] as Json));
  return out;
}

/** The same for an object of values and no extras: nodes of a conversation are many and small. */
export function writeDefaultValues(layout: DefaultLayout, values: Readonly<Record<string, unknown>>): JsonObject {
  const out = writeConstants(layout);
  for (const slot of layout.slots) writeSlot(out, slot, values[slot.field]);
  return out;
}

function writeConstants({ constants }: DefaultLayout): Record<string, Json> {
  const out: Record<string, Json> = {};
  for (const { keys, value } of constants) put(out, keys, value ?? null);
  return out;
}

function writeSlot(out: Record<string, Json>, { keys, mapping }: DefaultLayout["slots"][number], given: unknown): void {
  const value = typeof given === "symbol" ? mapping.placeholder : ((given as Json | undefined) ?? mapping.placeholder);
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
  let step: Step = { inner: steps };
  for (const key of parsePointer(pointer)) {
    step.inner ??= new Map();
    const next: Step = step.inner.get(key) ?? {};
    step.inner.set(key, next);
    step = next;
  }
  return step;
}
