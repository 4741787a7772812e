import type { JsonObject } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { HttpBinding, ListedModel } from "./binding.ts";
import { numberAt } from "./number-at.ts";
import { readIds } from "./read-ids.ts";

export const binding: HttpBinding = {
  dialect: "ollama",
  client: {
    routes: [
      { method: "POST", path: /^\/api\/chat$/, action: "generate" },
      { method: "GET", path: /^\/api\/tags$/, action: "models" },
      { method: "POST", path: /^\/api\/show$/, action: "show" },
      { method: "GET", path: /^\/api\/version$/, action: "version" },
    ],
    credentials: { headers: [], query: [] },
    pathPattern: /^\/api\//,
    // `stream` defaults to true: https://docs.ollama.com/api/chat
    wantsStream: ({ stream }) => stream !== false,
    streamContentType: () => "application/x-ndjson",
    requestIdHeader: "x-request-id",
    maxOutputTokens: (body) => numberAt(body, ["options", "num_predict"]),
    formatModels: (models) => ({ models: models.map(modelObject) }),
    formatModel: shownModel,
  },
  provider: {
    path: () => "/api/chat",
    authorization: (key) => ({ authorization: `Bearer ${key}` }),
    headers: {},
    forwardedHeaders: [],
    returnedHeaders: [],
    streamContentTypes: /^application\/(?:x-ndjson|json)\b/i,
    streamsNdjson: true,
    isResponse: ({ message }) => isObject(message),
    modelsPath: "/api/tags",
    // https://docs.ollama.com/api/openai-compatibility
    embeddingsPath: () => "/v1/embeddings",
    readModels: (body) => readIds(body, "models", "name"),
  },
};

function modelObject({ id }: ListedModel): JsonObject {
  const details = {
    parent_model: "",
    format: "",
    family: "",
    families: [],
    parameter_size: "",
    quantization_level: "",
  };
  return { name: id, model: id, modified_at: "1970-01-01T00:00:00Z", size: 0, digest: "", details };
}

function shownModel({ id, provider }: ListedModel): JsonObject {
  return {
    details: { parent_model: "", format: "", family: provider, families: [provider] },
    model_info: { "general.basename": id },
    capabilities: ["completion", "tools", "thinking", "vision"],
  };
}
