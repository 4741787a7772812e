import { checkMessages, type MessageRules } from "./openai/chat-messages.ts";
import { CHAT_NEVER_NULL, CHAT_PARAMETERS, checkChatModel, checkTogether } from "./openai/chat-parameters.ts";
import { checkCompletion } from "./openai/chat-response.ts";
import { checkChatStream } from "./openai/chat-stream.ts";
import { checkChatTools } from "./openai/chat-tools.ts";
import { checkError } from "./openai/errors.ts";
import { checkParameters, kind } from "./openai/parameters.ts";
import { judge, type Place } from "./openai/place.ts";
import { expectKind } from "./openai/shape.ts";
import type { Legality } from "./types.ts";

/** Part A of the wire facts. */
export const legality: Legality = {
  request: (body) => judge(body, checkRequest),
  response: (body) => judge(body, (root) => checkCompletion(root, REASONS)),
  stream: (text) => checkChatStream(text, { reasons: REASONS, exact: true }),
  error: (status, body) => judge(body, (root) => checkError(root, status)),
};

/** A5. */
const REASONS = ["stop", "length", "tool_calls", "content_filter", "function_call"];

/** A3: the parts of each role. */
const MESSAGES: MessageRules = {
  parts: {
    developer: ["text"],
    system: ["text"],
    user: ["text", "image_url", "input_audio", "file"],
    assistant: ["text", "refusal"],
    tool: ["text"],
    function: [],
  },
  foreign: ["reasoning", "reasoning_content", "reasoning_details", "is_error"],
  id: /^[A-Za-z0-9_-]{1,40}$/,
  customCalls: true,
};

/** F: servers that require their models' reasoning back, and have a switch for reasoning. */
const THINKING_SERVERS = /deepseek|kimi/i;
const WITH_THOUGHTS: MessageRules = {
  ...MESSAGES,
  foreign: MESSAGES.foreign.filter((field) => field !== "reasoning_content"),
};

function checkRequest(body: Place): void {
  if (!expectKind(body, "body.object", "object")) return;
  const thinks = THINKING_SERVERS.test(body.at("model").text);
  const checks = thinks ? { ...CHAT_PARAMETERS, thinking: kind("object") } : CHAT_PARAMETERS;
  checkParameters(body, { checks, never: CHAT_NEVER_NULL, unavailable: [], closed: true });
  expectKind(body.at("model"), "parameter.required", "non-empty string");
  checkTogether(body);
  checkChatModel(body);
  checkChatTools(body, { custom: true });
  checkMessages(body.at("messages"), thinks ? WITH_THOUGHTS : MESSAGES);
}
