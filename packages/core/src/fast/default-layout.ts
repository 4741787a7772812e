import { equalJson, isEmpty, isObject, setKey } from "../json/value.ts";
import type { FieldMapping } from "../mapping/field-mapping.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { escapePointer, parsePointer } from "../place.ts";

/**
 * Nearly every tool is written the usual way: each field once, in the dialect's own place. Such tools are read and written in one pass; all others take the way of `read.ts` and `write.ts`.
 */
export interface DefaultLayout {
  readonly steps: ReadonlyMap<string, Step>;
  /** Canonical field → the dialect's own place. */
  readonly fields: Readonly<Record<string, string>>;
  /** The fields that are always written, where they stand and what it means that they do not. */
  readonly required: readonly Needed[];
  readonly constants: readonly Slot[];
  readonly slots: readonly (Slot & { readonly field: string; readonly rule: FieldMapping })[];
}

interface Needed {
  readonly field: string;
  readonly pointer: string;
  readonly missing: Json | undefined;
}

/** What a key of an object on the wire is. */
interface Step {
  /** It may be a value of its own, and not only what is in it. */
  known?: true;
  field?: string;
  rule?: FieldMapping;
  constant?: Json;
  /** A value that says nothing here. */
  optional?: Json;
  /** Nothing that stands here says anything to others. */
  ignored?: true;
  inner?: Map<string, Step>;
}

/** A place on the wire, as the keys that lead there. */
interface Slot {
  readonly keys: readonly string[];
  readonly value?: Json;
}

/** What the usual way of a form depends on beside its rules. */
export interface DefaultLayoutSpec {
  readonly constants: ReadonlyMap<string, Json>;
  readonly optional: ReadonlyMap<string, Json>;
  readonly ignored: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
  readonly madeOf: Readonly<Record<string, string>>;
}

/** Prepares the usual way of a form. */
export function defaultLayoutOf(rules: ReadonlyMap<string, FieldMapping>, spec: DefaultLayoutSpec): DefaultLayout {
  const { constants, known, madeOf } = spec;
  const steps = new Map<string, Step>();
  for (const pointer of known) stepAt(steps, pointer).known = true;
  for (const [pointer, optional] of spec.optional) stepAt(steps, pointer).optional = optional;
  for (const pointer of spec.ignored) stepAt(steps, pointer).ignored = true;
  for (const [pointer, constant] of constants) stepAt(steps, pointer).constant = constant;
  for (const [field, rule] of rules) Object.assign(stepAt(steps, rule.at[0] ?? ""), { field, rule });
  const fields = Object.fromEntries([...rules].map(([field, { at }]) => [field, at[0] ?? ""]));
  return {
    steps,
    fields: withMade(fields, madeOf),
    required: [...rules].flatMap(([field, rule]) => neededOf(field, rule)),
    constants: [...constants].map(([pointer, value]) => ({ keys: parsePointer(pointer), value })),
    slots: [...rules].map(([field, rule]) => ({ keys: parsePointer(rule.at[0] ?? ""), field, rule })),
  };
}

function neededOf(field: string, { at, absentMeans, placeholder }: FieldMapping): Needed[] {
  return (absentMeans ?? placeholder) === undefined ? [] : [{ field, pointer: at[0] ?? "", missing: absentMeans }];
}

/** The canonical values of a tool and its unknown fields, or `undefined` where it is not written the usual way. */
export function readDefault(usual: DefaultLayout, wire: JsonObject): UsualReading | undefined {
  const { constants, fields } = usual;
  const reading: UsualReading = { values: {}, fields, extras: NONE, silent: NONE, constants: constants.length };
  if (!readLevel(usual.steps, wire, "", reading) || reading.constants !== 0) return undefined;
  if (reading.silent !== NONE) reading.extras = { ...reading.extras, silent: reading.silent };
  if (usual.required.length > 0) addAbsent(reading, usual.required);
  return reading;
}

/** The places of fields, and of those that are made of them. */
export function withMade(
  fields: Readonly<Record<string, string>>,
  madeOf: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const made: Record<string, string> = { ...fields };
  for (const [field, source] of Object.entries(madeOf)) {
    const pointer = fields[source];
    if (pointer !== undefined) made[field] = pointer;
  }
  return made;
}

