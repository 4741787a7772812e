import { checkMessages, type MessageRules } from "./openai/chat-messages.ts";
import { CHAT_NEVER_NULL } from "./openai/chat-parameters.ts";
import { checkCompletion } from "./openai/chat-response.ts";
import { checkChatStream } from "./openai/chat-stream.ts";
import { checkChatTools } from "./openai/chat-tools.ts";
import { checkOpenRouterError } from "./openai/errors.ts";
import { checkMessageDetails, checkReasoning, OPENROUTER_PARAMETERS } from "./openai/openrouter-parameters.ts";
import { checkParameters } from "./openai/parameters.ts";
import { judge, type Place } from "./openai/place.ts";
import { expectKind } from "./openai/shape.ts";
import type { Legality } from "./types.ts";

/** Part D of the wire facts: Chat, with OpenRouter's additions. */
export const legality: Legality = {
  request: (body) => judge(body, checkRequest),
  response: (body) => judge(body, checkResponse),
  stream: (text) => checkChatStream(text, { reasons: REASONS, exact: false }),
  error: (status, body) => judge(body, (root) => checkOpenRouterError(root, status)),
};

/** D3. */
const REASONS = ["stop", "length", "tool_calls", "content_filter", "error"];

/** D1: tool results may hold what the upstream takes; unknown fields are passed on. H1: ids are opaque. */
const ANY_PART = ["text", "image_url", "input_audio", "file", "video", "video_url", "input_video"];
const MESSAGES: MessageRules = {
  parts: {
    developer: ["text"],
    system: ["text"],
    user: ANY_PART,
    assistant: [...ANY_PART, "refusal"],
    tool: ANY_PART,
  },
  foreign: ["is_error"],
  id: /^.+$/s,
  customCalls: false,
};

function checkRequest(body: Place): void {
  if (!expectKind(body, "body.object", "object")) return;
  checkParameters(body, { checks: OPENROUTER_PARAMETERS, never: CHAT_NEVER_NULL, unavailable: [], closed: false });
  checkReasoning(body);
  checkChatTools(body, { custom: false, hosted: /^openrouter:/ });
  checkMessages(body.at("messages"), MESSAGES);
  for (const message of body.at("messages").items) checkMessageDetails(message);
}

// D3: a failure after the model had begun is a body of status 200.
function checkResponse(body: Place): void {
  const error = body.at("error");
  if (error.given && !body.at("choices").given) expectKind(error.at("message"), "error.shape", "non-empty string");
  else checkCompletion(body, REASONS);
  for (const choice of body.at("choices").items) checkMessageDetails(choice.at("message"));
}
