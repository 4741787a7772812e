import type { HttpBinding } from "./binding.ts";
import { client, provider } from "./openai.ts";

export const binding: HttpBinding = {
  dialect: "openai-chat",
  client: {
    ...client,
    routes: [
      { method: "POST", path: /^\/v1\/chat\/completions$/, action: "generate" },
      { method: "POST", path: /^\/v1\/embeddings$/, action: "embed" },
      { method: "GET", path: /^\/v1\/models$/, action: "models" },
      { method: "GET", path: /^\/v1\/models\/(?<model>.+)$/, action: "model" },
    ],
  },
  provider: { ...provider, path: () => "/chat/completions" },
};
