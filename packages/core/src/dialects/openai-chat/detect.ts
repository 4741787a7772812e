import { isArray, isObject } from "../../json/value.ts";
import { contentBlocksIn, hasField, objectsIn, sign } from "../../mapping/detect-signs.ts";
import type { DialectSigns } from "../../model/detect.ts";
import type { Json, JsonObject } from "../../model/json.ts";

export const detect: DialectSigns = {
  tools: [
    sign(100, (_, list) => list === "functions"),
    // A call has the same form, with arguments or an input.
    sign(80, ({ function: definition, custom }) => isWithout("arguments", definition) || isWithout("input", custom)),
  ],
  request: [
    // Ollama takes the same tools, and has stronger signs.
    sign(65, ({ tools }) => objectsIn(tools).some(({ function: definition }) => isObject(definition))),
    sign(50, hasField("max_completion_tokens", "functions", "reasoning_effort", "n", "stop")),
    sign(50, hasField("frequency_penalty", "presence_penalty", "stream_options", "logprobs")),
    sign(30, ({ messages }) => objectsIn(messages).some(hasField("tool_call_id"))),
    sign(30, ({ messages }) => objectsIn(messages).some(({ role }) => role === "developer")),
    sign(30, ({ messages }) => contentBlocksIn(messages).some(hasField("image_url", "input_audio"))),
    // Ollama takes the same messages, and has none of these fields at the top.
    sign(20, (body) => objectsIn(body.messages)[0]?.role === "system" && hasField(...TOP_LEVEL)(body)),
  ],
  response: [sign(90, ({ choices }) => isArray(choices)), sign(20, isError), sign(10, isFlatError)],
  stream: [sign(90, ({ choices }) => isArray(choices)), sign(20, isError)],
  choice: [sign(20, hasField("function", "custom", "allowed_tools"))],
  calls: [sign(15, ({ function: call, custom }) => isObject(call) || isObject(custom))],
  results: [sign(30, ({ role }) => role === "tool" || role === "function")],
};

function isWithout(field: string, value: Json | undefined): boolean {
  return isObject(value) && !(field in value);
}

const TOP_LEVEL = ["max_tokens", "temperature", "top_p", "tool_choice", "parallel_tool_calls", "response_format"];

const BESIDE_MESSAGE = ["id", "type", "error_type", "code", "param"];

// FastAPI has `detail` alone, a text or a list, and Cohere an id beside its message.
function isFlatError({ message, detail = message, ...rest }: JsonObject): boolean {
  const isMessage = typeof detail === "string" || isArray(detail);
  return isMessage && Object.keys(rest).every((field) => BESIDE_MESSAGE.includes(field));
}

// Errors of the Responses API are the same; xAI has a text beside a code, and Mistral no field around it.
function isError(body: JsonObject): boolean {
  const { error, code, object, message } = body;
  // Those of MCP and of executables are results of calls.
  if (isObject(error)) return "code" in error && !hasField("jsonrpc", "tool_success")(body);
  if (typeof error === "string") return typeof code === "string";
  return object === "error" && typeof message === "string";
}
