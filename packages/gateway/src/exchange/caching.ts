import type { BridgeOptions, JsonObject } from "@toolglot/core";
import { bindingFor } from "../bindings/index.ts";
import { conversationKey } from "./conversation-key.ts";
import type { Destination } from "./destinations.ts";
import type { GenerateRequest } from "./generate-request.ts";

/** How a bridge uses the provider's prompt cache: marks need nothing, and a key is made where the provider is known to take one. */
export async function cachingFor(
  request: GenerateRequest,
  body: JsonObject,
  { caching, provider: { dialect, baseUrl } }: Destination,
): Promise<BridgeOptions["caching"]> {
  if (caching === "off") return undefined;
  const hosts = bindingFor(dialect).provider.hostsWithCacheKeys ?? [];
  const isKnown = URL.canParse(baseUrl) && hosts.some((host) => host.test(new URL(baseUrl).hostname));
  return isKnown ? { key: await conversationKey(request, body) } : {};
}
