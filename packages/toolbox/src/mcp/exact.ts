import { randomUUID } from "node:crypto";
import { isJsonNumber, isObject, type Json, LosslessNumber, parseJson } from "@toolglot/core";

/**
 * Numbers that a double would change, carried through code that knows only doubles: each becomes a text that nobody
 * else can write, because it holds a secret of this process, and becomes the number again at the other end.
 */
export function hideNumbers(value: Json): Json {
  return isJsonNumber(value) ? MARK + value.lexeme : mapInside(value, hideNumbers);
}

/** The numbers of `hideNumbers` again. */
export function showNumbers(value: Json): Json {
  if (typeof value !== "string") return mapInside(value, showNumbers);
  return value.startsWith(MARK) ? new LosslessNumber(value.slice(MARK.length)) : value;
}

/**
 * A message of the other side, parsed to the digit. Only what tools and models say is free to hold any number; where the
 * protocol itself wants a number (`progress: 1.0`), a double is enough.
 */
export function readMessage(text: string, maxLength?: number): Json {
  return hideFree(parseJson(text, { maxLength }));
}

/** JSON text as it goes to the other side, after the SDK has written it. */
export function showInText(text: string): string {
  return text.includes(MARK) ? text.replace(MARKED, "$1") : text;
}

const MARK = `toolglot-number-${randomUUID()}:`;
const MARKED = new RegExp(`"${MARK}([-+.0-9eE]+)"`, "g");

const FREE: ReadonlySet<string> = new Set(["arguments", "structuredContent", "inputSchema", "outputSchema"]);

function hideFree(value: Json): Json {
  if (isJsonNumber(value)) return value.valueOf();
  return mapInside(value, (each, key) => (FREE.has(key) ? hideNumbers(each) : hideFree(each)));
}

function mapInside(value: Json, change: (each: Json, key: string) => Json): Json {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each, key)]));
  return Array.isArray(value) ? value.map((each: Json) => change(each, "")) : value;
}
