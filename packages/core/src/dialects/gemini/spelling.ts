import type { Json, JsonObject } from "../../model/json.ts";

/**
 * The pointers of a field: the JSON of protocol buffers is written in camelCase, and read in snake_case too.
 * https://protobuf.dev/programming-guides/json/
 *
 * @example
 * bothSpellings("/functionCall/name"); // ["/functionCall/name", "/function_call/name"]
 */
export function bothSpellings(pointer: string): [string, ...string[]] {
  const end = pointer.lastIndexOf("/");
  const others = [snakeCase(pointer), pointer.slice(0, end) + snakeCase(pointer.slice(end))];
  return [pointer, ...new Set(others.filter((other) => other !== pointer))];
}

/** The value of a field in either spelling; null is the same as absent. */
export function eitherSpelling(wire: JsonObject, field: keyof typeof SNAKE_CASE): Json | undefined {
  return wire[field] ?? wire[SNAKE_CASE[field]] ?? undefined;
}

/** The fields that are looked up often. */
const SNAKE_CASE = {
  functionCall: "function_call",
  functionResponse: "function_response",
  functionCallingConfig: "function_calling_config",
  inlineData: "inline_data",
  fileData: "file_data",
  thoughtSignature: "thought_signature",
  partialArgs: "partial_args",
  willContinue: "will_continue",
  jsonPath: "json_path",
  stringValue: "string_value",
  numberValue: "number_value",
  boolValue: "bool_value",
} as const;

function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
