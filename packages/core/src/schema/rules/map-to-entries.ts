import { isArray, isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/profile.ts";
import { apply, type Lens, type Lowered } from "../lens.ts";
import type { LensRun } from "../lens-run.ts";
import { objectSchema } from "./object-schema.ts";

/** A list of entries in place of an object with any keys. */
export function entriesSchema(
  key: Lowered["schema"],
  value: Lowered["schema"],
  profile: SchemaProfile,
): Record<string, Json> {
  return { type: "array", items: objectSchema({ key, value }, ["key", "value"], profile) };
}

/** An object as a list of its entries. A key that comes twice counts the last time. */
export function entriesLens(value: Lens | undefined): Lens {
  return {
    lower: (object, run) => (isObject(object) ? toEntries(object, Object.keys(object), value, run) : object),
    lift: (entries, run) => (areEntries(entries) ? fromEntries(entries, value, run) : entries),
  };
}

/** Some of an object's keys as entries. */
export function toEntries(
  object: Readonly<Record<string, Json>>,
  keys: readonly string[],
  value: Lens | undefined,
  run: LensRun,
): Json {
  run.spend(keys.length);
  return keys.map((key) => ({ key, value: apply(value, "lower", object[key] ?? null, run) }));
}

/** The object that a list of entries stands for. */
export function fromEntries(
  entries: readonly EntryValue[],
  value: Lens | undefined,
  run: LensRun,
): Record<string, Json> {
  const object: Record<string, Json> = {};
  run.spend(entries.length);
  for (const entry of entries) setKey(object, entry.key, apply(value, "lift", entry.value ?? null, run));
  return object;
}

/** One entry as the model writes it. */
export interface EntryValue {
  readonly [name: string]: Json;
  readonly key: string;
  readonly value: Json;
}

/** Whether a value is a list of entries. */
export function areEntries(value: Json): value is readonly EntryValue[] {
  return (
    isArray(value) &&
    value.every((entry) => isObject(entry) && typeof entry.key === "string" && Object.hasOwn(entry, "value"))
  );
}
