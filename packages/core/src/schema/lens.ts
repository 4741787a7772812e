import { isArray, isObject, setKey } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import type { LensRun } from "./lens-run.ts";
import type { Types } from "./types.ts";

/** A change to a schema, applied to its values: `lower` on the way to the model, `lift` on the way back. Both are total. */
export interface Lens {
  lower(value: Json, run: LensRun): Json;
  lift(value: Json, run: LensRun): Json;
}

/** A schema as the target speaks it, and the lens between its values and the source's; none where values stay as they are. */
export interface Lowered {
  readonly schema: Readonly<Record<string, Json>>;
  readonly lens?: Lens | undefined;
  /** The types that it takes, where the schema itself does not show them. */
  readonly types?: Types;
}

/** A lens that is known only later, for schemas that contain themselves. */
export function lateLens(find: () => Lens | undefined): Lens {
  return {
    lower: (value, run) => apply(find(), "lower", value, run),
    lift: (value, run) => apply(find(), "lift", value, run),
  };
}

/** A value through a lens that may not be there. */
export function apply(lens: Lens | undefined, direction: "lower" | "lift", value: Json, run: LensRun): Json {
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

/** An array with each of its items changed; any other value as it is. */
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

/** Leaves null alone and applies a lens to everything else. */
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
