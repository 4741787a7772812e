import { isArray } from "../../json/value.ts";
import { hasField, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { JsonObject } from "../../model/json.ts";

export const detect: DialectSigns = {
  tools: [sign(60, ({ type }) => type === "function" || type === "custom" || type === "namespace")],
  request: [sign(90, (body) => "input" in body || "previous_response_id" in body)],
  response: [sign(70, ({ output, object }) => isArray(output) || object === "response"), sign(70, isErrorEvent)],
  stream: [sign(70, ({ type }) => typeof type === "string" && type.startsWith("response.")), sign(70, isErrorEvent)],
  choice: [sign(10, ({ type }) => typeof type === "string")],
  calls: [sign(30, ({ type }) => type === "function_call" || type === "custom_tool_call")],
  results: [sign(60, ({ type }) => /_call_output$/.test(String(type)))],
};

// It has its message at the top or in `error`: https://platform.openai.com/docs/api-reference/responses-streaming/error
function isErrorEvent(event: JsonObject): boolean {
  return event.type === "error" && hasField("sequence_number", "message")(event);
}
