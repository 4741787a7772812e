import { isObject, type Json, type JsonObject } from "@toolglot/core";

/** The value where it is an object. */
export function objectIn(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The value where it is a list. */
export function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** The objects of a list. */
export function objectsIn(value: Json | undefined): readonly JsonObject[] {
  return listIn(value).filter(isObject);
}

/** All texts that a field has in several objects, as one. */
export function joined(objects: readonly JsonObject[], field: string): string {
  return objects.map((object) => (typeof object[field] === "string" ? object[field] : "")).join("");
}

/** An object without the fields that say nothing. */
export function said(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && !isEmpty(value)));
}

function isEmpty(value: Json): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
