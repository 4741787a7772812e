import { isObject, setKey } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import { applyLens, type Lens } from "../lens.ts";
import type { LensRun } from "../lens-run.ts";
import { areEntries, fromEntries, toEntries } from "./map-to-entries.ts";

/**
 * One property of an object: its names in the source and in the lowered schema, the lens for its value, and whether
 * null means that it is absent.
 */
export interface PropertyLens {
  readonly name: string;
  readonly loweredName: string;
  readonly lens: Lens | undefined;
  readonly nullIsAbsent: boolean;
  /**
   * Whether a value is valid for it, if objects stay open in the target: then a model may also write it under its own
   * name.
   */
  readonly accepts?: Accepts | undefined;
}

/** Whether a value is valid for a lowered schema. */
export type Accepts = (value: Json, run: LensRun) => boolean;

/** What happens to undeclared keys: a lens for each value, or a property that holds them as a list of entries. */
export interface RestLens {
  readonly lens: Lens | undefined;
  readonly entriesProperty?: string;
  /**
   * Whether a value is valid for them, if objects stay open in the target: then a model may also write them next to the
   * others.
   */
  readonly accepts?: Accepts | undefined;
}

/** The lens of an object; `undefined` if every property stays as it is. */
export function objectLens(properties: readonly PropertyLens[], rest: RestLens): Lens | undefined {
  if (rest.lens === undefined && rest.entriesProperty === undefined && !properties.some(isChanged)) return undefined;
  return new ObjectLens(properties, rest);
}

class ObjectLens implements Lens {
  private readonly properties: readonly PropertyLens[];
  private readonly rest: RestLens;
  private mapping: ObjectMapping | undefined;

  constructor(properties: readonly PropertyLens[], rest: RestLens) {
    this.properties = properties;
    this.rest = rest;
    this.mapping = undefined;
  }

  lower(value: Json, run: LensRun): Json {
    return isObject(value) ? lowerObject(value, this.known, run) : value;
  }

  lift(value: Json, run: LensRun): Json {
    return isObject(value) ? liftObject(value, this.known, run) : value;
  }

  // Built when first used: most tools of a request are never called.
  private get known(): ObjectMapping {
    const { properties, rest } = this;
    this.mapping ??= {
      byName: new Map(properties.map((property) => [property.name, property])),
      byLoweredName: new Map(properties.map((property) => [property.loweredName, property])),
      rest,
    };
    return this.mapping;
  }
}

function isChanged({ name, loweredName, lens, nullIsAbsent }: PropertyLens): boolean {
  return name !== loweredName || lens !== undefined || nullIsAbsent;
}

type ByName = ReadonlyMap<string, PropertyLens>;
type JsonMap = Readonly<Record<string, Json>>;

function lowerObject(value: JsonMap, { byName, rest }: ObjectMapping, run: LensRun): Json {
  const lowered: Record<string, Json> = {};
  const others: string[] = [];
  const keys = Object.keys(value);
  run.spend(keys.length + byName.size);
  for (const key of keys) {
    const property = byName.get(key);
    if (property !== undefined)
      setKey(lowered, property.loweredName, applyLens(property.lens, "lower", value[key] ?? null, run));
    else if (rest.entriesProperty === undefined)
      setKey(lowered, key, applyLens(rest.lens, "lower", value[key] ?? null, run));
    else others.push(key);
  }
  for (const property of byName.values()) {
    if (property.nullIsAbsent && !Object.hasOwn(lowered, property.loweredName))
      setKey(lowered, property.loweredName, null);
  }
  if (rest.entriesProperty !== undefined)
    setKey(lowered, rest.entriesProperty, toEntries(value, others, rest.lens, run));
  return lowered;
}

interface ObjectMapping {
  readonly byLoweredName: ByName;
  readonly byName: ByName;
  readonly rest: RestLens;
}

function liftObject(value: JsonMap, known: ObjectMapping, run: LensRun): Json {
  const { byLoweredName, rest } = known;
  const lifted: Record<string, Json> = {};
  const keys = Object.keys(value);
  run.spend(keys.length);
  for (const key of keys) {
    const property = byLoweredName.get(key);
    const content = value[key] ?? null;
    if (property !== undefined) liftProperty(lifted, property, content, run);
    else if (key === rest.entriesProperty) liftRest(lifted, content, known, run);
    else liftUndeclared(lifted, { key, content, value }, known, run);
  }
  return lifted;
}

interface Undeclared {
  readonly key: string;
  readonly content: Json;
  /** The object that has the key. */
  readonly value: JsonMap;
}

// A model may write a key that its schema does not declare. It is dropped if it would violate the source's own rules.
function liftUndeclared(
  lifted: Record<string, Json>,
  { key, content, value }: Undeclared,
  { byName, rest }: ObjectMapping,
  run: LensRun,
): void {
  const renamed = byName.get(key);
  const accepts = renamed?.accepts ?? (renamed === undefined ? rest.accepts : undefined);
  const isTwice = renamed !== undefined && Object.hasOwn(value, renamed.loweredName);
  if (accepts !== undefined && (isTwice || !accepts(content, run))) return;
  if (renamed !== undefined && accepts !== undefined) liftProperty(lifted, renamed, content, run);
  else
    setKey(
      lifted,
      key,
      applyLens(
        accepts !== undefined || rest.entriesProperty === undefined ? rest.lens : undefined,
        "lift",
        content,
        run,
      ),
    );
}

function liftProperty(lifted: Record<string, Json>, property: PropertyLens, content: Json, run: LensRun): void {
  if (content === null && property.nullIsAbsent) return;
  setKey(lifted, property.name, applyLens(property.lens, "lift", content, run));
}

// An entry with the name of a declared property is dropped, because it would bypass the rules for that property.
function liftRest(lifted: Record<string, Json>, content: Json, { rest, byName }: ObjectMapping, run: LensRun): void {
  if (!areEntries(content)) {
    setKey(lifted, rest.entriesProperty ?? "", content);
    return;
  }
  const others = fromEntries(content, rest.lens, run);
  for (const key of Object.keys(others)) if (!byName.has(key)) setKey(lifted, key, others[key] ?? null);
}
