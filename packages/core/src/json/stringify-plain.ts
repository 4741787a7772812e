import type { Json, JsonObject } from "../model/json.ts";
import { quote } from "./quote.ts";
import { sourceText } from "./source-text.ts";

/**
 * The JSON text of a plain value, as `JSON.stringify` writes it. That takes three times as long for a long text as looking for
 * characters that have to be escaped in it, so a value that is mostly long texts is joined from them, and from
 * what the native function makes of its parts with few texts.
 *
 * @example
 * stringifyPlain({ text: "hello" }); // '{"text":"hello"}'
 */
export function stringifyPlain(value: Json): string {
  return surplus(value, 0) > 0 ? joined(value) : JSON.stringify(value);
}

/** How many characters a value has beyond those that make up for its nodes; counting ends where it has far too few. */
function surplus(value: Json | undefined, before: number): number {
  const count = before - PER_NODE;
  if (typeof value === "string") return count + value.length;
  if (typeof value !== "object" || value === null) return count;
  const known = sourceText(value);
  if (known !== undefined) return count + known.length;
  return Array.isArray(value) ? surplusOfList(value, count) : surplusOfObject(value as JsonObject, count);
}

function surplusOfList(list: readonly Json[], before: number): number {
  let count = before;
  for (let index = 0; index < list.length && count > FAR_TOO_FEW; index++) count = surplus(list[index], count);
  return count;
}

function surplusOfObject(object: JsonObject, before: number): number {
  let count = before;
  for (const key in object) {
    if (count < FAR_TOO_FEW) return count;
    count = surplus(object[key], count);
  }
  return count;
}

/** To join a node takes longer than the native function does, by the time that so many characters save. */
const PER_NODE = 64;
const FAR_TOO_FEW = -1024;

/** The JSON text of a plain value, joined from those of its parts. */
function joined(value: Json): string {
  if (typeof value === "string") return quote(value);
  if (typeof value !== "object" || value === null) return String(value);
  const known = sourceText(value);
  if (known !== undefined) return known;
  if (surplus(value, 0) <= FAR_TOO_FEW) return JSON.stringify(value);
  return Array.isArray(value) ? joinedList(value) : joinedObject(value as JsonObject);
}

function joinedList(list: readonly Json[]): string {
  let text = "[";
  for (const item of list) text += (text === "[" ? "" : ",") + joined(item);
  return `${text}]`;
}

function joinedObject(object: JsonObject): string {
  let text = "{";
  for (const key of Object.keys(object)) {
    if (text !== "{") text += ",";
    text += (KEYS.get(key) ?? keyText(key)) + joined(object[key] as Json);
  }
  return `${text}}`;
}

/** The texts of keys: bodies have the same ones again and again. */
const KEYS = new Map<string, string>();
const MOST_KEYS = 500;

function keyText(key: string): string {
  const text = `${JSON.stringify(key)}:`;
  if (KEYS.size < MOST_KEYS && key.length < 64) KEYS.set(key, text);
  return text;
}
