import { isArray } from "../../json/value.ts";
import { hasField, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export const detect: DialectSigns = {
  tools: [
    sign(60, (tool) => (tool.type === "function" || tool.type === "custom") && !hasField("function", "custom")(tool)),
    sign(60, ({ type }) => TOOLS.has(type)),
  ],
  request: [sign(90, (body) => "input" in body || "previous_response_id" in body)],
  response: [sign(70, ({ output, object }) => isArray(output) || object === "response"), sign(70, isErrorEvent)],
  stream: [sign(70, ({ type }) => typeof type === "string" && type.startsWith("response.")), sign(70, isErrorEvent)],
  choice: [sign(10, ({ type }) => typeof type === "string")],
  calls: [
    sign(30, ({ type }) => type === "function_call"),
    sign(30, ({ type, call_id: id }) => /_call$/.test(String(type)) && id !== undefined),
  ],
  results: [sign(60, ({ type }) => /_call_output$/.test(String(type)))],
};

/** The types of tools that no other API has, beside the hosted ones. */
const TOOLS: ReadonlySet<Json | undefined> = new Set([
  "namespace",
  "local_shell",
  "shell",
  "apply_patch",
  "tool_search",
]);

// It has its message at the top or in `error`: https://platform.openai.com/docs/api-reference/responses-streaming/error
function isErrorEvent(event: JsonObject): boolean {
  return event.type === "error" && hasField("sequence_number", "message")(event);
}
