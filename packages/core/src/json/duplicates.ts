import type { Json } from "../model/json.ts";
import { parsePointer } from "./pointer.ts";

/** How many repeated keys of a text are kept. */
const MAX_NOTED = 64;

/** Containers, and the pointers from each to the keys that were repeated below it. */
const DUPLICATES = new WeakMap<object, string[]>();

/**
 * Records the keys that a text repeats, with every container around them, so that each can be translated on its own.
 */
export function noteDuplicates(root: Json, pointers: readonly string[]): void {
  for (const pointer of pointers.slice(0, MAX_NOTED)) {
    let value: Json | undefined = root;
    let rest = pointer;
    for (const key of parsePointer(pointer)) {
      if (typeof value !== "object" || value === null) break;
      DUPLICATES.set(value, [...(DUPLICATES.get(value) ?? []), rest]);
      value = (value as Readonly<Record<string, Json>>)[key];
      rest = rest.slice(rest.indexOf("/", 1));
    }
  }
}

/**
 * The keys that the text of a value repeated, as JSON Pointers into the value, which holds the last of each. Known of what
 * `BodyReader` and `parseJson` with `noteDuplicates` have read.
 *
 * @example
 * duplicatesIn(parseJson('{"a":1,"a":2}', { noteDuplicates: true })); // ["/a"]
 */
export function duplicatesIn(value: unknown): readonly string[] {
  return typeof value === "object" && value !== null ? (DUPLICATES.get(value) ?? []) : [];
}
