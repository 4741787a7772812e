import { keyOfValue } from "../../json/key.ts";
import { stringifyJson } from "../../json/stringify.ts";
import { kindOf } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { EnumValues } from "../../model/schema-profile.ts";
import type { Lens } from "../lens.ts";

/** Whether a target accepts a value in `enum`. */
export function mayEnumerate(value: Json, allowed: EnumValues): boolean {
  if (allowed === "any" || typeof value === "string") return true;
  if (allowed === "string") return false;
  if (typeof value === "number") return true;
  return allowed === "primitive" && (value === null || typeof value === "boolean");
}

/** A unique label for each value: strings are their own labels, other values have their JSON text. */
export function labelValues(values: readonly Json[]): string[] {
  const taken = new Set(values.filter((value) => typeof value === "string"));
  return values.map((value) => {
    if (typeof value === "string") return value;
    let label = stringifyJson(value);
    while (taken.has(label)) label += "_";
    taken.add(label);
    return label;
  });
}

/** The lens between values and their labels. */
export function labelLens(values: readonly Json[], labels: readonly string[]): Lens {
  const byLabel = new Map(labels.map((label, index) => [label, values[index] ?? null]));
  const byKey = new Map(values.map((value, index) => [looseKey(value), labels[index] ?? ""]));
  for (const [index, value] of values.entries()) byKey.set(keyOfValue(value), labels[index] ?? "");
  return {
    lower: (value) => byKey.get(keyOfValue(value)) ?? byKey.get(looseKey(value)) ?? value,
    lift: (value) => (typeof value === "string" ? (byLabel.get(value) ?? (byLabel.has(value) ? null : value)) : value),
  };
}

// The same number can be written in several ways.
function looseKey(value: Json): string {
  const isInteger = kindOf(value) === "number" && Number.isSafeInteger(Number(value));
  return isInteger ? String(Number(value)) : keyOfValue(value);
}
