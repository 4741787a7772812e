import type { Json, JsonObject } from "@toolglot/core";
import { isJsonNumber, parseJson } from "@toolglot/core/base";
import { CommandFailure } from "../failure.ts";
import { logWarning } from "../output/messages.ts";
import { type InputLocation, withLocation } from "./location.ts";

/** Whether a value is a JSON object. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonNumber(value);
}

/** Whether a value is a JSON array. */
export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Parses a JSON text of an input, and warns about duplicate keys. */
export function parseInput(text: string, place: InputLocation): Json {
  if (!/\S/.test(text)) throw new CommandFailure(`${place.file}: the input is empty`, { ...place, code: "empty" });
  const where = place.line === undefined ? place.file : `${place.file}: line ${place.line}`;
  const onDuplicate = (pointer: string) => logWarning(`${where}: duplicate key at ${pointer}; the last one is used`);
  return withLocation(place, () => parseJson(text, { onDuplicate, noteDuplicates: true }));
}
