import type { BridgeOptions, DialectId } from "@toolglot/core";
import { type ConfiguredFacts, configuredFacts } from "./configured-facts.ts";
import type { Destination } from "./destinations.ts";
import type { ExchangeServices } from "./services.ts";

/** As many deferred tools are sent in full rather than searched: a search costs a request of its own. */
const MOST_SHOWN = 10;

/** The options of a bridge that follow from the two dialects and from the destination. */
export function bridgeOptionsFor(
  services: Pick<ExchangeServices, "learnedFacts" | "toolMemory">,
  client: DialectId,
  destination: Destination,
): BridgeOptions {
  const { provider, model, profile, toolSearch } = destination;
  return {
    client,
    provider: provider.dialect,
    providerModel: model,
    modelFacts: { ...configuredFor(destination), ...services.learnedFacts.factsOf(destination) },
    ...(profile === undefined ? {} : { profile }),
    ...(toolSearch === "off" ? { toolSearch: false } : {}),
    ...(toolSearch === "auto" ? { emulateToolSearch: { moreThan: MOST_SHOWN } } : {}),
    memory: services.toolMemory(client, provider.dialect, profile),
  };
}

// The config does not change: a new one has new destinations.
function configuredFor(destination: Destination): ConfiguredFacts {
  const facts = configured.get(destination) ?? configuredFacts(destination.provider, destination.model);
  configured.set(destination, facts);
  return facts;
}

const configured = new WeakMap<Destination, ConfiguredFacts>();
