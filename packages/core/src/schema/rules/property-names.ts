import { hashName, legalName } from "../../identity/names.ts";
import { isArray, isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { NameRule } from "../../model/name-rule.ts";
import type { SubschemaLayout } from "../keywords/index.ts";
import { subschemaLayout } from "../walk.ts";

/** A property name that the target accepts and that is unique among its siblings. */
export function safePropertyName(name: string, rule: NameRule | undefined, neighbours: ReadonlySet<string>): string {
  if (rule === undefined || legalName(name, rule) === name) return name;
  let safe = hashedName(name, name, rule);
  for (let attempt = 1; neighbours.has(safe); attempt++) safe = hashedName(name, `${name} ${attempt}`, rule);
  return safe;
}

function hashedName(name: string, hashed: string, rule: NameRule): string {
  const legal = legalName(name, rule);
  const hash = hashName(hashed);
  return `${legal.slice(0, rule.maxLength - hash.length - 1)}_${hash}`;
}

/** Whether a schema has a property, at any depth, whose name the target does not accept. */
export function hasUnsafeNames(schema: Json, rule: NameRule | undefined, depth = 0): boolean {
  if (rule === undefined || !isObject(schema) || depth > MAX_DEPTH) return false;
  for (const keyword in schema) {
    const value = schema[keyword] as Json;
    if (
      keyword === "properties" &&
      isObject(value) &&
      Object.keys(value).some((name) => legalName(name, rule) !== name)
    )
      return true;
    if (keyword === "required" && isArray(value) && value.some((name) => legalName(String(name), rule) !== name))
      return true;
    const kind = subschemaLayout(keyword);
    if (kind !== undefined && holdsUnsafe(kind, value, rule, depth + 1)) return true;
  }
  return false;
}

function holdsUnsafe(kind: SubschemaLayout, value: Json, rule: NameRule, depth: number): boolean {
  if (isArray(value)) return value.some((each) => hasUnsafeNames(each, rule, depth));
  if (kind !== "map" && kind !== "schema-or-names-map") return hasUnsafeNames(value, rule, depth);
  return isObject(value) && Object.values(value).some((each) => hasUnsafeNames(each, rule, depth));
}

const MAX_DEPTH = 128;
