// The fast path `templates`: the shape of a body, which is all of it but its free values.

import { isConstant } from "../../json/constant.ts";
import { isObject, setKey } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { MOST_COUNTS, signsOf } from "./count-signs.ts";
import { freeClass } from "./free-classes.ts";
import { type FreeKind, type FreePlace, placeUnder } from "./free-values.ts";

/** A free value of a body, and of which kind it is. */
export interface FreeValue {
  readonly kind: FreeKind;
  readonly value: Json;
}

/** Bodies with the same key differ in their free values alone. */
export class TemplateShape {
  key = "";
  readonly values: FreeValue[] = [];
  private readonly shared = new Map<Json, number>();
  private readonly counts: number[] = [];
  private left = MOST_LITERALS;
  private depth = 0;

  /** Walks a body; false where it has a value that is neither free nor short. */
  static of(body: JsonObject, places: FreePlace): TemplateShape | undefined {
    if (hasManyLiterals(body, places)) return undefined;
    const shape = new TemplateShape();
    if (!shape.add(body, places) || shape.counts.length > MOST_COUNTS || shape.values.length > MOST_VALUES)
      return undefined;
    shape.key += signsOf(shape.counts);
    return shape;
  }

  private add(value: Json, place: FreePlace | undefined): boolean {
    if (place?.kind !== undefined && this.addFree(value, place.kind)) return true;
    if (typeof value === "string") return this.addLiteral(value);
    if (typeof value !== "object" || value === null) return this.addLiteral(String(value), typeof value);
    if (isFixed(value, place)) return this.addLiteral(String(numberOf(value)), "@");
    return this.addInner(value, place);
  }

  // A value that a program has built may contain itself.
  private addInner(value: Json & object, place: FreePlace | undefined): boolean {
    if (this.depth === DEEPEST) return false;
    this.depth++;
    const isShort = Array.isArray(value)
      ? this.addItems(value as readonly Json[], place?.items)
      : isObject(value) && this.addMembers(value, place);
    this.depth--;
    return isShort;
  }

  private addItems(items: readonly Json[], place: FreePlace | undefined): boolean {
    this.key += `[${items.length} `;
    for (const item of items) if (!this.add(item, place)) return false;
    return true;
  }

  private addMembers(object: JsonObject, place: FreePlace | undefined): boolean {
    this.key += "{";
    for (const key in object) {
      if (!this.addLiteral(key, "") || !this.add(object[key] as Json, placeUnder(place, key))) return false;
    }
    this.key += "}";
    return true;
  }

  // The length makes it unambiguous where a literal ends.
  private addLiteral(text: string, type = "s"): boolean {
    this.key += `${type}${text.length}:${text}`;
    return text.length <= LONGEST_LITERAL && this.left-- > 0;
  }

  private addFree(value: Json, kind: FreeKind): boolean {
    const known = isShared(kind) ? this.shared.get(value) : undefined;
    const name = known === undefined ? freeClass(value, kind) : String(known);
    if (name === undefined) return false;
    this.key += `<${name}>`;
    if (known !== undefined) return true;
    if (isShared(kind)) this.shared.set(value, this.shared.size);
    if (kind === "count") this.counts.push(value as number);
    this.values.push({ kind, value });
    return true;
  }
}

// Many tools are too long for a key, unless they are constants: the messages before them need not be looked at.
function hasManyLiterals(body: JsonObject, places: FreePlace): boolean {
  for (const key in body) {
    const value = body[key] as Json;
    if (Array.isArray(value) && value.length > MOST_FIXED && !places.keys.has(key) && !isConstant(value)) return true;
  }
  return false;
}

/** Whether a value is a constant in which nothing is free. */
export function isFixed(value: Json, place: FreePlace | undefined): boolean {
  return (place === undefined || place.isFixedIfConstant) && isConstant(value);
}

/** Whether a value that stands in several places is one value. Where two schemas are compared, it matters whether their descriptions are equal. */
export function isShared(kind: FreeKind): boolean {
  return kind === "id" || kind === "count" || kind === "description";
}

/** A body of the same shape with other values. */
export function withFreeValues(body: JsonObject, places: FreePlace, values: readonly Json[]): JsonObject {
  return new Filling(values).fill(body, places) as JsonObject;
}

/** Walks a body as `TemplateShape` does. */
class Filling {
  private readonly values: readonly Json[];
  private readonly shared = new Map<Json, Json>();
  private next = 0;

  constructor(values: readonly Json[]) {
    this.values = values;
  }

  fill(value: Json, place: FreePlace | undefined): Json {
    if (place === undefined || isFixed(value, place)) return value;
    const free = place.kind === undefined ? undefined : this.free(value, place.kind);
    if (free !== undefined) return free;
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => this.fill(item, place.items));
    return isObject(value) ? this.members(value, place) : value;
  }

  private members(object: JsonObject, place: FreePlace): JsonObject {
    const filled: Record<string, Json> = {};
    for (const key in object) setKey(filled, key, this.fill(object[key] as Json, placeUnder(place, key)));
    return filled;
  }

  private free(value: Json, kind: FreeKind): Json | undefined {
    if (isShared(kind) && this.shared.has(value)) return this.shared.get(value);
    if (freeClass(value, kind) === undefined) return undefined;
    const filled = this.values[this.next++];
    if (isShared(kind) && filled !== undefined) this.shared.set(value, filled);
    return filled;
  }
}

/** What is the same in all bodies of a shape is part of its key, and so has to be short. */
const LONGEST_LITERAL = 512;
const MOST_LITERALS = 8192;
const MOST_VALUES = 1024;
const MOST_FIXED = 16;
const DEEPEST = 64;

const NUMBERS = new WeakMap<object, number>();
let lastNumber = 0;

/** A number that stands for a constant. */
function numberOf(value: object): number {
  const known = NUMBERS.get(value);
  if (known !== undefined) return known;
  NUMBERS.set(value, ++lastNumber);
  return lastNumber;
}
