import type { BridgeOptions, JsonObject } from "@toolglot/core";
import { bindingFor } from "../bindings/index.ts";
import type { Provider } from "../config/config.ts";
import { getOrCreate } from "../get-or-create.ts";
import { conversationKey } from "./conversation-key.ts";
import type { Destination } from "./destinations.ts";
import type { GenerateRequest } from "./generate-request.ts";

/** How a bridge uses the provider's prompt cache: marks need nothing, and a key is made where the provider is known to take one. */
export function cachingFor(
  request: GenerateRequest,
  body: JsonObject,
  { caching, provider }: Destination,
): BridgeOptions["caching"] | Promise<BridgeOptions["caching"]> {
  if (caching === "off") return undefined;
  return takesKeys(provider) ? conversationKey(request, body).then((key) => ({ key })) : MARKS;
}

const MARKS: BridgeOptions["caching"] = {};

function takesKeys(provider: Provider): boolean {
  return getOrCreate(known, provider, ({ dialect, baseUrl }) => {
    return URL.canParse(baseUrl) && hasCacheKeys(dialect, new URL(baseUrl).hostname);
  });
}

const known = new WeakMap<Provider, boolean>();

function hasCacheKeys(dialect: string, hostname: string): boolean {
  return bindingFor(dialect).provider.hostsWithCacheKeys?.some((host) => host.test(hostname)) === true;
}
