import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { type ClientBinding, type ListedModel, type ProviderBinding, SSE_CONTENT_TYPE } from "./binding.ts";

/** What all of OpenAI's own addresses and their copies share. */
export const client: Omit<ClientBinding, "routes"> = {
  wantsStream: ({ stream }: JsonObject) => stream === true,
  streamContentType: () => SSE_CONTENT_TYPE,
  keepAlive: ": keep-alive\n\n",
  requestIdHeader: "x-request-id",
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
  readModels: (body) => idsIn(body, "data", "id"),
};

/** The names in a list of models. */
export function idsIn(body: Json, list: string, field: string): string[] {
  const items = isObject(body) ? body[list] : undefined;
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: Json) => (isObject(item) && typeof item[field] === "string" ? [item[field]] : []));
}

function modelObject({ id, provider: owner }: ListedModel): JsonObject {
  return { id, object: "model", created: 0, owned_by: owner };
}
