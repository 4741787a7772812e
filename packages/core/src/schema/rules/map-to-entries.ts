import { isArray, isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { applyLens, type Lens, type Lowered } from "../lens.ts";
import type { LensRun } from "../lens-run.ts";
import { objectSchema } from "./object-schema.ts";

/** The schema of a list of entries, which replaces an object with arbitrary keys. */
export function entriesSchema(
  key: Lowered["schema"],
  value: Lowered["schema"],
  profile: SchemaProfile,
): Record<string, Json> {
  return { type: "array", items: objectSchema({ key, value }, ["key", "value"], profile) };
}

/** The lens between an object and a list of its entries. Of two entries with the same key, the last one counts. */
export function entriesLens(value: Lens | undefined): Lens {
  return {
    lower: (object, run) => (isObject(object) ? toEntries(object, Object.keys(object), value, run) : object),
    lift: (entries, run) => (areEntries(entries) ? fromEntries(entries, value, run) : entries),
  };
}

/** Converts some keys of an object to entries. */
export function toEntries(
  object: Readonly<Record<string, Json>>,
  keys: readonly string[],
  value: Lens | undefined,
  run: LensRun,
): Json {
  run.spend(keys.length);
  return keys.map((key) => ({ key, value: applyLens(value, "lower", object[key] ?? null, run) }));
}

/** Converts a list of entries to an object. */
export function fromEntries(
  entries: readonly EntryValue[],
  value: Lens | undefined,
  run: LensRun,
): Record<string, Json> {
  const object: Record<string, Json> = {};
  run.spend(entries.length);
  for (const entry of entries) setKey(object, entry.key, applyLens(value, "lift", entry.value ?? null, run));
  return object;
}

/** One entry, as the model writes it. */
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
