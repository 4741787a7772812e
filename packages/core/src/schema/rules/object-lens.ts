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
  /** Whether a value fits it, where the target leaves objects open, so that it may also stand under its own name. */
  readonly takes?: Takes | undefined;
}

/** Whether a value fits a lowered schema. */
export type Takes = (value: Json, run: LensRun) => boolean;

/** What happens to the keys that are not declared: a lens on each value, or entries under a property of their own. */
export interface RestLens {
  readonly lens: Lens | undefined;
  readonly under?: string;
  /** Whether a value fits them, where the target leaves objects open, so that they may also stand beside the others. */
  readonly takes?: Takes | undefined;
}

/** The lens of an object, or none where every property stays as it is. */
export function objectLens(properties: readonly PropertyLens[], rest: RestLens): Lens | undefined {
  if (rest.lens === undefined && rest.under === undefined && !properties.some(isChanged)) return undefined;
  const byName = once(() => new Map(properties.map((property) => [property.name, property])));
  const bySent = once(() => new Map(properties.map((property) => [property.sent, property])));
  return {
    lower: (value, run) => (isObject(value) ? lowerObject(value, byName(), rest, run) : value),
    lift: (value, run) =>
      isObject(value) ? liftObject(value, { bySent: bySent(), byName: byName(), rest }, run) : value,
  };
}

function isChanged({ name, sent, lens, nullIsAbsent }: PropertyLens): boolean {
  return name !== sent || lens !== undefined || nullIsAbsent;
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
    else liftUndeclared(lifted, { key, content, value }, known, run);
  }
  return lifted;
}

interface Undeclared {
  readonly key: string;
  readonly content: Json;
  /** The object that it stands in. */
  readonly value: JsonMap;
}

// A model may write a key that it was not told of. One that would break the source's own rules for it does not count.
function liftUndeclared(
  lifted: Record<string, Json>,
  { key, content, value }: Undeclared,
  { byName, rest }: Known,
  run: LensRun,
): void {
  const renamed = byName.get(key);
  const takes = renamed?.takes ?? (renamed === undefined ? rest.takes : undefined);
  const isTwice = renamed !== undefined && Object.hasOwn(value, renamed.sent);
  if (takes !== undefined && (isTwice || !takes(content, run))) return;
  if (renamed !== undefined && takes !== undefined) liftProperty(lifted, renamed, content, run);
  else
    setKey(
      lifted,
      key,
      apply(takes !== undefined || rest.under === undefined ? rest.lens : undefined, "lift", content, run),
    );
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
