import type { JsonObject } from "@toolglot/core";
import { type ClientBinding, type ListedModel, type ProviderBinding, SSE_CONTENT_TYPE } from "./binding.ts";
import { numberAt } from "./number-at.ts";
import { readIds } from "./read-ids.ts";

/** What clients of OpenAI's APIs have in common. */
export const client: Omit<ClientBinding, "routes"> = {
  // Azure OpenAI: https://learn.microsoft.com/azure/ai-foundry/openai/reference
  credentials: { headers: ["api-key"], query: [] },
  versionPrefix: "/v1",
  wantsStream: ({ stream }: JsonObject) => stream === true,
  streamContentType: () => SSE_CONTENT_TYPE,
  keepAlive: ": keep-alive\n\n",
  requestIdHeader: "x-request-id",
  agents: [
    { name: "codex", userAgent: /^codex[_-]/i },
    { name: "opencode", userAgent: /^opencode\//i },
  ],
  // https://platform.openai.com/docs/guides/prompt-caching; Codex and OpenCode also name their session in a header.
  sessionOf: ({ prompt_cache_key: key }, headers) =>
    headers["session-id"] ??
    headers.session_id ??
    headers["x-session-id"] ??
    (typeof key === "string" ? key : undefined),
  maxOutputTokens: (body) => numberAt(body, ["max_completion_tokens"], ["max_output_tokens"], ["max_tokens"]),
  formatModels: (models) => ({ object: "list", data: models.map(modelObject) }),
  formatModel: modelObject,
};

/** https://platform.openai.com/docs/api-reference/introduction */
export const provider: Omit<ProviderBinding, "path"> = {
  authorization: (key) => ({ authorization: `Bearer ${key}` }),
  headers: {},
  forwardedHeaders: [],
  returnedHeaders: [/^x-ratelimit-/, /^openai-(?:processing-ms|version|model)$/],
  streamContentTypes: /^text\/event-stream\b/i,
  isResponse: ({ choices }) => Array.isArray(choices),
  modelsPath: "/models",
  embeddingsPath: () => "/embeddings",
  hostsWithCacheKeys: [
    // https://platform.openai.com/docs/guides/prompt-caching
    /^(?:[a-z]{2}\.)?api\.openai\.com$/,
    // https://learn.microsoft.com/azure/ai-foundry/openai/how-to/prompt-caching
    /\.(?:openai\.azure|services\.ai\.azure|cognitiveservices\.azure)\.com$/,
  ],
  readModels: (body) => readIds(body, "data", "id"),
};

function modelObject({ id, provider: owner }: ListedModel): JsonObject {
  return { id, object: "model", created: 0, owned_by: owner };
}
