// Helpers for the `detect.ts` of each dialect. A sign is a property of an object that suggests a dialect, such as a field
// `functionDeclarations`, with a score. The sign with the highest score decides (`src/detect.ts`).

import { isArray, isObject } from "../json/value.ts";
import type { Sign } from "../model/detect.ts";
import type { Json, JsonObject } from "../model/json.ts";

/** A sign by which objects of one shape are recognized. */
export function sign(score: number, matches: Sign["matches"]): Sign {
  return { score, matches };
}

/** Matches objects that have one of the fields. */
export function hasField(...fields: string[]): (object: JsonObject) => boolean {
  return (object) => fields.some((field) => object[field] !== undefined);
}

/** The objects in a list. */
export function objectsIn(list: Json | undefined): JsonObject[] {
  return isArray(list) ? list.filter(isObject) : [];
}

/** The content blocks of a list of messages. */
export function contentBlocksIn(messages: Json | undefined): JsonObject[] {
  return objectsIn(messages).flatMap(({ content }) => objectsIn(content));
}
