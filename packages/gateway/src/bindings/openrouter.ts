import type { HttpBinding } from "./binding.ts";
import { client, provider } from "./openai.ts";

/** Clients of OpenRouter send Chat: they are served by its address. */
export const binding: HttpBinding = {
  dialect: "openrouter",
  client: { ...client, routes: [] },
  provider: { ...provider, path: () => "/chat/completions" },
};
