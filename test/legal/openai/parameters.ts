import type { Place } from "./place.ts";
import { type Check, expectKind, expectLength, expectOneOf } from "./shape.ts";

/** Parameters that Chat and Responses have in common, and the kinds of checks that a table of them needs. */
export function range(least: number, most: number): Check {
  return (place) => {
    if (!expectKind(place, "parameter.type", "number")) return;
    const value = Number(place.value);
    if (value < least || value > most) place.fail("parameter.range", `expected ${least} to ${most}, got ${value}`);
  };
}

export function whole(least: number, most: number = Number.MAX_SAFE_INTEGER): Check {
  return (place) => {
    if (expectKind(place, "parameter.type", "integer")) range(least, most)(place);
  };
}

export function kind(...kinds: readonly string[]): Check {
  return (place) => {
    expectKind(place, "parameter.type", ...kinds);
  };
}

export function word(...values: readonly string[]): Check {
  return (place) => {
    expectOneOf(place, "parameter.value", values);
  };
}

/** B5 and A4: 16 pairs, keys of 64 and values of 512 characters. */
export const metadata: Check = (place) => {
  if (!expectKind(place, "parameter.type", "object")) return;
  if (place.keys.length > 16) place.fail("metadata.limits", `${place.keys.length} pairs, at most 16`);
  for (const key of place.keys) {
    const value = place.at(key);
    if (key.length > 64) value.fail("metadata.limits", "a key of more than 64 characters");
    if (expectKind(value, "metadata.limits", "string") && value.text.length > 512) {
      value.fail("metadata.limits", "a value of more than 512 characters");
    }
  }
};

/** A4: one string, or at most four. */
export const stop: Check = (place) => {
  if (typeof place.value === "string") return;
  if (!expectLength(place, "stop.limits", [1, 4])) return;
  for (const entry of place.items) expectKind(entry, "stop.limits", "string");
};

/** A4: what `reasoning_effort` may be. */
export const effort: Check = word("none", "minimal", "low", "medium", "high", "xhigh", "max");

export interface ParameterRules {
  readonly checks: Readonly<Record<string, Check>>;
  /** Those that may not be null; null is the same as absent for all others ([spec]). */
  readonly never: readonly string[];
  /** Fields of the sibling API that this one is known to lack. */
  readonly unavailable: readonly string[];
  /** Whether a field that no table names is refused. */
  readonly closed: boolean;
}

/** A4 and B5: every field of the body by its table. */
export function checkParameters(body: Place, { checks, never, unavailable, closed }: ParameterRules): void {
  for (const key of body.keys) {
    const place = body.at(key);
    if (unavailable.includes(key)) place.fail("parameter.unavailable", `${key} is not a parameter of this API`);
    else if (checks[key] === undefined) {
      if (closed) place.fail("parameter.unknown", `unknown parameter ${key}`);
    } else if (place.value === null) {
      if (never.includes(key)) place.fail("parameter.null", `${key} may not be null`);
    } else checks[key](place);
  }
}
