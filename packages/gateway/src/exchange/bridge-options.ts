import type { BridgeOptions, DialectId } from "@toolglot/core";
import { configuredFacts } from "./configured-facts.ts";
import type { Destination } from "./destinations.ts";
import type { ExchangeServices } from "./services.ts";

/** As many deferred tools are sent in full rather than searched: a search costs a request of its own. */
const MOST_SHOWN = 10;

/** The options of a bridge that follow from the two dialects and from the destination. */
export function bridgeOptionsFor(
  services: Pick<ExchangeServices, "learnedFacts" | "toolMemory" | "fast">,
  client: DialectId,
  destination: Destination,
): BridgeOptions {
  const learned = services.learnedFacts.factsOf(destination);
  const known = remembered.get(destination);
  if (known?.client === client && known.learned === learned && known.services === services) return known.options;
  const options = createOptions(services, client, destination);
  remembered.set(destination, { services, client, learned, options });
  return options;
}

/** The last options of each destination: what they follow from rarely changes. */
const remembered = new WeakMap<Destination, RememberedOptions>();

interface RememberedOptions {
  readonly services: object;
  readonly client: DialectId;
  readonly learned: object;
  readonly options: BridgeOptions;
}

function createOptions(
  services: Pick<ExchangeServices, "learnedFacts" | "toolMemory" | "fast">,
  client: DialectId,
  destination: Destination,
): BridgeOptions {
  const { provider, model, profile, toolSearch } = destination;
  return {
    client,
    provider: provider.dialect,
    providerModel: model,
    modelFacts: { ...configuredFacts(provider, model), ...services.learnedFacts.factsOf(destination) },
    ...(profile === undefined ? {} : { profile }),
    ...(toolSearch === "off" ? { toolSearch: false } : {}),
    ...(toolSearch === "auto" ? { emulateToolSearch: { moreThan: MOST_SHOWN } } : {}),
    fast: services.fast,
    memory: services.toolMemory(client, provider.dialect, profile),
  };
}
