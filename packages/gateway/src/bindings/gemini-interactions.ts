import type { JsonObject } from "@toolglot/core";
import { type HttpBinding, type ListedModel, SSE_CONTENT_TYPE } from "./binding.ts";
import { stateful } from "./gemini-interactions-state.ts";
import { REFUSED_KEY } from "./google.ts";
import { numberAt } from "./number-at.ts";
import { readIds } from "./read-ids.ts";

export const binding: HttpBinding = {
  dialect: "gemini-interactions",
  stateful,
  client: {
    routes: [
      { method: "POST", path: interactionsPath(""), action: "generate" },
      { method: "GET", path: interactionsPath("/(?<id>[^/]+)"), action: "stored" },
      { method: "DELETE", path: interactionsPath("/(?<id>[^/]+)"), action: "forget" },
      { method: "POST", path: interactionsPath("/(?<id>[^/]+)/cancel"), action: "cancel" },
    ],
    credentials: { headers: ["x-goog-api-key"], query: ["key"] },
    versionPrefix: "/v1beta",
    pathPattern: /\/interactions(?:\/|$)/,
    wantsStream: ({ stream }) => stream === true,
    streamContentType: () => SSE_CONTENT_TYPE,
    keepAlive: ": keep-alive\n\n",
    requestIdHeader: "x-request-id",
    formatModels: (models) => ({ models: models.map(modelObject) }),
    formatModel: modelObject,
    providerState: [{ field: "cached_content", what: "cached content" }],
    maxOutputTokens: (body) => numberAt(body, ["generation_config", "max_output_tokens"]),
  },
  provider: {
    path: () => "/v1beta/interactions",
    authorization: (key) => ({ "x-goog-api-key": key }),
    headers: {},
    forwardedHeaders: ["api-revision"],
    returnedHeaders: [],
    streamContentTypes: /^text\/event-stream\b/i,
    refusedKey: REFUSED_KEY,
    isResponse: ({ steps, status }) => Array.isArray(steps) || typeof status === "string",
    modelsPath: "/v1beta/models?pageSize=1000",
    readModels: (body) => readIds(body, "models", "name").map((name) => name.replace(/^models\//, "")),
    hostsThatKeepConversations: [
      // https://ai.google.dev/gemini-api/docs/interactions
      /^generativelanguage\.googleapis\.com$/,
      /(?:^|-)aiplatform\.googleapis\.com$/,
    ],
  },
};

/** The path of interactions, also as Vertex AI has it, below a project. */
function interactionsPath(rest: string): RegExp {
  return new RegExp(`^/v1(?:beta1?|alpha)?/(?:projects/[^/]+/locations/[^/]+/)?interactions${rest}$`);
}

function modelObject({ id }: ListedModel): JsonObject {
  return { name: `models/${id}`, displayName: id, version: "", supportedGenerationMethods: ["createInteraction"] };
}
