import { hashName, legalName } from "../../identity/names.ts";
import { isObject } from "../../json/value.ts";
import type { Json } from "../../model/json.ts";
import type { NameRule } from "../../model/profile.ts";
import { Place } from "../../place.ts";
import { eachSubschema } from "../walk.ts";

/** A name that the target takes for a property: the same for the same name wherever it stands. */
export function safePropertyName(name: string, rule: NameRule | undefined): string {
  if (rule === undefined) return name;
  const legal = legalName(name, rule);
  if (legal === name) return name;
  const hash = hashName(name);
  return `${legal.slice(0, rule.maxLength - hash.length - 1)}_${hash}`;
}

/** Whether a schema has a property, at any depth, whose name the target does not take. */
export function hasUnsafeNames(schema: Json, rule: NameRule | undefined, depth = 0): boolean {
  if (rule === undefined || !isObject(schema) || depth > MAX_DEPTH) return false;
  const { properties, required } = schema;
  const names = isObject(properties) ? Object.keys(properties) : [];
  const wanted = Array.isArray(required) ? required.filter((name): name is string => typeof name === "string") : [];
  if ([...names, ...wanted].some((name) => legalName(name, rule) !== name)) return true;
  let found = false;
  eachSubschema(schema, Place.root, (child) => {
    found ||= hasUnsafeNames(child, rule, depth + 1);
  });
  return found;
}

const MAX_DEPTH = 128;
