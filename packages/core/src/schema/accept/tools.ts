import { isObject, type JsonKind, kindOf } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import type { Place } from "../../place.ts";
import type { Findings, Verdict } from "./findings.ts";

/** What a target demands of names; `portable` is the length that all of its documents agree on. */
export interface NameTable {
  readonly pattern: RegExp;
  readonly maximum: number;
  readonly message: string;
  readonly severity?: Verdict["severity"];
  readonly portable?: number;
}

/** Checks a tool's name; the name itself, where there is one, for what else is to be asked of it. */
export function checkName(owner: JsonObject, place: Place, table: NameTable, findings: Findings): string | undefined {
  const { name } = owner;
  const at = Object.hasOwn(owner, "name") ? place.at("name") : place;
  if (typeof name !== "string" || name === "") {
    findings.error(at, "missing-name", "A tool needs a name; give it one.");
    return undefined;
  }
  const { severity = "error" } = table;
  if (!table.pattern.test(name)) findings.add(at, { rule: "tool-name", message: table.message, severity });
  const length = `The name has ${name.length} characters; use at most ${table.portable ?? table.maximum}.`;
  if (name.length > table.maximum) findings.add(at, { rule: "tool-name-length", message: length, severity });
  else if (name.length > (table.portable ?? table.maximum)) findings.warn(at, "tool-name-length", length);
  return name;
}

/** A name and where it stands. */
export interface Named {
  readonly name: string;
  readonly place: Place;
}

/** Checks that no two tools have one name. */
export function checkUnique(named: readonly Named[], verdict: Verdict, findings: Findings): void {
  const seen = new Set<string>();
  for (const { name, place } of named) {
    if (seen.has(name)) findings.add(place, verdict);
    seen.add(name);
  }
}

/** Checks the kinds of a tool's fields; a field that is absent is no concern of this. */
export function checkFields(
  owner: JsonObject,
  place: Place,
  kinds: Readonly<Record<string, readonly JsonKind[]>>,
  findings: Findings,
): void {
  for (const [field, allowed] of Object.entries(kinds)) {
    const value = Object.hasOwn(owner, field) ? owner[field] : undefined;
    if (value === undefined || allowed.includes(kindOf(value))) continue;
    findings.error(
      place.at(field),
      "malformed-field",
      `'${field}' must be ${allowed.join(" or ")}, not ${kindOf(value)}.`,
    );
  }
}

/** The object that must stand somewhere; what stands there instead is told. */
export function expectObject(
  value: Json | undefined,
  place: Place,
  verdict: Verdict,
  findings: Findings,
): JsonObject | undefined {
  if (isObject(value)) return value;
  findings.add(place, verdict);
  return undefined;
}
