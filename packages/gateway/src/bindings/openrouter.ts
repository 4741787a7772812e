import type { HttpBinding } from "./binding.ts";
import { client, provider } from "./openai.ts";

/** OpenRouter's clients send Chat Completions, which the `openai-chat` binding serves. */
export const binding: HttpBinding = {
  dialect: "openrouter",
  client: { ...client, routes: [] },
  provider: { ...provider, path: () => "/chat/completions" },
};
