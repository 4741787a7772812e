import type { Agent, GatewayEndpoint } from "../agents/agent.ts";
import type { OfferedModels } from "./offered-models.ts";

/** A gateway that runs, and the models that it offers. */
export interface OfferedGateway {
  readonly url: string;
  readonly key: string;
  readonly offered: OfferedModels;
}

/** The endpoint of a gateway for clients on this machine. */
export function endpointOf({ url, key, offered }: OfferedGateway): GatewayEndpoint {
  return { url: reachable(url), key, models: offered.names };
}

/** The model that an agent has to ask for because its own models lead nowhere; `undefined` if they may be right. */
export function modelFor({ family }: Pick<Agent, "family">, offered: OfferedModels): string | undefined {
  const { names, isKnown, unrouted, missing } = offered;
  if (family === undefined || !isKnown || (unrouted ?? missing) === undefined) return undefined;
  return names.some((name) => name.includes(family)) ? undefined : names[0];
}

/** An address by which clients on this machine connect: they cannot use the wildcard addresses. */
export function reachable(url: string): string {
  return url.replace("//0.0.0.0:", "//127.0.0.1:").replace("//[::]:", "//[::1]:");
}
