import type { FieldMapping } from "../../mapping/field-mapping.ts";
import type { Json, JsonObject } from "../../model/json.ts";

/**
 * The pointers under which a field may stand: the JSON of protocol buffers is written in camelCase, and read in snake_case too.
 * https://protobuf.dev/programming-guides/json/
 *
 * @example
 * spelled("/functionCall/name"); // ["/functionCall/name", "/function_call/name"]
 */
export function bothSpellings(pointer: string): [string, ...string[]] {
  const end = pointer.lastIndexOf("/");
  const others = [snakeCase(pointer), pointer.slice(0, end) + snakeCase(pointer.slice(end))];
  return [pointer, ...new Set(others.filter((other) => other !== pointer))];
}

/** A text that says nothing where it is empty, as absent fields of protocol buffers are. */
export function filledText(pointer: string): FieldMapping {
  return { at: bothSpellings(pointer), is: (value) => typeof value === "string" && value !== "", emptyValue: "" };
}

/** The value of a field in either spelling; null is the same as nothing. */
export function eitherSpelling(wire: JsonObject, field: keyof typeof SNAKE_CASE): Json | undefined {
  return wire[field] ?? wire[SNAKE_CASE[field]] ?? undefined;
}

/** The fields that are looked for in either spelling, again and again. */
const SNAKE_CASE = {
  functionCall: "function_call",
  functionResponse: "function_response",
  functionCallingConfig: "function_calling_config",
  inlineData: "inline_data",
  fileData: "file_data",
  thoughtSignature: "thought_signature",
} as const;

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
