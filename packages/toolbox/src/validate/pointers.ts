import type { Schema } from "@cfworker/json-schema";
import type { Json } from "@toolglot/core";
import type { ValidatorResult } from "./run-validator.ts";

/** The keys of a JSON Pointer in the validator's notation. */
export function pointerKeys(pointer: string): string[] {
  const keys = pointer.replace(/^#/, "").split("/").slice(1);
  return keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The path of a field as models write it: `items[0].name`. */
export function fieldPath(keys: readonly string[]): string {
  const name = keys.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join("");
  return name === "" ? "the arguments" : name.replace(/^\./, "");
}

export function valueAt(value: Json, keys: readonly string[]): Json | undefined {
  let found: unknown = value;
  for (const key of keys) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found as Json | undefined;
}

/** The schema that contains the keyword at this location. */
export function nodeAt(location: string, { root, lookup }: ValidatorResult): Schema | undefined {
  let found: unknown = root;
  for (const key of pointerKeys(location).slice(0, -1)) {
    if (typeof found !== "object" || found === null) return undefined;
    const node = found as Schema;
    found = key === "$ref" ? lookup[node.__absolute_ref__ ?? ""] : (node as Readonly<Record<string, unknown>>)[key];
  }
  return typeof found === "object" && found !== null ? (found as Schema) : undefined;
}
