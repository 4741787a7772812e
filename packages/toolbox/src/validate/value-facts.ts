import { isJsonNumber, type Json, type JsonNumber } from "@toolglot/core";

/** A value as the validator takes it, and what is known of it beforehand. */
export interface ValueFacts {
  /** With doubles for all numbers, and objects that inherit nothing. */
  readonly value: unknown;
  readonly strings: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  /** Whether items can be told apart by comparing each with each other. */
  readonly isComparable: boolean;
}

/** Looks through a value once. */
export function valueFacts(value: Json): ValueFacts {
  const survey = new ValueScanner();
  const plain = survey.copy(value);
  const { strings, keys, isExact, longest } = survey;
  return { value: plain, strings, keys, isComparable: isExact && longest <= MAX_COMPARED };
}

// The validator compares every item with every other.
const MAX_COMPARED = 2000;

// Up to here no two numbers become the same double.
const EXACT_DIGITS = 15;

class ValueScanner {
  readonly strings: Set<string> = new Set();
  readonly keys: Set<string> = new Set();
  isExact = true;
  longest = 0;

  copy(value: Json): unknown {
    if (typeof value === "string") this.strings.add(value);
    if (typeof value !== "object" || value === null) return value;
    if (isJsonNumber(value)) return this.double(value);
    if (!Array.isArray(value)) return this.copyObject(value as Readonly<Record<string, Json>>);
    this.longest = Math.max(this.longest, value.length);
    return value.map((item: Json) => this.copy(item));
  }

  private copyObject(object: Readonly<Record<string, Json>>): Record<string, unknown> {
    const copy: Record<string, unknown> = Object.create(null);
    for (const key of Object.keys(object)) {
      this.keys.add(key);
      copy[key] = this.copy(object[key] ?? null);
    }
    return copy;
  }

  // None becomes infinite: that would be no integer any more.
  private double(number: JsonNumber): number {
    this.isExact &&= number.lexeme.length <= EXACT_DIGITS;
    return Math.min(Math.max(number.valueOf(), -Number.MAX_VALUE), Number.MAX_VALUE);
  }
}
