import { flatten } from "./flatten.ts";
import { canonical, isObject, type Json, type JsonObject, own, setOwn } from "./json.ts";
import { Random } from "./random.ts";
import { type Draft, draftOf, isSchema } from "./schema.ts";
import { type Extreme, keyOf, textMatching, textOf } from "./strings.ts";
import { judge } from "./validate.ts";
import { anyObject, anyValue, extremeNumber, numberOf } from "./values.ts";

/** How to make instances. */
export interface InstanceOptions {
  readonly seed: string;
  readonly count: number;
  /** A tool's arguments are an object unless the root says another type. */
  readonly root?: "object" | "any";
}

/** Distinct random instances of a schema, each found valid by the independent validator; none where none was found. */
export function instances(schema: Json, { seed, count, root = "any" }: InstanceOptions): Json[] {
  const draft = draftOf(schema);
  const verdict = judge(schema, draft);
  const found = new Map<string, Json>();
  for (let attempt = 0; attempt < count * 5 + 6 && found.size < count; attempt++) {
    const random = new Random(`${seed}#${attempt}`);
    const maker = new Maker({ root: schema, draft, random, ...(MOODS[attempt] ?? USUAL) });
    const value = maker.makeRoot(schema, root);
    if (value !== undefined && verdict.valid(value) === true) found.set(canonical(value), value);
  }
  return [...found.values()];
}

/** How likely optional things are there, and whether values go to the ends of what is allowed. */
interface Mood {
  readonly presence: number;
  readonly extreme?: Extreme;
}

// Everything as large as it may be, everything as small, nothing that is optional, everything as it comes; then at random.
const MOODS: readonly Mood[] = [
  { presence: 1, extreme: "high" },
  { presence: 1, extreme: "low" },
  { presence: 0 },
  { presence: 1 },
];
const USUAL: Mood = { presence: 0.5 };
const DEPTH = 9;
const FLOOR = -40;
const NODES = 700;
// What is required below its own requirement never ends: enough was tried.
const EXHAUSTED = -800;

const HINTS: readonly [type: string, keywords: readonly string[]][] = [
  [
    "object",
    "properties required additionalProperties patternProperties propertyNames minProperties maxProperties dependentRequired dependentSchemas dependencies unevaluatedProperties".split(
      " ",
    ),
  ],
  ["array", "items prefixItems additionalItems minItems maxItems uniqueItems contains unevaluatedItems".split(" ")],
  ["string", "pattern format minLength maxLength".split(" ")],
  ["number", "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf".split(" ")],
];

interface MakerFields extends Mood {
  readonly root: Json;
  readonly draft: Draft;
  readonly random: Random;
}

class Maker {
  private readonly fields: MakerFields;
  private readonly random: Random;
  private nodes = NODES;

  constructor(fields: MakerFields) {
    this.fields = fields;
    this.random = fields.random;
  }

  makeRoot(schema: Json, root: "object" | "any"): Json | undefined {
    const flat = this.flat(schema, DEPTH);
    if (root === "any" || flat === undefined || !isSchema(flat)) return this.make(schema, DEPTH);
    if (typeof flat === "boolean") return flat ? anyObject(this.random, 2) : undefined;
    return flat.type === undefined && flat.enum === undefined && flat.const === undefined
      ? this.object(flat, DEPTH)
      : this.make(schema, DEPTH);
  }

