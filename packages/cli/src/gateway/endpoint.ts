import { type Config, listModels, usualModel } from "@toolglot/gateway";
import type { GatewayEndpoint } from "../agents/agent.ts";

/** The endpoint of a gateway for clients on this machine. */
export function endpointOf(config: Config, url: string, key: string): GatewayEndpoint {
  const listed = listModels(config).map(({ id }) => id);
  return { url: reachable(url), key, models: listed.length === 0 ? [exampleModel(config)] : listed };
}

// A config without routes may name no model. The printed lines then show the default model of its first provider, or a placeholder.
function exampleModel({ providers }: Config): string {
  const [first] = providers.values();
  return first === undefined ? "MODEL" : `${first.name}/${usualModel(first) ?? "MODEL"}`;
}

// Clients cannot connect to the wildcard addresses.
function reachable(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
