import type { Json, JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { HttpBinding } from "./binding.ts";
import { client, provider } from "./openai.ts";
import { stateful } from "./openai-responses-state.ts";
import { webSocket } from "./responses-websocket.ts";

export const binding: HttpBinding = {
  dialect: "openai-responses",
  stateful,
  client: {
    ...client,
    routes: [
      { method: "POST", path: /^\/v1\/responses$/, action: "generate" },
      { method: "GET", path: /^\/v1\/responses$/, action: "connect" },
      { method: "POST", path: /^\/v1\/responses\/input_tokens$/, action: "count" },
      { method: "GET", path: /^\/v1\/responses\/(?<id>[^/]+)$/, action: "stored" },
      { method: "GET", path: /^\/v1\/responses\/(?<id>[^/]+)\/input_items$/, action: "stored-input" },
      { method: "DELETE", path: /^\/v1\/responses\/(?<id>[^/]+)$/, action: "forget" },
    ],
    pathPattern: /\/responses(?:\/|$)/,
    unserved: [
      // https://platform.openai.com/docs/api-reference/responses/compact
      {
        method: "POST",
        path: /^\/v1\/responses\/compact$/,
        hint: "the gateway compacts no conversations: let the client summarize them, or send `context_management` to a provider that has it",
      },
    ],
    moreTools: addedTools,
    countTokens: {
      request: (body) => body,
      answer: (tokens) => ({ object: "response.input_tokens", input_tokens: tokens }),
    },
    webSocket,
  },
  provider: {
    ...provider,
    path: () => "/responses",
    hostsThatKeepConversations: [
      // https://platform.openai.com/docs/guides/conversation-state, also by its regional hosts
      /^(?:[a-z]{2}\.)?api\.openai\.com$/,
      // https://learn.microsoft.com/azure/ai-foundry/openai/how-to/responses
      /\.(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure)\.com$/,
      // https://docs.x.ai/docs/guides/responses-api
      /^(?:[a-z]{2}-[a-z]+-\d\.)?api\.x\.ai$/,
    ],
    isResponse: ({ output, status }) => Array.isArray(output) || typeof status === "string",
    countTokens: {
      path: () => "/responses/input_tokens",
      body: countable,
      read: (body: Json) => (isObject(body) && typeof body.input_tokens === "number" ? body.input_tokens : undefined),
    },
  },
};

// Codex declares its tools in the first item: https://platform.openai.com/docs/api-reference/responses/create
function addedTools({ input }: JsonObject): readonly Json[] {
  if (!Array.isArray(input)) return [];
  return input.flatMap((item: Json) =>
    isObject(item) && item.type === "additional_tools" && Array.isArray(item.tools) ? item.tools : [],
  );
}

/** The fields of a request to count tokens: https://platform.openai.com/docs/api-reference/responses/input-tokens */
const COUNTED: ReadonlySet<string> = new Set([
  "conversation",
  "input",
  "instructions",
  "model",
  "parallel_tool_calls",
  "personality",
  "previous_response_id",
  "reasoning",
  "text",
  "tool_choice",
  "tools",
  "truncation",
]);

function countable(request: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(request).filter(([field]) => COUNTED.has(field)));
}
