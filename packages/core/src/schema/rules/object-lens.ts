import { isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { apply, type Lens } from "../lens.ts";
import { areEntries, fromEntries, toEntries } from "./map-to-entries.ts";

/** One property of an object: its name on both sides, the lens on its value, and whether null stands for its absence. */
export interface PropertyLens {
  readonly name: string;
  readonly sent: string;
  readonly lens: Lens | undefined;
  readonly nullIsAbsent: boolean;
}

/** What happens to the keys that are not declared: a lens on each value, or entries under a property of their own. */
export interface RestLens {
  readonly lens: Lens | undefined;
  readonly under?: string;
}

/** The lens of an object, or none where every property stays as it is. */
export function objectLens(properties: readonly PropertyLens[], rest: RestLens): Lens | undefined {
  if (rest.lens === undefined && rest.under === undefined && properties.every(isSame)) return undefined;
  const byName = once(() => new Map(properties.map((property) => [property.name, property])));
  const bySent = once(() => new Map(properties.map((property) => [property.sent, property])));
  return {
    lower: (value) => (isObject(value) ? lowerObject(value, byName(), rest) : value),
    lift: (value) => (isObject(value) ? liftObject(value, bySent(), rest, byName()) : value),
  };
}

function isSame({ name, sent, lens, nullIsAbsent }: PropertyLens): boolean {
  return name === sent && lens === undefined && !nullIsAbsent;
}

// Most tools of a request are never called.
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

type ByName = ReadonlyMap<string, PropertyLens>;
type JsonMap = Readonly<Record<string, Json>>;

function lowerObject(value: JsonMap, byName: ByName, rest: RestLens): Json {
  const lowered: Record<string, Json> = {};
  const others: string[] = [];
  for (const key of Object.keys(value)) {
    const property = byName.get(key);
    if (property !== undefined) setKey(lowered, property.sent, apply(property.lens, "lower", value[key] ?? null));
    else if (rest.under === undefined) setKey(lowered, key, apply(rest.lens, "lower", value[key] ?? null));
    else others.push(key);
  }
  for (const property of byName.values()) {
    if (property.nullIsAbsent && !Object.hasOwn(lowered, property.sent)) setKey(lowered, property.sent, null);
  }
  if (rest.under !== undefined) setKey(lowered, rest.under, toEntries(value, others, rest.lens));
  return lowered;
}

function liftObject(value: JsonMap, bySent: ByName, rest: RestLens, byName: ByName): Json {
  const lifted: Record<string, Json> = {};
  for (const key of Object.keys(value)) {
    const property = bySent.get(key);
    const content = value[key] ?? null;
    if (property !== undefined) liftProperty(lifted, property, content);
    else if (key === rest.under) liftRest(lifted, content, rest, byName);
    else setKey(lifted, key, apply(rest.under === undefined ? rest.lens : undefined, "lift", content));
  }
  return lifted;
}

function liftProperty(lifted: Record<string, Json>, property: PropertyLens, content: Json): void {
  if (content === null && property.nullIsAbsent) return;
  setKey(lifted, property.name, apply(property.lens, "lift", content));
}

// An entry that has a declared property's name would overrule that property's own rules, so it does not count.
function liftRest(lifted: Record<string, Json>, content: Json, rest: RestLens, byName: ByName): void {
  if (!areEntries(content)) {
    setKey(lifted, rest.under ?? "", content);
    return;
  }
  const others = fromEntries(content, rest.lens);
  for (const key of Object.keys(others)) if (!byName.has(key)) setKey(lifted, key, others[key] ?? null);
}
