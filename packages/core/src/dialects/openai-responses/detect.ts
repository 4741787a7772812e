import { isArray } from "../../json/value.ts";
import { sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";

export const detect: DialectSigns = {
  tools: [sign(60, ({ type }) => type === "function" || type === "custom" || type === "namespace")],
  request: [sign(90, (body) => "input" in body || "previous_response_id" in body)],
  response: [sign(70, ({ output, object }) => isArray(output) || object === "response")],
  stream: [sign(70, ({ type }) => typeof type === "string" && type.startsWith("response."))],
  choice: [sign(10, ({ type }) => typeof type === "string")],
  calls: [sign(30, ({ type }) => type === "function_call" || type === "custom_tool_call")],
  results: [sign(60, ({ type }) => /_call_output$/.test(String(type)))],
};
