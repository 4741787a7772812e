import { randomUUID } from "node:crypto";
import { isJsonNumber, isObject, type Json, LosslessNumber, parseJson } from "@toolglot/core";

/**
 * Carries numbers that a double cannot represent through code that parses JSON with doubles: each becomes a string with
 * a secret prefix of this process, and is turned back at the other end.
 */
export function maskNumbers(value: Json): Json {
  return isJsonNumber(value) ? MASK_PREFIX + value.lexeme : mapChildren(value, maskNumbers);
}

/** Undoes `maskNumbers`. */
export function unmaskNumbers(value: Json): Json {
  if (typeof value !== "string") return mapChildren(value, unmaskNumbers);
  return value.startsWith(MASK_PREFIX) ? new LosslessNumber(value.slice(MASK_PREFIX.length)) : value;
}

/**
 * Parses a message with exact numbers. Only the fields of tools and models hold arbitrary numbers; where the protocol
 * itself wants a number (`progress: 1.0`), a double is enough.
 */
export function parseMessage(text: string, maxLength?: number): Json {
  return maskUntyped(parseJson(text, { maxLength }));
}

/** Undoes the mask in JSON text that the SDK has written. */
export function unmaskText(text: string): string {
  return text.includes(MASK_PREFIX) ? text.replace(MASKED_NUMBER, "$1") : text;
}

const MASK_PREFIX = `toolglot-number-${randomUUID()}:`;
const MASKED_NUMBER = new RegExp(`"${MASK_PREFIX}([-+.0-9eE]+)"`, "g");

const UNTYPED_FIELDS: ReadonlySet<string> = new Set(["arguments", "structuredContent", "inputSchema", "outputSchema"]);

function maskUntyped(value: Json): Json {
  if (isJsonNumber(value)) return value.valueOf();
  return mapChildren(value, (each, key) => (UNTYPED_FIELDS.has(key) ? maskNumbers(each) : maskUntyped(each)));
}

function mapChildren(value: Json, change: (each: Json, key: string) => Json): Json {
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, change(each, key)]));
  return Array.isArray(value) ? value.map((each: Json) => change(each, "")) : value;
}
