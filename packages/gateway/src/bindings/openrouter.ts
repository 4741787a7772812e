import type { Usage } from "@toolglot/core";
import type { Billing, HttpBinding } from "./binding.ts";
import { client, provider } from "./openai.ts";

/** OpenRouter's clients send Chat Completions, which the `openai-chat` binding serves. */
export const binding: HttpBinding = {
  dialect: "openrouter",
  client: { ...client, routes: [] },
  provider: { ...provider, path: () => "/chat/completions", billing },
};

// https://openrouter.ai/docs/guides/administration/usage-accounting
function billing({ extras = {} }: Usage): Billing {
  const { "/cost": cost } = extras.openrouter ?? {};
  return typeof cost === "number" ? { cost } : {};
}
