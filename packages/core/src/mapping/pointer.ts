// JSON Pointers (RFC 6901) into wire objects: reading and setting the value at one, and the type of those that a wire
// type has.

import { isObject, setKey } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import { parsePointer } from "../place.ts";

/** The JSON Pointers of the fields of a wire type, so that a layout can only name fields that its dialect has. */
export type PointerIn<Wire> = Wire extends readonly unknown[]
  ? never
  : Wire extends object
    ? string extends keyof Wire
      ? never
      : { [K in keyof Wire & string]-?: `/${K}` | `/${K}${PointerIn<NonNullable<Wire[K]>>}` }[keyof Wire & string]
    : never;

/** The value at a pointer, if it is present. */
export function getAt(source: Json, pointer: string): Json | undefined {
  let value: Json = source;
  for (const key of parsePointer(pointer)) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined;
    value = value[key] as Json;
  }
  return value;
}

/** Sets the value at a pointer, and creates the objects on the way to it. */
export function setAt(target: Record<string, Json>, pointer: string, value: Json): void {
  const keys = parsePointer(pointer);
  const last = keys.pop();
  if (last === undefined) return;
  setKey(keys.reduce(objectAt, target), last, value);
}

/** A copy of an object with another value at a pointer, or with none. */
export function withValueAt(source: JsonObject, pointer: string, value: Json | undefined): JsonObject {
  return withValue(source, parsePointer(pointer), value);
}

function withValue(source: JsonObject, [key, ...rest]: readonly string[], value: Json | undefined): JsonObject {
  if (key === undefined) return source;
  const { [key]: inner, ...others } = source;
  const next = rest.length === 0 ? value : withValue(isObject(inner) ? inner : {}, rest, value);
  if (next === undefined) return others;
  const copy: Record<string, Json> = { ...source };
  setKey(copy, key, next);
  return copy;
}

function objectAt(parent: Record<string, Json>, key: string): Record<string, Json> {
  if (!Object.hasOwn(parent, key) || !isObject(parent[key])) setKey(parent, key, {});
  return parent[key] as JsonObject as Record<string, Json>;
}
