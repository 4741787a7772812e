import { convertToolCalls, type Json } from "@toolglot/core";
import { isObject } from "../input/json.ts";
import type { ValueConverter } from "./converter.ts";
import { toListTranslation } from "./translation.ts";

/** Tool calls, alone or in the message or response that contains them. */
export const calls: ValueConverter = {
  type: "value",
  options: [],
  translate: (input, { from, to }) =>
    toListTranslation(convertToolCalls(input, { from, to }), input, { what: "calls", isSingle: isOneCall(input) }),
};

// Keys of messages and responses that calls do not have.
const CONTAINER_KEYS = ["role", "content", "parts", "tool_calls", "message", "choices", "output", "candidates"];

function isOneCall(input: Json): boolean {
  return isObject(input) && !CONTAINER_KEYS.some((key) => key in input);
}
