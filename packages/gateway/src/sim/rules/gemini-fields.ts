import type { Json, JsonObject } from "@toolglot/core";
import { objects } from "../dialects/reading.ts";

/** A field by its camelCase name; it may also be written in snake_case. */
export function field(value: JsonObject, name: string): Json | undefined {
  return value[name] ?? value[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

export function contentsOf({ contents }: JsonObject): JsonObject[] {
  return objects(contents);
}