/** What stands for extras where there are none. */
export const NONE: JsonObject = Object.freeze({});

interface UsualReading {
  readonly values: Record<string, Json>;
  readonly fields: DefaultLayout["fields"];
  extras: JsonObject;
  /** What is there and says nothing. */
  silent: JsonObject;
  /** How many constants have not been seen yet. */
  constants: number;
}

function readLevel(steps: ReadonlyMap<string, Step>, wire: JsonObject, prefix: string, reading: UsualReading): boolean {
  for (const key in wire) {
    const step = steps.get(key);
    const value = wire[key] ?? null;
    if (step === undefined) addExtra(reading, `${prefix}/${escapePointer(key)}`, value);
    else if (step.inner !== undefined) {
      if (!readInner(step, value, `${prefix}/${key}`, reading)) return false;
    } else if (!readStep(step, value, reading)) {
      if (!saysNothing(step, value)) return false;
      addSilent(reading, `${prefix}/${escapePointer(key)}`, value);
    }
  }
  return true;
}

function addExtra(reading: UsualReading, pointer: string, value: Json): void {
  if (reading.extras === NONE) reading.extras = {};
  setKey(reading.extras as Record<string, Json>, pointer, value);
}

// What is otherwise always there and is not now.
function addAbsent(reading: UsualReading, required: readonly Needed[]): void {
  const absent = required.filter(({ field }) => !Object.hasOwn(reading.values, field));
  if (absent.length === 0) return;
  for (const { field, missing } of absent) if (missing !== undefined) reading.values[field] = missing;
  reading.extras = { ...reading.extras, absent: absent.map(({ pointer }) => pointer) };
}

function addSilent(reading: UsualReading, pointer: string, value: Json): void {
  if (reading.silent === NONE) reading.silent = {};
  setKey(reading.silent as Record<string, Json>, pointer, value);
}

// A null says nothing, and so does a default word.
function saysNothing({ constant, optional, ignored }: Step, value: Json): boolean {
  if (constant !== undefined) return false;
  return value === null || ignored === true || (optional !== undefined && equalJson(optional, value));
}

// What could have something in it and has nothing is a field like any other.
function readInner({ inner, known }: Step, value: Json, pointer: string, reading: UsualReading): boolean {
  if (inner !== undefined && isFilled(value)) return readLevel(inner, value, pointer, reading);
  if (known === undefined) addExtra(reading, pointer, value);
  return known === undefined;
}

function readStep(step: Step, value: Json, reading: UsualReading): boolean {
  if (step.constant !== undefined) {
    reading.constants--;
    return step.constant === value;
  }
  if (step.field === undefined || step.rule === undefined || !step.rule.is(value)) return false;
  reading.values[step.field] = value;
  return true;
}

function isFilled(value: Json): value is JsonObject {
  return isObject(value) && !isEmpty(value);
}

/** What is to be said of a canonical field. */
export type ValueOf = (field: string) => unknown;

/** Writes a tool that its own dialect remembers nothing of. */
export function writeDefault(usual: DefaultLayout, saidOf: ValueOf): Record<string, Json> {
  const out = writeConstants(usual);
  for (const slot of usual.slots) writeSlot(out, slot, saidOf(slot.field));
  return out;
}

/** The same for values that have been put together: pieces of a conversation are many and small. */
export function writeValues(usual: DefaultLayout, values: Readonly<Record<string, unknown>>): JsonObject {
  const out = writeConstants(usual);
  for (const slot of usual.slots) writeSlot(out, slot, values[slot.field]);
  return out;
}

function writeConstants({ constants }: DefaultLayout): Record<string, Json> {
  const out: Record<string, Json> = {};
  for (const { keys, value } of constants) put(out, keys, value ?? null);
  return out;
}

function writeSlot(out: Record<string, Json>, { keys, rule }: DefaultLayout["slots"][number], said: unknown): void {
  const value = (said as Json | undefined) ?? rule.placeholder;
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
