import { isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { apply, type Lens } from "../lens.ts";
import type { LensRun } from "../lens-run.ts";
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
    lower: (value, run) => (isObject(value) ? lowerObject(value, byName(), rest, run) : value),
    lift: (value, run) =>
      isObject(value) ? liftObject(value, { bySent: bySent(), byName: byName(), rest }, run) : value,
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

function lowerObject(value: JsonMap, byName: ByName, rest: RestLens, run: LensRun): Json {
  const lowered: Record<string, Json> = {};
  const others: string[] = [];
  const keys = Object.keys(value);
  run.spend(keys.length + byName.size);
  for (const key of keys) {
    const property = byName.get(key);
    if (property !== undefined) setKey(lowered, property.sent, apply(property.lens, "lower", value[key] ?? null, run));
    else if (rest.under === undefined) setKey(lowered, key, apply(rest.lens, "lower", value[key] ?? null, run));
    else others.push(key);
  }
  for (const property of byName.values()) {
    if (property.nullIsAbsent && !Object.hasOwn(lowered, property.sent)) setKey(lowered, property.sent, null);
  }
  if (rest.under !== undefined) setKey(lowered, rest.under, toEntries(value, others, rest.lens, run));
  return lowered;
}

interface Known {
  readonly bySent: ByName;
  readonly byName: ByName;
  readonly rest: RestLens;
}

function liftObject(value: JsonMap, known: Known, run: LensRun): Json {
  const { bySent, rest } = known;
  const lifted: Record<string, Json> = {};
  const keys = Object.keys(value);
  run.spend(keys.length);
  for (const key of keys) {
    const property = bySent.get(key);
    const content = value[key] ?? null;
    if (property !== undefined) liftProperty(lifted, property, content, run);
    else if (key === rest.under) liftRest(lifted, content, known, run);
    else setKey(lifted, key, apply(rest.under === undefined ? rest.lens : undefined, "lift", content, run));
  }
  return lifted;
}

function liftProperty(lifted: Record<string, Json>, property: PropertyLens, content: Json, run: LensRun): void {
  if (content === null && property.nullIsAbsent) return;
  setKey(lifted, property.name, apply(property.lens, "lift", content, run));
}

// An entry that has a declared property's name would overrule that property's own rules, so it does not count.
function liftRest(lifted: Record<string, Json>, content: Json, { rest, byName }: Known, run: LensRun): void {
  if (!areEntries(content)) {
    setKey(lifted, rest.under ?? "", content);
    return;
  }
  const others = fromEntries(content, rest.lens, run);
  for (const key of Object.keys(others)) if (!byName.has(key)) setKey(lifted, key, others[key] ?? null);
}
