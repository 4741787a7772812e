import type { Json, JsonObject } from "@toolglot/core";
import { objects } from "../dialects/reading.ts";

/** A field by its name, which may also be written with underscores. */
export function field(value: JsonObject, name: string): Json | undefined {
  return value[name] ?? value[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

export function contentsOf({ contents }: JsonObject): JsonObject[] {
  return objects(contents);
}
