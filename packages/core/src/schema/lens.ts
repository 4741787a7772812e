import { isArray, isObject, setKey } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import type { Types } from "./types.ts";

/** A change to a schema, applied to its values: `lower` on the way to the model, `lift` on the way back. Both are total. */
export interface Lens {
  lower(value: Json): Json;
  lift(value: Json): Json;
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
    lower: (value) => apply(find(), "lower", value),
    lift: (value) => apply(find(), "lift", value),
  };
}

/** A value through a lens that may not be there. */
export function apply(lens: Lens | undefined, direction: "lower" | "lift", value: Json): Json {
  return lens === undefined ? value : lens[direction](value);
}

/** Applies a lens to each item of an array. */
export function itemsLens(item: Lens | undefined): Lens | undefined {
  if (item === undefined) return undefined;
  return {
    lower: (value) => (isArray(value) ? value.map((each) => item.lower(each)) : value),
    lift: (value) => (isArray(value) ? value.map((each) => item.lift(each)) : value),
  };
}

/** Applies a lens to each value of an object. */
export function valuesLens(each: Lens | undefined): Lens | undefined {
  if (each === undefined) return undefined;
  return {
    lower: (value) => mapValues(value, (one) => each.lower(one)),
    lift: (value) => mapValues(value, (one) => each.lift(one)),
  };
}

/** Leaves null alone and applies a lens to everything else. */
export function nullableLens(inner: Lens | undefined): Lens | undefined {
  if (inner === undefined) return undefined;
  return {
    lower: (value) => (value === null ? null : inner.lower(value)),
    lift: (value) => (value === null ? null : inner.lift(value)),
  };
}

function mapValues(value: Json, change: (value: Json) => Json): Json {
  if (!isObject(value)) return value;
  const mapped: Record<string, Json> = {};
  for (const key of Object.keys(value)) setKey(mapped, key, change(value[key] ?? null));
  return mapped;
}
