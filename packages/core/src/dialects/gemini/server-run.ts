import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { itemsOf } from "./repeated.ts";
import { eitherSpelling } from "./spelling.ts";

/**
 * The parts with calls that Google has run itself, and their results: such results are in the model's own contents, and clients
 * must not run the calls again.
 */
export function serverRunParts(contents: readonly Json[]): ReadonlySet<Json> {
  const served = new Set<Json>();
  const waiting: JsonObject[] = [];
  for (const part of contents.flatMap(partsIn)) {
    if (isObject(eitherSpelling(part, "functionCall"))) waiting.push(part);
    const result = eitherSpelling(part, "functionResponse");
    if (!isObject(result)) continue;
    const index = waiting.findLastIndex((call) => isResultOf(result, call));
    for (const call of index < 0 ? [] : waiting.splice(index, 1)) served.add(call);
    served.add(part);
  }
  return served;
}

function partsIn(content: Json): JsonObject[] {
  if (!isObject(content) || content.role !== "model") return [];
  return itemsOf(content.parts).filter(isObject);
}

/** Whether a result answers the call in a part. */
export function isResultOf(result: JsonObject, part: JsonObject): boolean {
  const call = eitherSpelling(part, "functionCall");
  const key = result.id === undefined ? "name" : "id";
  return isObject(call) && call[key] === result[key];
}
