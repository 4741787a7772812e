import { isObject } from "../../json/value.ts";
import { hasField, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export const detect: DialectSigns = {
  tools: [
    sign(70, (tool) => "functionDeclarations" in tool || "function_declarations" in tool),
    sign(70, (tool) => "parametersJsonSchema" in tool || isProtoSchema(tool.parameters)),
  ],
  request: [sign(100, (body) => "contents" in body)],
  response: [sign(80, hasField("candidates", "promptFeedback")), sign(40, isError)],
  stream: [sign(80, hasField("candidates", "promptFeedback")), sign(40, isError)],
  choice: [sign(40, hasField("functionCallingConfig", "function_calling_config"))],
  calls: [sign(25, hasField("functionCall", "function_call"))],
  results: [sign(50, hasField("functionResponse", "function_response"))],
};

function isError({ error }: JsonObject): boolean {
  return isObject(error) && typeof error.status === "string";
}

// The types of the Schema proto are written in capitals: https://ai.google.dev/api/caching#Schema
function isProtoSchema(schema: Json | undefined): boolean {
  return isObject(schema) && typeof schema.type === "string" && /^[A-Z]+$/.test(schema.type);
}
