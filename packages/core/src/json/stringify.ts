import type { Json } from "../model/json.ts";
import { depthLimit } from "./limits.ts";
import { isPlainJson } from "./plain.ts";
import { writeJson } from "./writer.ts";

/** How `stringifyJson` writes. */
export interface StringifyOptions {
  /** How many spaces each level is indented by: none unless told, 10 at most. */
  readonly indent?: number | undefined;
  /** How many arrays and objects may be nested: 256 unless told, 1,000 at most. */
  readonly maxDepth?: number | undefined;
}

/**
 * Writes JSON as `JSON.stringify` does, with every digit of a `LosslessNumber`.
 * Throws a `JsonError` with the pointer of what JSON cannot say, where `JSON.stringify` would write `null` or nothing.
 *
 * @example
 * stringifyJson({ id: new LosslessNumber("12345678901234567890") }); // '{"id":12345678901234567890}'
 */
export function stringifyJson(value: Json, options: StringifyOptions = {}): string {
  const maxDepth = depthLimit(options.maxDepth);
  const spaces = Math.min(10, Math.max(0, options.indent ?? 0));
  if (isPlainJson(value, maxDepth)) return spaces > 0 ? JSON.stringify(value, null, spaces) : JSON.stringify(value);
  return writeJson(value, { indent: " ".repeat(spaces), maxDepth });
}
