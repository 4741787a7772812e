import { isObject } from "../../json/value.ts";
import { hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { JsonObject } from "../../model/json.ts";

export const detect: DialectSigns = {
  // Those of Chat Completions.
  tools: [],
  request: [
    sign(70, hasField("options", "keep_alive", "think")),
    sign(70, ({ messages }) => objectsIn(messages).some(hasField("tool_name", "images", "thinking"))),
  ],
  response: [sign(50, isResponse), sign(15, isError)],
  stream: [sign(50, isResponse), sign(15, isError)],
  // There is no tool choice.
  choice: [],
  // The arguments are an object here, and a text in Chat Completions.
  calls: [sign(20, ({ function: call }) => isObject(call) && isObject(call.arguments))],
  results: [sign(40, ({ role, tool_name: name }) => role === "tool" && name !== undefined)],
};

function isResponse({ message, done }: JsonObject): boolean {
  return isObject(message) && typeof done === "boolean";
}

// Results of executables have an error as well.
function isError({ error, tool_success: success }: JsonObject): boolean {
  return typeof error === "string" && success === undefined;
}
