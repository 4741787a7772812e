import { type Config, listModels } from "@toolglot/gateway";
import type { GatewayEndpoint } from "../agents/agent.ts";

/** The endpoint of a gateway for clients on this machine. */
export function endpointOf(config: Config, url: string, key: string): GatewayEndpoint {
  const models = listModels(config).map(({ id }) => id);
  return { url: reachable(url), key, models: models.length === 0 ? ["default"] : models };
}

// Clients cannot connect to the wildcard addresses.
function reachable(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
