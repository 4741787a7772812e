import { equalJson, isArray, isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { escapePointer } from "../../place.ts";
import { compactNotes, type Notes, notesOf } from "./extras.ts";
import { getAt, setAt } from "./pointer.ts";

/** Where a canonical field stands on the wire, and what it must be to count as that field. */
export interface Rule<Pointer extends string = string> {
  /** The dialect's own place first, then places where others have put it; places of one habit share an index. */
  readonly at: readonly Pointer[];
  readonly is: (value: Json) => boolean;
  /** What a missing field means, where that can be said. */
  readonly missing?: Json;
  /** Which items of a list this dialect knows, where it does not know all. */
  readonly item?: (value: Json) => boolean;
}

/** How a kind of tool is laid out on the wire. */
export interface FormSpec<Pointer extends string = string> {
  readonly dialect: string;
  /** Written in every tool. */
  readonly constants?: Readonly<Partial<Record<Pointer, Json>>>;
  /** May stand there and says nothing. */
  readonly optional?: Readonly<Partial<Record<Pointer, Json>>>;
  /** Canonical field → rule. */
  readonly rules: Readonly<Record<string, Rule<Pointer>>>;
}

/** A spec, with what is looked up in it again and again. */
export interface Form {
  readonly dialect: string;
  readonly constants: ReadonlyMap<string, Json>;
  readonly optional: ReadonlyMap<string, Json>;
  readonly rules: ReadonlyMap<string, Rule>;
  /** The objects that are taken apart. */
  readonly containers: ReadonlySet<string>;
  readonly known: ReadonlySet<string>;
}

/** What a form found on the wire. */
export interface Reading {
  readonly values: Record<string, Json>;
  /** Canonical field → the pointer where it stands, or would stand. */
  readonly fields: Record<string, string>;
  readonly extras: JsonObject;
}

/** Prepares a form; its pointers are checked against the wire type. */
export function formOf<Pointer extends string>(spec: FormSpec<Pointer>): Form {
  const { dialect, constants = {}, optional = {}, rules } = spec;
  const entries = Object.entries<Rule>(rules);
  const known = new Set([
    ...entries.flatMap(([, rule]) => rule.at),
    ...Object.keys(constants),
    ...Object.keys(optional),
  ]);
  return {
    dialect,
    constants: new Map(Object.entries(constants) as [string, Json][]),
    optional: new Map(Object.entries(optional) as [string, Json][]),
    rules: new Map(entries),
    containers: new Set([...known].flatMap(ancestors)),
    known,
  };
}

/** A field that holds a text. */
export function text<Pointer extends string>(...at: Pointer[]): Rule<Pointer> {
  return { at, is: (value) => typeof value === "string" };
}

/** A field that is on or off. */
export function flag<Pointer extends string>(...at: Pointer[]): Rule<Pointer> {
  return { at, is: (value) => typeof value === "boolean" };
}

/** A field that holds a number. */
export function count<Pointer extends string>(...at: Pointer[]): Rule<Pointer> {
  return { at, is: (value) => typeof value === "number" };
}

/** A field that holds an object. */
export function object<Pointer extends string>(...at: Pointer[]): Rule<Pointer> {
  return { at, is: isObject };
}

/** A field that holds a list. */
export function list<Pointer extends string>(...at: Pointer[]): Rule<Pointer> {
  return { at, is: isArray };
}

/** A field that holds a JSON Schema. */
export function schema<Pointer extends string>(...at: Pointer[]): Rule<Pointer> {
  return { at, is: (value) => isObject(value) || typeof value === "boolean" };
}

/** A field that holds the schema of a tool's arguments; without it, there are none. */
export function argumentsSchema<Pointer extends string>(...at: Pointer[]): Rule<Pointer> {
  return { ...schema(...at), missing: { type: "object", properties: {} } };
}

/** Takes a tool apart: canonical fields by the rules, all else by pointer, so that writing it again gives the same. */
export function readForm(form: Form, wire: JsonObject): Reading {
  const leaves = new Map(leavesOf(wire, form, ""));
  const absent = [...form.constants.keys()].filter((pointer) => !leaves.has(pointer));
  const found = takeAll(form, leaves);
  for (const [pointer, value] of form.constants) if (says(leaves, pointer, value)) leaves.delete(pointer);
  const fields = fieldsOf(form, found.at);
  for (const [field, rule] of form.rules) {
    if (rule.missing === undefined || field in found.values) continue;
    found.values[field] = rule.missing;
    absent.push(fields[field] ?? "");
  }
  return {
    values: found.values,
    fields,
    extras: compactNotes(restOf(form, leaves), { absent, at: unusual(form, found.at) }),
  };
}

/** Puts a tool together from its canonical values and from what its own dialect remembers of it. */
export function writeForm(form: Form, values: Readonly<Record<string, unknown>>, own: JsonObject): JsonObject {
  const notes = notesOf(own);
  const kept = new Map([...Object.entries(notes.pointers), ...Object.entries(notes.silent)]);
  const out: Record<string, Json> = {};
  for (const [pointer, value] of form.constants) {
    if (!kept.has(pointer) && !notes.absent.includes(pointer)) setAt(out, pointer, value);
  }
  for (const [field, pointer] of places(form, notes)) {
    const value = values[field] as Json | undefined;
    if (value !== undefined && !wasMissing(form, field, value, notes.absent.includes(pointer)))
      setAt(out, pointer, value);
  }
  for (const [pointer, value] of kept) if (getAt(out, pointer) === undefined) setAt(out, pointer, value);
  return out;
}

function* leavesOf(wire: JsonObject, form: Form, prefix: string): Generator<[pointer: string, value: Json]> {
  for (const [key, value] of Object.entries(wire)) {
    const pointer = `${prefix}/${escapePointer(key)}`;
    if (form.containers.has(pointer) && isObject(value) && Object.keys(value).length > 0) {
      yield* leavesOf(value, form, pointer);
    } else {
      yield [pointer, value];
    }
  }
}

type Places = Readonly<Record<string, readonly string[]>>;

function takeAll(
  form: Form,
  leaves: Map<string, Json>,
): { values: Record<string, Json>; at: Record<string, string[]> } {
  const values: Record<string, Json> = {};
  const at: Record<string, string[]> = {};
  for (const [field, rule] of form.rules) {
    const found = take(rule, leaves);
    if (found === undefined) continue;
    values[field] = found.value;
    at[field] = found.at;
  }
  return { values, at };
}

// A second place that says the same is a copy, to be kept in step; one that says another thing is left over.
function take(rule: Rule, leaves: Map<string, Json>): { value: Json; at: string[] } | undefined {
  let found: { value: Json; at: string[] } | undefined;
  for (const pointer of rule.at) {
    const value = leaves.get(pointer);
    if (value === undefined || !rule.is(value)) continue;
    if (found === undefined) found = { value, at: [pointer] };
    else if (equalJson(found.value, value)) found.at.push(pointer);
    else continue;
    leaves.delete(pointer);
  }
  return found;
}

function restOf(form: Form, leaves: ReadonlyMap<string, Json>): Pick<Notes, "pointers" | "silent"> {
  const pointers: Record<string, Json> = {};
  const silent: Record<string, Json> = {};
  for (const [pointer, value] of leaves) {
    const nothing = (value === null && form.known.has(pointer)) || says(form.optional, pointer, value);
    (nothing ? silent : pointers)[pointer] = value;
  }
  return { pointers, silent };
}

function says(values: ReadonlyMap<string, Json>, pointer: string, value: Json): boolean {
  const said = values.get(pointer);
  return said !== undefined && equalJson(said, value);
}

function wasMissing(form: Form, field: string, value: Json, absent: boolean): boolean {
  const missing = form.rules.get(field)?.missing;
  return absent && missing !== undefined && equalJson(missing, value);
}

function fieldsOf(form: Form, at: Places): Record<string, string> {
  const habit = habitOf(form, at);
  return Object.fromEntries([...form.rules].map(([field, rule]) => [field, at[field]?.[0] ?? placeIn(rule, habit)]));
}

function unusual(form: Form, at: Places): Places {
  return Object.fromEntries(
    Object.entries(at).filter(([field, found]) => found.length > 1 || found[0] !== form.rules.get(field)?.at[0]),
  );
}

// Where the name stands tells which habit a tool follows, and so where a field belongs that is added to it.
function habitOf(form: Form, at: Places): number {
  const place = at.name?.[0];
  return place === undefined ? 0 : Math.max(0, form.rules.get("name")?.at.indexOf(place) ?? 0);
}

function placeIn(rule: Rule, habit: number): string {
  return rule.at[habit] ?? rule.at[0] ?? "";
}

function* places(form: Form, notes: Notes): Generator<[field: string, pointer: string]> {
  const habit = habitOf(form, notes.at);
  for (const [field, rule] of form.rules) {
    for (const pointer of notes.at[field] ?? [placeIn(rule, habit)]) yield [field, pointer];
  }
}

function ancestors(pointer: string): string[] {
  const end = pointer.lastIndexOf("/");
  if (end <= 0) return [];
  const parent = pointer.slice(0, end);
  return [parent, ...ancestors(parent)];
}
