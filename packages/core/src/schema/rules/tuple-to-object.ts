import { isArray, isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/schema-profile.ts";
import { applyLens, itemsLens, type Lens, type Lowered, mapItems } from "../lens.ts";
import type { LensRun } from "../lens-run.ts";
import { objectSchema } from "./object-schema.ts";
import { acceptsNull, addNull, box, boxLens } from "./optional-to-nullable.ts";

/** A tuple: the schemas of its first items, how many items it must have, and the schema of all further items. */
export interface Tuple {
  readonly prefix: readonly Lowered[];
  readonly minItems: number;
  readonly rest: Lowered | undefined;
}

const REST = "further_items";

/** Rewrites a tuple as an object with one property per item. */
export function tupleToObject(tuple: Tuple, profile: SchemaProfile): Lowered {
  const slots = tuple.prefix.map((lowered, index) => toSlot(lowered, index < tuple.minItems, profile));
  const properties: Record<string, Json> = {};
  for (const [index, slot] of slots.entries()) setKey(properties, slotName(index), slot.schema);
  if (tuple.rest !== undefined) properties[REST] = { type: "array", items: tuple.rest.schema };
  const names = Object.keys(properties);
  const required = profile.allRequired ? names : names.slice(0, Math.min(tuple.minItems, slots.length));
  const isListed = required.length > 0 || profile.allRequired;
  const schema = objectSchema(properties, isListed ? required : undefined, profile);
  return { schema, lens: tupleLens({ slots, rest: tuple.rest, required }) };
}

/** The lens for an array whose first items have lenses of their own; `undefined` if all items stay as they are. */
export function positionsLens(prefix: readonly Lowered[], rest: Lens | undefined): Lens | undefined {
  if (rest === undefined && prefix.every((lowered) => lowered.lens === undefined)) return undefined;
  const at = (index: number) => (index < prefix.length ? prefix[index]?.lens : rest);
  return {
    lower: (value, run) => mapItems(value, run, (item, index) => applyLens(at(index), "lower", item, run)),
    lift: (value, run) => mapItems(value, run, (item, index) => applyLens(at(index), "lift", item, run)),
  };
}

interface Slot {
  readonly schema: Lowered["schema"];
  readonly lens: Lens | undefined;
  readonly nullIsAbsent: boolean;
}

function toSlot(lowered: Lowered, required: boolean, profile: SchemaProfile): Slot {
  if (required || !profile.allRequired) return { schema: lowered.schema, lens: lowered.lens, nullIsAbsent: false };
  if (!acceptsNull(lowered))
    return { schema: addNull(lowered.schema, profile), lens: lowered.lens, nullIsAbsent: true };
  return { schema: addNull(box(lowered.schema, profile), profile), lens: boxLens(lowered.lens), nullIsAbsent: true };
}

interface TupleSlots {
  readonly slots: readonly Slot[];
  readonly rest: Lowered | undefined;
  /** The properties without which an object is not read as a tuple. */
  readonly required: readonly string[];
}

function tupleLens(tuple: TupleSlots): Lens {
  return {
    lower: (value, run) => (isArray(value) ? lowerTuple(value, tuple, run) : value),
    lift: (value, run) => (isObject(value) ? liftTuple(value, tuple, run) : value),
  };
}

function lowerTuple(value: readonly Json[], { slots, rest }: TupleSlots, run: LensRun): Json {
  run.spend(slots.length);
  const object: Record<string, Json> = {};
  for (const [index, slot] of slots.entries()) {
    if (index < value.length) object[slotName(index)] = applyLens(slot.lens, "lower", value[index] ?? null, run);
    else if (slot.nullIsAbsent) object[slotName(index)] = null;
  }
  if (rest !== undefined) object[REST] = applyLens(itemsLens(rest.lens), "lower", value.slice(slots.length), run);
  return object;
}

// An array has no gaps: items after the first absent one are dropped, and so are unknown keys. An object without the
// required properties is not a tuple.
function liftTuple(value: Readonly<Record<string, Json>>, { slots, rest, required }: TupleSlots, run: LensRun): Json {
  if (!required.every((name) => Object.hasOwn(value, name))) return value;
  const items: Json[] = [];
  for (const [index, slot] of slots.entries()) {
    const name = slotName(index);
    const item = value[name];
    if (!Object.hasOwn(value, name) || (item === null && slot.nullIsAbsent)) return items;
    run.spend();
    items.push(applyLens(slot.lens, "lift", item ?? null, run));
  }
  const others = rest === undefined ? [] : applyLens(itemsLens(rest.lens), "lift", value[REST] ?? [], run);
  return isArray(others) ? [...items, ...others] : items;
}

function slotName(index: number): string {
  return `item_${index + 1}`;
}
