import { stringifyJson } from "../../json/stringify.ts";
import { equalJson, kindOf } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { EnumValues } from "../../model/profile.ts";
import type { Lens } from "../lens.ts";

/** Whether a target takes a value in `enum`. */
export function mayEnumerate(value: Json, allowed: EnumValues): boolean {
  if (allowed === "any" || typeof value === "string") return true;
  if (allowed === "string") return false;
  if (typeof value === "number") return true;
  return allowed === "primitive" && (value === null || typeof value === "boolean");
}

/** A word for each value: strings stay as they are, other values are their JSON text, and no two are alike. */
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

/** Values as their words. */
export function labelLens(values: readonly Json[], labels: readonly string[]): Lens {
  const byLabel = new Map(labels.map((label, index) => [label, values[index] ?? null]));
  const byText = new Map(values.map((value, index) => [stringifyJson(value), labels[index] ?? ""]));
  return {
    lower: (value) =>
      byText.get(stringifyJson(value)) ?? labels[values.findIndex((each) => isEqual(each, value))] ?? value,
    lift: (value) => (typeof value === "string" ? (byLabel.get(value) ?? (byLabel.has(value) ? null : value)) : value),
  };
}

// The same number may be written in several ways.
function isEqual(one: Json, other: Json): boolean {
  if (kindOf(one) === "number" && kindOf(other) === "number")
    return Number.isSafeInteger(Number(one)) && Number(one) === Number(other);
  return equalJson(one, other);
}
