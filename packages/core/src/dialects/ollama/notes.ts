import type { Json, JsonObject } from "../../model/json.ts";
import type { Noted } from "../../model/node.ts";

/** Remembers what only this dialect needs to write a node as it was, and what says nothing to any other. */
export function remember(noted: Noted, notes: JsonObject): Noted {
  return { ...noted, extras: { ...noted.extras, ollama: { ...noted.extras?.ollama, ...notes } } };
}

/** What was remembered of a node. */
export function remembered(node: Noted, note: string): Json | undefined {
  return node.extras?.ollama?.[note];
}
