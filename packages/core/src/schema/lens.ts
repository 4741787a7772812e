import { isArray, isObject, setKey } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import type { LensRun } from "./lens-run.ts";
import type { Types } from "./types.ts";

/**
 * The reversible rewrite of a schema, applied to values: `lower` on the way to the model, `lift` on the way back. Both
 * accept any value.
 */
export interface Lens {
  lower(value: Json, run: LensRun): Json;
  lift(value: Json, run: LensRun): Json;
}

/**
 * A schema for the target, and the lens between its values and the source's; without a lens, values stay as they are.
 */
export interface Lowered {
  readonly schema: Readonly<Record<string, Json>>;
  readonly lens?: Lens | undefined;
  /** The types of its values, if the schema itself does not show them. */
  readonly types?: Types | undefined;
}

/** The same values, described by another schema. Written out, because V8 makes a new hidden class for a spread with more keys. */
export function withSchema({ lens, types }: Lowered, schema: Lowered["schema"]): Lowered {
  return { schema, lens, types };
}

/** A lens that is looked up when it is used, for schemas that contain themselves. */
export function lateLens(find: () => Lens | undefined): Lens {
  return {
    lower: (value, run) => applyLens(find(), "lower", value, run),
    lift: (value, run) => applyLens(find(), "lift", value, run),
  };
}

/** Applies an optional lens to a value. */
export function applyLens(lens: Lens | undefined, direction: "lower" | "lift", value: Json, run: LensRun): Json {
  return lens === undefined ? value : lens[direction](value, run);
}

/** Applies a lens to each item of an array. */
export function itemsLens(item: Lens | undefined): Lens | undefined {
  if (item === undefined) return undefined;
  return {
    lower: (value, run) => mapItems(value, run, (each) => item.lower(each, run)),
    lift: (value, run) => mapItems(value, run, (each) => item.lift(each, run)),
  };
}

/** Changes each item of an array; other values stay as they are. */
export function mapItems(value: Json, run: LensRun, change: (item: Json, index: number) => Json): Json {
  if (!isArray(value)) return value;
  run.spend(value.length);
  return value.map(change);
}

/** Applies a lens to each value of an object. */
export function valuesLens(each: Lens | undefined): Lens | undefined {
  if (each === undefined) return undefined;
  return {
    lower: (value, run) => mapValues(value, run, (one) => each.lower(one, run)),
    lift: (value, run) => mapValues(value, run, (one) => each.lift(one, run)),
  };
}

/** Applies a lens to every value but null. */
export function nullableLens(inner: Lens | undefined): Lens | undefined {
  if (inner === undefined) return undefined;
  return {
    lower: (value, run) => (value === null ? null : inner.lower(value, run)),
    lift: (value, run) => (value === null ? null : inner.lift(value, run)),
  };
}

function mapValues(value: Json, run: LensRun, change: (value: Json) => Json): Json {
  if (!isObject(value)) return value;
  run.spend(Object.keys(value).length);
  const mapped: Record<string, Json> = {};
  for (const key of Object.keys(value)) setKey(mapped, key, change(value[key] ?? null));
  return mapped;
}
