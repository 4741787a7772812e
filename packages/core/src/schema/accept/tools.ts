import { isObject, type JsonKind, kindOf } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { ProblemCollector, Verdict } from "./problems.ts";

/** A target's rules for names. `portable` is the length that all of its documentation agrees on. */
export interface NameTable {
  readonly pattern: RegExp;
  readonly maximum: number;
  readonly message: string;
  readonly severity?: Verdict["severity"];
  readonly portable?: number;
}

/** Checks a tool's name, and returns it if there is one. */
export function checkName(
  owner: JsonObject,
  place: Place,
  table: NameTable,
  problems: ProblemCollector,
): string | undefined {
  const { name } = owner;
  const at = Object.hasOwn(owner, "name") ? place.at("name") : place;
  if (typeof name !== "string" || name === "") {
    problems.error(at, "missing-name", "A tool needs a name; give it one.");
    return undefined;
  }
  const { severity = "error" } = table;
  if (!table.pattern.test(name)) problems.add(at, { rule: "tool-name", message: table.message, severity });
  const length = `The name has ${name.length} characters; use at most ${table.portable ?? table.maximum}.`;
  if (name.length > table.maximum) problems.add(at, { rule: "tool-name-length", message: length, severity });
  else if (name.length > (table.portable ?? table.maximum)) problems.warn(at, "tool-name-length", length);
  return name;
}

/** A name and its place. */
export interface Named {
  readonly name: string;
  readonly place: Place;
}

/** Checks that names are unique. */
export function checkUnique(named: readonly Named[], verdict: Verdict, problems: ProblemCollector): void {
  const seen = new Set<string>();
  for (const { name, place } of named) {
    if (seen.has(name)) problems.add(place, verdict);
    seen.add(name);
  }
}

/** Checks the JSON types of a tool's fields; absent fields are not checked. */
export function checkFields(
  owner: JsonObject,
  place: Place,
  kinds: Readonly<Record<string, readonly JsonKind[]>>,
  problems: ProblemCollector,
): void {
  for (const [field, allowed] of Object.entries(kinds)) {
    const value = Object.hasOwn(owner, field) ? owner[field] : undefined;
    if (value === undefined || allowed.includes(kindOf(value))) continue;
    problems.error(
      place.at(field),
      "malformed-field",
      `'${field}' must be ${allowed.join(" or ")}, not ${kindOf(value)}.`,
    );
  }
}

/** Returns a value that must be an object; anything else is reported. */
export function checkObject(
  value: Json | undefined,
  place: Place,
  verdict: Verdict,
  problems: ProblemCollector,
): JsonObject | undefined {
  if (isObject(value)) return value;
  problems.add(place, verdict);
  return undefined;
}
