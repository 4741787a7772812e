import { isJsonNumber, type Json, type JsonNumber } from "@toolglot/core";

/** A value in the form that the validator takes, and what is known about it. */
export interface ValueFacts {
  /** A copy with doubles for all numbers, and objects without a prototype. */
  readonly value: unknown;
  readonly strings: ReadonlySet<string>;
  readonly keys: ReadonlySet<string>;
  /** Whether comparing every item with every other is affordable and exact. */
  readonly isComparable: boolean;
}

/** Collects the facts of a value in one pass. */
export function valueFacts(value: Json): ValueFacts {
  const survey = new ValueScanner();
  const plain = survey.copy(value);
  const { strings, keys, isExact, longest } = survey;
  return { value: plain, strings, keys, isComparable: isExact && longest <= MAX_COMPARED };
}

// The validator compares every item with every other.
const MAX_COMPARED = 2000;

// Up to this many digits, different numbers are different doubles.
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

  // Infinity would not count as an integer any more.
  private double(number: JsonNumber): number {
    this.isExact &&= number.lexeme.length <= EXACT_DIGITS;
    return Math.min(Math.max(number.valueOf(), -Number.MAX_VALUE), Number.MAX_VALUE);
  }
}
