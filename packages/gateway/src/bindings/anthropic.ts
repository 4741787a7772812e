import type { Json, JsonObject, Usage } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { HeaderMap } from "../transport.ts";
import { billedRuns } from "./anthropic-runs.ts";
import { type Billing, type HttpBinding, type ListedModel, SSE_CONTENT_TYPE } from "./binding.ts";
import { numberAt } from "./number-at.ts";
import { readIds } from "./read-ids.ts";

export const binding: HttpBinding = {
  dialect: "anthropic",
  client: {
    routes: [
      { method: "POST", path: /^\/v1\/messages$/, action: "generate" },
      { method: "POST", path: /^\/v1\/messages\/count_tokens$/, action: "count" },
      { method: "GET", path: /^\/v1\/models$/, action: "models", when: hasVersionHeader },
      { method: "GET", path: /^\/v1\/models\/(?<model>.+)$/, action: "model", when: hasVersionHeader },
    ],
    credentials: { headers: ["x-api-key"], query: [] },
    versionPrefix: "/v1",
    pathPattern: /\/messages(?:\/|$)/,
    wantsStream: ({ stream }) => stream === true,
    streamContentType: () => SSE_CONTENT_TYPE,
    keepAlive: 'event: ping\ndata: {"type":"ping"}\n\n',
    requestIdHeader: "request-id",
    agents: [{ name: "claude-code", userAgent: /^claude-(?:cli|code)\//i }],
    sessionOf,
    providerState: [
      {
        field: "thread",
        what: "a message thread",
        isConversation: true,
        // Anthropic's SDK has an error class for this code, and its tool runner then sends the whole conversation:
        // https://github.com/anthropics/anthropic-sdk-typescript
        code: "thread_unsupported_request",
        details: { error_code: "thread_unsupported_request" },
      },
    ],
    maxOutputTokens: (body) => numberAt(body, ["max_tokens"]),
    formatModels: (models) => ({
      data: models.map(modelObject),
      has_more: false,
      first_id: models[0]?.id ?? null,
      last_id: models.at(-1)?.id ?? null,
    }),
    formatModel: modelObject,
    // Requests for a message need `max_tokens`; requests to count tokens do not have it.
    countTokens: { request: (body) => ({ max_tokens: 1, ...body }), answer: (tokens) => ({ input_tokens: tokens }) },
  },
  provider: {
    path: () => "/v1/messages",
    // Message threads: Anthropic's clients for other platforms do not use them.
    hostsThatKeepConversations: [/^api\.anthropic\.com$/],
    authorization: (key) => ({ "x-api-key": key }),
    headers: { "anthropic-version": "2023-06-01" },
    forwardedHeaders: ["anthropic-version", "anthropic-beta"],
    returnedHeaders: [/^anthropic-ratelimit-/, /^x-should-retry$/],
    streamContentTypes: /^text\/event-stream\b/i,
    isResponse: ({ content }) => Array.isArray(content),
    billing,
    modelsPath: "/v1/models?limit=1000",
    readModels: (body) => readIds(body, "data", "id"),
    countTokens: {
      path: () => "/v1/messages/count_tokens",
      body: countable,
      read: (body: Json) => (isObject(body) && typeof body.input_tokens === "number" ? body.input_tokens : undefined),
    },
  },
};

function hasVersionHeader(headers: HeaderMap): boolean {
  return headers["anthropic-version"] !== undefined;
}

// Claude Code names its session in a header, and in the id of the user: https://code.claude.com/docs/en/llm-gateway
function sessionOf({ metadata }: JsonObject, headers: HeaderMap): string | undefined {
  const user = isObject(metadata ?? null) ? (metadata as JsonObject).user_id : undefined;
  return headers["x-claude-code-session-id"] ?? (typeof user === "string" ? user : undefined);
}

/** The fields of https://platform.claude.com/docs/en/api/messages-count-tokens; it refuses all others. */
const COUNTED: ReadonlySet<string> = new Set([
  "messages",
  "model",
  "system",
  "tools",
  "tool_choice",
  "thinking",
  "output_config",
  "cache_control",
  "speed",
  "mcp_servers",
  "context_management",
  "compaction",
]);

function countable(request: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(request).filter(([field]) => COUNTED.has(field)));
}

function modelObject({ id }: ListedModel): JsonObject {
  return { type: "model", id, display_name: id, created_at: "1970-01-01T00:00:00Z" };
}

// https://platform.claude.com/docs/en/about-claude/pricing
function billing(usage: Usage): Billing {
  const { "/speed": speed, "/inference_geo": geo } = usage.extras?.anthropic ?? {};
  return { factors: [speed, geo].filter((name) => typeof name === "string"), ...billedRuns(usage) };
}