  private make(schema: Json, depth: number): Json | undefined {
    this.nodes -= 1;
    if (depth < FLOOR || this.nodes < EXHAUSTED) return undefined;
    for (let attempt = 0; attempt < 4; attempt++) {
      const flat = this.flat(schema, depth);
      const value = flat === undefined ? undefined : this.value(flat, depth);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  private flat(schema: Json, depth: number): JsonObject | boolean | undefined {
    return flatten(schema, { ...this.fields, plain: this.ending(depth), solid: this.fields.extreme !== undefined });
  }

  private ending(depth: number): boolean {
    return depth <= 0 || this.nodes <= 0;
  }

  private value(flat: JsonObject | boolean, depth: number): Json | undefined {
    if (typeof flat === "boolean") return flat ? anyValue(this.random, 2) : undefined;
    if (flat.const !== undefined) return flat.const;
    if (Array.isArray(flat.enum)) return flat.enum.length === 0 ? undefined : this.random.pick(flat.enum);
    const type = this.type(flat, depth);
    return type === undefined ? anyValue(this.random, 2) : this.typed(type, flat, depth);
  }

  private type(flat: JsonObject, depth: number): string | undefined {
    if (typeof flat.type === "string") return flat.type;
    if (Array.isArray(flat.type)) return this.member(flat.type.map(String), depth);
    const hinted = HINTS.filter(([, keywords]) => keywords.some((keyword) => Object.hasOwn(flat, keyword)));
    if (hinted.length === 0 || this.random.chance(0.15)) return undefined;
    return this.random.pick(hinted)[0];
  }

  private member(types: string[], depth: number): string | undefined {
    const scalars = types.filter((type) => type !== "object" && type !== "array");
    const solid = types.filter((type) => type !== "null");
    const unended = this.fields.extreme === undefined ? types : solid;
    const preferred = this.ending(depth) ? scalars : unended;
    const choices = preferred.length > 0 ? preferred : types;
    return choices.length === 0 ? undefined : this.random.pick(choices);
  }

  private typed(type: string, flat: JsonObject, depth: number): Json | undefined {
    switch (type) {
      case "object":
        return this.object(flat, depth);
      case "array":
        return this.array(flat, depth);
      case "string":
        return textOf(flat, this.random, this.fields.extreme);
      case "number":
      case "integer":
        return this.number(flat, type === "integer");
      case "boolean":
        return this.random.chance(0.5);
      case "null":
        return null;
      default:
        return undefined;
    }
  }

  private number(flat: JsonObject, whole: boolean): Json | undefined {
    const { extreme } = this.fields;
    if (extreme !== undefined) return extremeNumber(flat, whole, extreme) ?? numberOf(flat, whole, this.random);
    return numberOf(flat, whole || this.random.chance(0.4), this.random);
  }

  private object(flat: JsonObject, depth: number): Json | undefined {
    const value: JsonObject = {};
    for (const key of this.namedKeys(flat, depth)) {
      const sub = this.make(this.schemaOf(flat, key), depth - 1);
      if (sub !== undefined) setOwn(value, key, sub);
      else if (required(flat).includes(key)) return undefined;
    }
    this.addExtras(value, flat, depth);
    return value;
  }

  private namedKeys(flat: JsonObject, depth: number): string[] {
    const must = required(flat);
    const named = isObject(flat.properties) ? Object.keys(flat.properties) : [];
    const wanted = typeof flat.minProperties === "number" ? flat.minProperties : 0;
    const presence = this.ending(depth) ? 0 : this.fields.presence;
    const limit = typeof flat.maxProperties === "number" ? flat.maxProperties : Number.POSITIVE_INFINITY;
    const optional = named.filter((key) => !must.includes(key));
    const present = optional.filter((_, index) => must.length + index < wanted || this.random.chance(presence));
    const kept = new Set(
      [...must, ...present].slice(0, Math.max(limit, must.length)).flatMap((key) => [key, ...dependents(flat, key)]),
    );
    return [...named.filter((key) => kept.has(key)), ...[...kept].filter((key) => !named.includes(key))];
  }

  private schemaOf(flat: JsonObject, key: string): Json {
    const declared = own(flat.properties, key);
    if (declared !== undefined) return declared;
    return flat.additionalProperties === false ? true : (flat.additionalProperties ?? true);
  }

  private addExtras(value: JsonObject, flat: JsonObject, depth: number): void {
    if (!isOpen(flat)) return;
    const low = typeof flat.minProperties === "number" ? flat.minProperties : 0;
    const high = typeof flat.maxProperties === "number" ? flat.maxProperties : Number.POSITIVE_INFINITY;
    const wanted = this.ending(depth)
      ? low
      : Math.max(low, Math.min(high, Object.keys(value).length + this.random.int(0, 3)));
    for (let attempt = 0; attempt < wanted * 3 && Object.keys(value).length < wanted; attempt++)
      this.addExtra(value, flat, depth);
  }

  private addExtra(value: JsonObject, flat: JsonObject, depth: number): void {
    const [key, schema] = this.extraKey(flat);
    if (key === undefined || Object.hasOwn(value, key) || own(flat.properties, key) !== undefined) return;
    const sub = this.make(schema, depth - 1);
    if (sub !== undefined) setOwn(value, key, sub);
  }

  private extraKey(flat: JsonObject): [key: string | undefined, schema: Json] {
    const patterns = isObject(flat.patternProperties) ? Object.entries(flat.patternProperties) : [];
    if (patterns.length > 0 && (isClosed(flat) || this.random.chance(0.6))) {
      const [pattern, schema] = this.random.pick(patterns);
      return [textMatching(pattern, this.random), schema];
    }
    const names = flat.propertyNames;
    const key = names === undefined ? keyOf(this.random) : this.make({ allOf: [{ type: "string" }, names] }, 1);
    return [typeof key === "string" ? key : undefined, flat.additionalProperties ?? true];
  }

  private array(flat: JsonObject, depth: number): Json | undefined {
    const value: Json[] = [];
    for (const schema of this.itemSchemas(flat, depth)) {
      const item = this.make(schema, depth - 1);
      if (item === undefined) return undefined;
      if (flat.uniqueItems !== true || !value.some((other) => canonical(other) === canonical(item))) value.push(item);
    }
    return value;
  }

  private itemSchemas(flat: JsonObject, depth: number): Json[] {
    const prefix = [flat.prefixItems, flat.items].find((list) => Array.isArray(list)) ?? [];
    const rest = Array.isArray(flat.items)
      ? (flat.additionalItems ?? true)
      : (flat.items ?? flat.unevaluatedItems ?? true);
    const low = Math.min(typeof flat.minItems === "number" ? flat.minItems : 0, 200);
    const high = typeof flat.maxItems === "number" ? flat.maxItems : Number.POSITIVE_INFINITY;
    const length = this.ending(depth) ? low : Math.max(low, Math.min(high, this.wantedItems(prefix.length, depth)));
    const schemas = Array.from({ length }, (_, index) => prefix[index] ?? rest);
    return [...contained(flat, schemas.length < high || high === Number.POSITIVE_INFINITY), ...schemas].filter(
      (schema, index) => schema !== false || index < low,
    );
  }

  private wantedItems(prefix: number, depth: number): number {
    if (this.fields.extreme === "low") return 0;
    if (this.fields.extreme === "high") return prefix + (depth >= DEPTH - 1 ? 12 : 3);
    return this.random.int(0, 2) + (this.random.chance(0.7) ? prefix : 0);
  }
}

function required(flat: JsonObject): string[] {
  return Array.isArray(flat.required) ? flat.required.filter((key) => typeof key === "string") : [];
}

function dependents(flat: JsonObject, key: string): string[] {
  const list = own(flat.dependentRequired, key) ?? own(flat.dependencies, key);
  return Array.isArray(list) ? list.filter((name) => typeof name === "string") : [];
}

// The house reads `properties` without `additionalProperties` as closed; an object that names nothing is free-form.
function isOpen(flat: JsonObject): boolean {
  if (isObject(flat.patternProperties)) return true;
  if (isClosed(flat)) return false;
  return flat.additionalProperties !== undefined || flat.properties === undefined || asksForMore(flat);
}

function isClosed(flat: JsonObject): boolean {
  return flat.additionalProperties === false || flat.unevaluatedProperties === false;
}

function asksForMore({ minProperties, properties }: JsonObject): boolean {
  return typeof minProperties === "number" && isObject(properties) && Object.keys(properties).length < minProperties;
}

function contained(flat: JsonObject, room: boolean): Json[] {
  if (flat.contains === undefined || !room) return [];
  return Array.from(
    { length: typeof flat.minContains === "number" ? flat.minContains : 1 },
    () => flat.contains as Json,
  );
}
