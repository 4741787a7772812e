import { client, provider } from "./chat.ts";
import type { Surface } from "./surface.ts";

/** Clients of OpenRouter send Chat: they are served by its address. */
export const surface: Surface = {
  dialect: "openrouter",
  client: { ...client, routes: [] },
  provider: { ...provider, path: () => "/chat/completions" },
};
