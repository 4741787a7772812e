import { isObject, type Json, type JsonObject } from "@toolglot/core";
import { type ClientSurface, type ListedModel, type ProviderSurface, SSE } from "./binding.ts";

/** What all of OpenAI's own addresses and their copies share. */
export const client: Omit<ClientSurface, "routes"> = {
  streams: ({ stream }: JsonObject) => stream === true,
  streamType: () => SSE,
  keepAlive: ": keep-alive\n\n",
  requestIdHeader: "x-request-id",
  models: (models) => ({ object: "list", data: models.map(modelObject) }),
  model: modelObject,
};

/** https://platform.openai.com/docs/api-reference/introduction */
export const provider: Omit<ProviderSurface, "path"> = {
  authorization: (key) => ({ authorization: `Bearer ${key}` }),
  headers: {},
  forwarded: [],
  returned: [/^x-ratelimit-/, /^openai-(?:processing-ms|version|model)$/],
  streamTypes: /^text\/event-stream\b/i,
  isAnswer: ({ choices }) => Array.isArray(choices),
  models: "/models",
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
