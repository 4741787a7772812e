import { type Json, type JsonObject, setOwn } from "./json.ts";
import type { Random } from "./random.ts";
import { type Extreme, keyOf, ODD_TEXTS } from "./strings.ts";

/** Any JSON value at all, nested up to a depth. */
export function anyValue(random: Random, depth: number): Json {
  const kind = random.int(0, depth > 0 ? 7 : 5);
  if (kind === 6) return Array.from({ length: random.int(0, 3) }, () => anyValue(random, depth - 1));
  if (kind === 7) return anyObject(random, depth - 1);
  return random.pick<Json>([null, true, false, anyNumber(random), random.pick(ODD_TEXTS), "plain"]);
}

/** An object with keys that no schema names. */
export function anyObject(random: Random, depth: number): JsonObject {
  const value: JsonObject = {};
  for (let count = random.int(0, 3); count > 0; count--) setOwn(value, keyOf(random), anyValue(random, depth));
  return value;
}

/** The number at one end of a number schema's bounds; undefined where it is excluded. */
export function extremeNumber(schema: JsonObject, whole: boolean, extreme: Extreme): number | undefined {
  const [low, high] = boundsOf(schema);
  const end =
    extreme === "high" ? Math.min(high, whole ? 1e17 : 1e15 + 0.3) : Math.max(low, whole ? -1e17 : -1e9 - 0.7);
  const inward = extreme === "high" ? Math.floor : Math.ceil;
  const value = whole ? inward(end) : end;
  return stepOf(schema) !== undefined || excluded(schema, value) || value < low || value > high ? undefined : value + 0;
}

/** A number within a number schema's bounds; undefined when none was found. */
export function numberOf(schema: JsonObject, whole: boolean, random: Random): number | undefined {
  const [low, high] = boundsOf(schema);
  const step = stepOf(schema);
  for (let attempt = 0; attempt < 24; attempt++) {
    const value = stepped(between(low, high, whole, random), step);
    if (value >= low && value <= high && (!whole || Number.isInteger(value)) && !excluded(schema, value))
      return value + 0;
  }
  return undefined;
}

const BIG: readonly number[] = [0, 1, -1, 2, 7, 42, -1000, 65536, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, -(2 ** 53 - 1)];
const FRACTIONS: readonly number[] = [0.5, -0.25, 1e-7, 2.75, 1e21, -1.5e300];

function anyNumber(random: Random): number {
  return random.chance(0.5) ? random.pick(BIG) : random.pick(FRACTIONS);
}

function boundsOf(schema: JsonObject): [low: number, high: number] {
  const low = Math.max(bound(schema.minimum), bound(schema.exclusiveMinimum));
  return [low, -Math.max(bound(schema.maximum, -1), bound(schema.exclusiveMaximum, -1))];
}

function stepOf({ multipleOf }: JsonObject): number | undefined {
  return typeof multipleOf === "number" && multipleOf > 0 ? multipleOf : undefined;
}

function bound(value: Json | undefined, sign = 1): number {
  return typeof value === "number" ? value * sign : Number.NEGATIVE_INFINITY;
}

function excluded(schema: JsonObject, value: number): boolean {
  return value === schema.exclusiveMinimum || value === schema.exclusiveMaximum;
}

function between(low: number, high: number, whole: boolean, random: Random): number {
  if (low === Number.NEGATIVE_INFINITY && high === Number.POSITIVE_INFINITY)
    return whole ? random.pick(BIG) : anyNumber(random);
  if (random.chance(0.25) && Number.isFinite(low)) return whole ? Math.ceil(low) : low;
  if (random.chance(0.25) && Number.isFinite(high)) return whole ? Math.floor(high) : high;
  const from = Number.isFinite(low) ? low : high - 1000;
  const to = Number.isFinite(high) ? high : low + 1000;
  const value = from + random.next() * (to - from);
  return whole ? Math.round(value) : value;
}

function stepped(value: number, step: number | undefined): number {
  if (step === undefined) return value;
  const text = (Math.round(value / step) * step).toPrecision(12);
  return Number(text);
}
