import type { Json, JsonObject } from "@toolglot/core";
import { UsageError } from "../failure.ts";
import { isObject } from "./json.ts";

/** How the parts of conversations look in each dialect. */
export interface Shape {
  /** The dialect that an input shows, or a usage error where it shows none or could be several. */
  detect(input: Json): string;
}

interface Sign {
  readonly dialect: string;
  shows(body: JsonObject): boolean;
}

const REQUEST_SIGNS: readonly Sign[] = [
  { dialect: "gemini", shows: (body) => "contents" in body },
  { dialect: "openai-responses", shows: (body) => "input" in body || "previous_response_id" in body },
  { dialect: "openrouter", shows: hasKey("models", "provider", "plugins", "transforms", "route") },
  { dialect: "ollama", shows: hasKey("options", "keep_alive", "think") },
  { dialect: "anthropic", shows: hasKey("system", "stop_sequences", "thinking", "anthropic_version", "top_k") },
  { dialect: "anthropic", shows: ({ tools }) => itemsOf(tools).some((tool) => "input_schema" in tool) },
  { dialect: "anthropic", shows: ({ messages }) => blocksIn(messages).some(isAnthropicBlock) },
  { dialect: "openai-chat", shows: hasKey("max_completion_tokens", "functions", "reasoning_effort", "n", "stop") },
  { dialect: "openai-chat", shows: hasKey("frequency_penalty", "presence_penalty", "stream_options", "logprobs") },
  { dialect: "ollama", shows: ({ messages }) => itemsOf(messages).some(hasKey("tool_name", "images", "thinking")) },
  { dialect: "openai-chat", shows: ({ messages }) => itemsOf(messages).some(hasKey("tool_call_id")) },
  { dialect: "openai-chat", shows: ({ messages }) => itemsOf(messages).some(({ role }) => role === "developer") },
  { dialect: "openai-chat", shows: ({ messages }) => blocksIn(messages).some(hasKey("image_url", "input_audio")) },
  // Ollama takes the same tools, and system messages too, but has no such fields on the top.
  { dialect: "openai-chat", shows: ({ messages, ...rest }) => isSystemFirst(messages) && hasKey(...CHAT_ONLY)(rest) },
];

const CHAT_ONLY = ["max_tokens", "temperature", "top_p", "tool_choice", "parallel_tool_calls", "response_format"];

const RESPONSE_SIGNS: readonly Sign[] = [
  { dialect: "openrouter", shows: ({ choices }) => itemsOf(choices).some(hasKey("native_finish_reason")) },
  { dialect: "openai-chat", shows: ({ choices }) => Array.isArray(choices) },
  { dialect: "gemini", shows: hasKey("candidates", "promptFeedback") },
  { dialect: "openai-responses", shows: ({ output, object }) => Array.isArray(output) || object === "response" },
  { dialect: "anthropic", shows: ({ type, content }) => type === "message" && Array.isArray(content) },
  { dialect: "anthropic", shows: ({ type, error }) => type === "error" && isObject(error) },
  { dialect: "ollama", shows: ({ message, done }) => isObject(message) && typeof done === "boolean" },
  { dialect: "ollama", shows: ({ error }) => typeof error === "string" },
  { dialect: "gemini", shows: ({ error }) => isObject(error) && typeof error.status === "string" },
];

const CHOICE_SIGNS: readonly Sign[] = [
  { dialect: "gemini", shows: hasKey("functionCallingConfig", "function_calling_config") },
  { dialect: "anthropic", shows: ({ type }) => ["auto", "any", "none", "tool"].includes(String(type)) },
  { dialect: "openai-chat", shows: hasKey("function", "custom", "allowed_tools") },
  { dialect: "openai-responses", shows: ({ type }) => typeof type === "string" },
];

const CALL_SIGNS: readonly Sign[] = [
  ...RESPONSE_SIGNS,
  { dialect: "anthropic", shows: ({ type }) => type === "tool_use" },
  { dialect: "openai-responses", shows: ({ type }) => type === "function_call" || type === "custom_tool_call" },
  { dialect: "gemini", shows: hasKey("functionCall", "function_call") },
  // Arguments are a text to OpenAI, and a value to Ollama.
  { dialect: "ollama", shows: (call) => isObject(call.function) && isObject(call.function.arguments) },
  { dialect: "openai-chat", shows: (call) => isObject(call.function) || isObject(call.custom) },
  { dialect: "mcp", shows: ({ method }) => method === "tools/call" },
];

const RESULT_SIGNS: readonly Sign[] = [
  { dialect: "anthropic", shows: ({ type }) => type === "tool_result" },
  { dialect: "openai-responses", shows: ({ type }) => /_call_output$/.test(String(type)) },
  { dialect: "gemini", shows: hasKey("functionResponse", "function_response") },
  { dialect: "ollama", shows: ({ role, tool_name }) => role === "tool" && tool_name !== undefined },
  { dialect: "openai-chat", shows: ({ role }) => role === "tool" || role === "function" },
  { dialect: "executable", shows: hasKey("tool_success") },
  { dialect: "mcp", shows: hasKey("structuredContent", "isError") },
];

/** What calls and results may stand in. */
const WITHIN = ["tool_calls", "content", "parts", "message"];

export const requestShape: Shape = shapeOf("request", REQUEST_SIGNS, (input) => [input]);
export const responseShape: Shape = shapeOf("response", RESPONSE_SIGNS, (input) => [input]);
export const choiceShape: Shape = shapeOf("choice", CHOICE_SIGNS, (input) => [input]);
export const callShape: Shape = shapeOf("call", CALL_SIGNS, withInner);
export const resultShape: Shape = shapeOf("result", RESULT_SIGNS, withInner);

// The first sign that shows decides.
function shapeOf(what: string, signs: readonly Sign[], bodiesIn: (input: Json) => readonly Json[]): Shape {
  return {
    detect(input) {
      const bodies = bodiesIn(input).filter(isObject);
      const sign = signs.find(({ shows }) => bodies.some(shows));
      if (sign !== undefined) return sign.dialect;
      throw new UsageError(`--from is missing, and the shape of this ${what} does not tell its dialect`);
    },
  };
}

function hasKey(...keys: string[]): (body: JsonObject) => boolean {
  return (body) => keys.some((key) => body[key] !== undefined);
}

function itemsOf(list: Json | undefined): JsonObject[] {
  return Array.isArray(list) ? (list as readonly Json[]).filter(isObject) : [];
}

function blocksIn(messages: Json | undefined): JsonObject[] {
  return itemsOf(messages).flatMap(({ content }) => itemsOf(content));
}

function isAnthropicBlock({ type, cache_control, source }: JsonObject): boolean {
  return ["tool_use", "tool_result", "thinking"].includes(String(type)) || isObject(cache_control) || isObject(source);
}

function isSystemFirst(messages: Json | undefined): boolean {
  return itemsOf(messages)[0]?.role === "system";
}

/** An input or its entries, and what stands in them where calls and results do. */
function withInner(input: Json): JsonObject[] {
  const outer = isObject(input) ? [input] : itemsOf(input);
  const inner = outer.flatMap((body) => WITHIN.flatMap((key) => childrenOf(body[key])));
  const innermost = inner.flatMap((body) => WITHIN.flatMap((key) => childrenOf(body[key])));
  return [...outer, ...inner, ...innermost];
}

function childrenOf(value: Json | undefined): JsonObject[] {
  return isObject(value) ? [value] : itemsOf(value);
}
