import { isArray, isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { SchemaProfile } from "../../model/profile.ts";
import { apply, itemsLens, type Lens, type Lowered, mapItems } from "../lens.ts";
import type { LensRun } from "../lens-run.ts";
import { objectSchema } from "./object-schema.ts";
import { addNull, box, boxLens, takesNull } from "./optional-to-nullable.ts";

/** The places of a tuple: how the first ones are described, how many must be there, and what may follow. */
export interface Tuple {
  readonly prefix: readonly Lowered[];
  readonly least: number;
  readonly rest: Lowered | undefined;
}

const REST = "further_items";

/** A tuple as an object with one property per place. */
export function tupleToObject(tuple: Tuple, profile: SchemaProfile): Lowered {
  const slots = tuple.prefix.map((lowered, index) => toSlot(lowered, index < tuple.least, profile));
  const properties: Record<string, Json> = {};
  for (const [index, slot] of slots.entries()) setKey(properties, slotName(index), slot.schema);
  if (tuple.rest !== undefined) properties[REST] = { type: "array", items: tuple.rest.schema };
  const names = Object.keys(properties);
  const required = profile.allRequired ? names : names.slice(0, Math.min(tuple.least, slots.length));
  const isListed = required.length > 0 || profile.allRequired;
  const schema = objectSchema(properties, isListed ? required : undefined, profile);
  return { schema, lens: tupleLens({ slots, rest: tuple.rest, required }) };
}

/** Applies a lens to each place of an array, and one to all that follow; none where they all stay as they are. */
export function placesLens(prefix: readonly Lowered[], rest: Lens | undefined): Lens | undefined {
  if (rest === undefined && prefix.every((lowered) => lowered.lens === undefined)) return undefined;
  const at = (index: number) => (index < prefix.length ? prefix[index]?.lens : rest);
  return {
    lower: (value, run) => mapItems(value, run, (item, index) => apply(at(index), "lower", item, run)),
    lift: (value, run) => mapItems(value, run, (item, index) => apply(at(index), "lift", item, run)),
  };
}

interface Slot {
  readonly schema: Lowered["schema"];
  readonly lens: Lens | undefined;
  readonly nullIsAbsent: boolean;
}

function toSlot(lowered: Lowered, required: boolean, profile: SchemaProfile): Slot {
  if (required || !profile.allRequired) return { schema: lowered.schema, lens: lowered.lens, nullIsAbsent: false };
  if (!takesNull(lowered)) return { schema: addNull(lowered.schema, profile), lens: lowered.lens, nullIsAbsent: true };
  return { schema: addNull(box(lowered.schema, profile), profile), lens: boxLens(lowered.lens), nullIsAbsent: true };
}

interface Places {
  readonly slots: readonly Slot[];
  readonly rest: Lowered | undefined;
  /** The names that an object must have to stand for a tuple. */
  readonly required: readonly string[];
}

function tupleLens(places: Places): Lens {
  return {
    lower: (value, run) => (isArray(value) ? lowerTuple(value, places, run) : value),
    lift: (value, run) => (isObject(value) ? liftTuple(value, places, run) : value),
  };
}

function lowerTuple(value: readonly Json[], { slots, rest }: Places, run: LensRun): Json {
  run.spend(slots.length);
  const object: Record<string, Json> = {};
  for (const [index, slot] of slots.entries()) {
    if (index < value.length) object[slotName(index)] = apply(slot.lens, "lower", value[index] ?? null, run);
    else if (slot.nullIsAbsent) object[slotName(index)] = null;
  }
  if (rest !== undefined) object[REST] = apply(itemsLens(rest.lens), "lower", value.slice(slots.length), run);
  return object;
}

// An array has no gaps: what comes after the first absent place cannot count, nor can a key that is no place. Without the
// places that must be there, it is no tuple.
function liftTuple(value: Readonly<Record<string, Json>>, { slots, rest, required }: Places, run: LensRun): Json {
  if (!required.every((name) => Object.hasOwn(value, name))) return value;
  const items: Json[] = [];
  for (const [index, slot] of slots.entries()) {
    const name = slotName(index);
    const item = value[name];
    if (!Object.hasOwn(value, name) || (item === null && slot.nullIsAbsent)) return items;
    run.spend();
    items.push(apply(slot.lens, "lift", item ?? null, run));
  }
  const others = rest === undefined ? [] : apply(itemsLens(rest.lens), "lift", value[REST] ?? [], run);
  return isArray(others) ? [...items, ...others] : items;
}

function slotName(index: number): string {
  return `item_${index + 1}`;
}
