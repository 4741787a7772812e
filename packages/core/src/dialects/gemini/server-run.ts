import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { repeatedItems } from "./repeated.ts";
import { eitherSpelling } from "./spelling.ts";

/**
 * The parts with calls that Google has run itself, and their results: such results are in the model's own contents, and clients
 * must not run the calls again.
 */
export function serverRunParts(contents: readonly Json[]): ReadonlySet<Json> {
  const served = new Set<Json>();
  const waiting = new WaitingParts();
  for (const part of contents.flatMap(partsIn)) {
    const call = eitherSpelling(part, "functionCall");
    if (isObject(call)) waiting.add(part, call);
    const result = eitherSpelling(part, "functionResponse");
    if (!isObject(result)) continue;
    const answered = waiting.takeLast(result);
    if (answered !== undefined) served.add(answered);
    served.add(part);
  }
  return served;
}

/** The parts with calls that no result has answered yet, by id and by name. */
class WaitingParts {
  private readonly parts = {
    id: new Map<Json | undefined, JsonObject[]>(),
    name: new Map<Json | undefined, JsonObject[]>(),
  };
  private readonly taken = new Set<JsonObject>();

  add(part: JsonObject, call: JsonObject): void {
    for (const key of ["id", "name"] as const) {
      const { [key]: parts } = this.parts;
      const sameKey = parts.get(call[key]);
      if (sameKey === undefined) parts.set(call[key], [part]);
      else sameKey.push(part);
    }
  }

  takeLast(result: JsonObject): JsonObject | undefined {
    const key = keyOfResult(result);
    const parts = this.parts[key].get(result[key]) ?? [];
    let part = parts.pop();
    while (part !== undefined && this.taken.has(part)) part = parts.pop();
    if (part !== undefined) this.taken.add(part);
    return part;
  }
}

function partsIn(content: Json): JsonObject[] {
  if (!isObject(content) || content.role !== "model") return [];
  return repeatedItems(content.parts).filter(isObject);
}

/** Whether a result answers the call in a part. */
export function isResultOf(result: JsonObject, part: JsonObject): boolean {
  const call = eitherSpelling(part, "functionCall");
  const key = keyOfResult(result);
  return isObject(call) && call[key] === result[key];
}

function keyOfResult({ id }: JsonObject): "id" | "name" {
  return id === undefined ? "name" : "id";
}
