import type { Usage } from "@toolglot/core";
import { isObject } from "@toolglot/core/base";
import type { Billing, HttpBinding } from "./binding.ts";
import { client, provider } from "./openai.ts";

/** OpenRouter's clients send Chat Completions, which the `openai-chat` binding serves. */
export const binding: HttpBinding = {
  dialect: "openrouter",
  client: { ...client, routes: [] },
  provider: { ...provider, path: () => "/chat/completions", billing },
};

// With a key of one's own (`is_byok`), `cost` is OpenRouter's fee alone, and the vendor's price comes on top:
// https://openrouter.ai/docs/guides/administration/usage-accounting
function billing({ extras = {} }: Usage): Billing {
  const { "/cost": cost, "/is_byok": isOwnKey, "/cost_details": details = null } = extras.openrouter ?? {};
  if (typeof cost !== "number") return {};
  const { upstream_inference_cost: upstream } = isOwnKey === true && isObject(details) ? details : {};
  return { cost: cost + (typeof upstream === "number" ? upstream : 0) };
}
