import type { ListedModel } from "../bindings/binding.ts";
import type { Caller } from "../caller.ts";
import type { Provider } from "../config/config.ts";
import { probeThrough } from "../exchange/probe-provider.ts";
import { SIMULATED } from "../providers/simulated.ts";
import { mayUse } from "./allowed-models.ts";
import { listModels } from "./models.ts";
import type { HttpServices } from "./services.ts";

/** How long a list is used, and how long the lack of one, in milliseconds. */
const KEPT = 5 * 60_000;
const KEPT_FAILURE = 10_000;

/** A provider that does not respond is no reason to keep a client waiting; in milliseconds. */
const TIMEOUT = 2000;

type Services = Pick<HttpServices, "config" | "now" | "senderFor">;

/** The models that a caller may use: those that the config names; where it names none, those that its providers list. */
export async function modelsFor(services: Services, caller: Caller): Promise<ListedModel[]> {
  return (await availableModels(services)).filter(({ id }) => mayUse(caller, id));
}

async function availableModels(services: Services): Promise<ListedModel[]> {
  const named = listModels(services.config);
  if (named.length > 0) return named;
  const asked = [...services.config.providers.values()].filter(({ baseUrl }) => baseUrl !== SIMULATED);
  return (await Promise.all(asked.map((provider) => knownModels(provider, services)))).flat();
}

interface KnownModels {
  readonly models: Promise<ListedModel[]>;
  until: number;
}

/** By the provider of a config: another config asks anew. */
const known = new WeakMap<Provider, KnownModels>();

function knownModels(provider: Provider, services: Services): Promise<ListedModel[]> {
  const before = known.get(provider);
  if (before !== undefined && services.now() < before.until) return before.models;
  const asked: KnownModels = { models: listedBy(provider, services), until: Number.POSITIVE_INFINITY };
  known.set(provider, asked);
  const keep = (time: number) => {
    asked.until = services.now() + time;
  };
  asked.models.then(
    ({ length }) => keep(length === 0 ? KEPT_FAILURE : KEPT),
    () => keep(0),
  );
  return asked.models;
}

async function listedBy(provider: Provider, services: Services): Promise<ListedModel[]> {
  const { modelNames = [] } = await probeThrough(services.senderFor(provider), provider, TIMEOUT);
  return modelNames.map((name) => ({ id: `${provider.name}/${name}`, provider: provider.name }));
}
