import { convertToolResults, type Json } from "@toolglot/core";
import { isObject } from "../input/json.ts";
import type { ValueConverter } from "./converter.ts";
import { toListTranslation } from "./translation.ts";

/** Tool results, alone or in messages; the output is the messages that carry them. */
export const results: ValueConverter = {
  type: "value",
  options: [],
  translate: (input, { from, to }) =>
    toListTranslation(convertToolResults(input, { from, to }), input, {
      what: "results",
      isSingle: isOneResult(input),
    }),
};

// The roles of messages that hold one result; others may hold several.
const ROLES: ReadonlySet<Json | undefined> = new Set([undefined, "tool", "function"]);

function isOneResult(input: Json): boolean {
  return isObject(input) && ROLES.has(input.role) && !("parts" in input);
}
