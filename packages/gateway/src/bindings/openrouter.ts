import type { Surface } from "./binding.ts";
import { client, provider } from "./openai.ts";

/** Clients of OpenRouter send Chat: they are served by its address. */
export const surface: Surface = {
  dialect: "openrouter",
  client: { ...client, routes: [] },
  provider: { ...provider, path: () => "/chat/completions" },
};
