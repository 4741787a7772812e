import type { Json, JsonObject } from "@toolglot/core";
import { listIn, objectIn } from "./values.ts";

/** The answer that a stream of events ends with. Its items are those that were sent when they were done: what is signed has another signature at the end. */
export function assemble(events: readonly JsonObject[]): JsonObject {
  const last = events.findLast(({ type }) => LAST.has(String(type)));
  const response = objectIn(last?.response);
  const items: Json[] = [...listIn(response.output)];
  for (const { type, output_index: index, item = null } of events)
    if (type === "response.output_item.done") items[Number(index)] = item;
  // The identity of a response comes from its first chunk.
  const { id, created_at } = objectIn(events.find(({ type }) => type === "response.created")?.response);
  return {
    ...response,
    ...(id !== undefined && { id }),
    ...(created_at !== undefined && { created_at }),
    output: items,
  };
}

const LAST: ReadonlySet<string> = new Set(["response.completed", "response.incomplete", "response.failed"]);
