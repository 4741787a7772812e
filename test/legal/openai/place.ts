import { isJsonNumber, type Json as Wire } from "@toolglot/core";
import { isObject, type Json, mapObject, own } from "../../support/json.ts";
import { escapeKey } from "../../support/pointer.ts";
import type { Violation } from "../types.ts";
import type { Rule } from "./rules.ts";

/** A value and where it stands; what is wrong with it is gathered in one list for the whole document. */
export class Place {
  readonly value: Json | undefined;
  readonly path: string;
  readonly #found: Violation[];

  constructor(value: Json | undefined, path: string, found: Violation[]) {
    this.value = value;
    this.path = path;
    this.#found = found;
  }

  at(key: string | number): Place {
    return new Place(own(this.value, String(key)), `${this.path}/${escapeKey(key)}`, this.#found);
  }

  get present(): boolean {
    return this.value !== undefined;
  }

  /** Neither absent nor null. */
  get given(): boolean {
    return this.value !== undefined && this.value !== null;
  }

  get items(): Place[] {
    return Array.isArray(this.value) ? this.value.map((_, index) => this.at(index)) : [];
  }

  get keys(): string[] {
    return isObject(this.value) ? Object.keys(this.value) : [];
  }

  get text(): string {
    return typeof this.value === "string" ? this.value : "";
  }

  fail(rule: Rule, message: string): void {
    this.#found.push({ path: this.path, rule, message });
  }
}

/** Runs a check over a whole document and gives what it found. */
export function judge(body: Wire, check: (root: Place) => void): Violation[] {
  const found: Violation[] = [];
  check(new Place(plain(body), "", found));
  return found;
}

// Numbers that were kept to the digit are compared as numbers here.
function plain(value: Wire): Json {
  if (isJsonNumber(value)) return value.valueOf();
  if (Array.isArray(value)) return value.map(plain);
  return isObject(value) ? mapObject(value, (each) => plain(each as Wire)) : (value as Json);
}
