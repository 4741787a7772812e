import { isJsonNumber, type Json as Wire } from "@toolglot/core";
import { isObject, type Json, type JsonObject, mapObject, own } from "../support/json.ts";
import { escapeKey } from "../support/pointer.ts";
import type { Violation } from "./types.ts";

type Kind = "string" | "number" | "integer" | "count" | "boolean" | "object" | "array";

/** A value that is judged, where it stands, and the list that its violations go to. */
export class Place {
  readonly value: Json | undefined;
  readonly path: string;
  readonly found: Violation[];

  constructor(value: Json | undefined, path = "", found: Violation[] = []) {
    this.value = value;
    this.path = path;
    this.found = found;
  }

  /** The value as an object, empty where it is none. */
  get object(): JsonObject {
    return isObject(this.value) ? this.value : {};
  }

  get isObject(): boolean {
    return isObject(this.value);
  }

  /** Neither absent nor null. */
  get exists(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get text(): string {
    return typeof this.value === "string" ? this.value : "";
  }

  at(key: string | number): Place {
    return new Place(own(this.value, String(key)), `${this.path}/${escapeKey(key)}`, this.found);
  }

  /** The items of an array, none where it is no array. */
  items(): Place[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : [];
  }

  bad(rule: string, message: string): void {
    this.found.push({ path: this.path, rule, message });
  }

  badIf(condition: boolean, rule: string, message: string): void {
    if (condition) this.bad(rule, message);
  }

  /** Says a violation and answers false when the value is of another kind. */
  is(kind: Kind, rule: string): boolean {
    const right = KINDS[kind](this.value);
    this.badIf(!right, rule, `must be ${NAMES[kind]}`);
    return right;
  }

  /** As `is`, but absent and null are fine. */
  isOptional(kind: Kind, rule: string): boolean {
    return !this.exists || this.is(kind, rule);
  }

  oneOf(values: readonly Json[], rule: string): void {
    this.badIf(!values.includes(this.value as Json), rule, `must be one of ${values.join(", ")}`);
  }

  onlyKeys(keys: readonly string[], rule: string, message: string): void {
    for (const key of Object.keys(this.object)) this.at(key).badIf(!keys.includes(key), rule, message);
  }
}

/** Holds a whole body to a check, and hands out what it found. */
export function judge(body: Wire, check: (root: Place) => void): Violation[] {
  const root = new Place(plain(body));
  check(root);
  return root.found;
}

/** A text of JSON at its place; a violation stands for one that cannot be read. */
export function parsePlace(text: string, path: string, found: Violation[]): Place[] {
  try {
    return [new Place(JSON.parse(text) as Json, path, found)];
  } catch (error) {
    found.push({ path, rule: "stream-json", message: `${(error as Error).message}: ${text.slice(0, 60)}` });
    return [];
  }
}

// Numbers that were kept to the digit are compared as numbers here.
function plain(value: Wire): Json {
  if (isJsonNumber(value)) return value.valueOf();
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value) ? mapObject(value, (each) => plain(each as Wire)) : (value as Json);
}

const KINDS: Readonly<Record<Kind, (value: Json | undefined) => boolean>> = {
  string: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  integer: (value) => Number.isInteger(value),
  count: (value) => Number.isInteger(value) && Number(value) >= 0,
  boolean: (value) => typeof value === "boolean",
  object: (value) => isObject(value),
  array: (value) => Array.isArray(value),
};

const NAMES: Readonly<Record<Kind, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  count: "a non-negative integer",
  boolean: "a boolean",
  object: "an object",
  array: "an array",
};
