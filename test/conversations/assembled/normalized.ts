import { isObject, type Json, type JsonObject, LosslessNumber, parseJson, stringifyJson } from "@toolglot/core";

/** An answer without what says nothing, and with arguments as values: what is left of two answers that mean the same is equal. */
export function normalized(value: Json, key = ""): Json {
  if (Array.isArray(value)) return value.map((item) => normalized(item)).filter((item) => !hasTypeOnly(item));
  if (key === "arguments" && typeof value === "string") return parsed(value);
  if (value instanceof LosslessNumber) return value.lexeme;
  if (!isObject(value)) return value;
  const fields = Object.entries(value).map(([field, inner]): [string, Json] => [field, normalized(inner, field)]);
  return Object.fromEntries(fields.filter(([field, inner]) => !isEmpty(inner) && !POSITIONS.has(field)));
}

/** Positions within one of several parts, which a stream joins into one; the text itself is kept next to them. */
const POSITIONS: ReadonlySet<string> = new Set(["partIndex", "startIndex", "endIndex"]);

function isEmpty(value: Json): boolean {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0);
}

function hasTypeOnly(value: Json): boolean {
  return isObject(value) && Object.keys(value).every((key) => key === "type");
}

function parsed(text: string): Json {
  try {
    return parseJson(text || "{}");
  } catch {
    // No JSON: then the text itself is what must be the same.
    return text;
  }
}

/** Whether a response is complete, with no part left open: only then is there an equal unary one. */
export function isWhole(answer: JsonObject): boolean {
  const text = stringifyJson(answer);
  return END.test(text) && !/"(?:partialArgs|partial_json)"|"input":"/.test(text) && callsIn(answer).every(isJson);
}

const END =
  /"(?:finish_reason|stop_reason|finishReason|stopReason|blockReason|done_reason)":"|"status":"(?:in)?complete/;

function callsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(callsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "arguments" && typeof inner === "string" ? [inner] : callsIn(inner),
  );
}

function isJson(text: string): boolean {
  return typeof parsed(text) !== "string" && text !== "";
}
