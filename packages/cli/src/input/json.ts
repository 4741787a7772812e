import { isJsonNumber, type Json, type JsonObject, parseJson } from "@toolglot/core";
import { located } from "../failure.ts";
import { warn } from "../output/words.ts";

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

/** Parses one text of an input, and warns of the keys that it repeats. */
export function parseInput(text: string, place: { readonly file: string; readonly line?: number }): Json {
  const where = place.line === undefined ? place.file : `${place.file}: line ${place.line}`;
  const onDuplicate = (pointer: string) => warn(`${where}: duplicate key at ${pointer}; the last one counts`);
  try {
    return parseJson(text, { onDuplicate });
  } catch (error) {
    throw located(error, place);
  }
}
