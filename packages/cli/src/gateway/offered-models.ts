import type { Config, Provider } from "@toolglot/gateway";
import { isSimulated, listModels, nodeSend, nodeSystem, probeProvider, usualModel } from "@toolglot/gateway/serve";

/** The models that lines for clients can name, as `PROVIDER/MODEL`. */
export interface OfferedModels {
  /** At least one; a placeholder if none is known. */
  readonly names: readonly string[];
  readonly isKnown: boolean;
  /** The names of the providers. */
  readonly providers: readonly string[];
  /** The provider that gets the name of every model as a client has written it. */
  readonly unrouted?: Provider;
  /** Whether the user's own routes decide where an agent's requests go. */
  readonly isRouted: boolean;
  /** The model that other names lead to, of a provider that does not list it. */
  readonly missing?: AssumedModel;
}

/** A model that nobody has named. */
interface AssumedModel {
  readonly provider: Provider;
  readonly model: string;
}

/** The word in a line that stands for a model which nobody has named. */
export const MODEL_PLACEHOLDER = "MODEL";

/** The models of a config, or else those that its provider lists. */
export function offeredModels(config: Config, listed: readonly string[] = []): OfferedModels {
  const known = [...namedModels(config), ...listed];
  const names = known.length === 0 ? [exampleModel(config)] : known;
  const unrouted = unroutedProvider(config);
  return {
    names,
    isKnown: !names[0]?.endsWith(`/${MODEL_PLACEHOLDER}`),
    providers: [...config.providers.keys()],
    isRouted: hasOwnRoutes(config),
    ...(unrouted === undefined ? {} : { unrouted }),
  };
}

/** The models that the config names; those for scenarios alone come last, because a client is shown the first one. */
function namedModels(config: Config): string[] {
  const always = config.routes.filter(({ when }) => when === undefined);
  const models = [...listModels({ ...config, routes: always }), ...listModels(config)];
  return [...new Set(models.map(({ id }) => id))];
}

// With keys in the environment there are routes too, which nobody has written.
function hasOwnRoutes({ routes, providers }: Config): boolean {
  return routes.length > 1 && [...providers.values()].every(({ foundBy }) => foundBy === undefined);
}

/** Whether a provider has to be asked which models it has. */
export function needsAsking(config: Config): boolean {
  return !offeredModels(config).isKnown || assumedModel(config) !== undefined;
}

/** The same, after asking a provider for its models: one of which no model is known, or which may not have the model that it is assumed to have. */
export async function askForModels(config: Config): Promise<OfferedModels> {
  const offered = offeredModels(config);
  const missing = assumedModel(config);
  if (missing !== undefined) return withAssumed(offered, missing, await listedModels(missing.provider));
  const [first] = config.providers.values();
  return offered.isKnown || first === undefined ? offered : offeredModels(config, await listedModels(first));
}

// Ollama's lists have the tag that a name without one stands for.
function withAssumed(offered: OfferedModels, missing: AssumedModel, listed: readonly string[]): OfferedModels {
  const name = `${missing.provider.name}/${missing.model}`;
  const isThere = listed.length === 0 || listed.includes(name) || listed.includes(`${name}:latest`);
  return isThere ? offered : { ...offered, names: listed, missing };
}

/** A provider that does not respond is no reason to keep a user waiting; in milliseconds. */
const LIST_TIMEOUT = 2000;

/** The models that a provider lists; none if it has no list, or does not respond in time. */
async function listedModels(provider: Provider): Promise<string[]> {
  const { send, close } = nodeSend();
  try {
    const { modelNames = [] } = await probeProvider(provider, send, LIST_TIMEOUT, nodeSystem);
    const texts = modelNames.filter((name) => !OTHER_USES.test(name));
    return (texts.length === 0 ? modelNames : texts).map((name) => `${provider.name}/${name}`);
  } finally {
    await close();
  }
}

/** Lists of models have no field that says which ones answer with text. */
const OTHER_USES = /embed|rerank|whisper|transcri|\btts\b|moderation|dall-e|image/i;

// A config without routes may name no model. The lines then show the default model of its first provider, or a placeholder.
function exampleModel({ providers }: Config): string {
  const [first] = providers.values();
  return `${first?.name ?? "PROVIDER"}/${(first && usualModel(first)) ?? MODEL_PLACEHOLDER}`;
}

// OLLAMA_HOST names a server, and the preset a model that somebody may have installed there.
function assumedModel({ routes, providers }: Config): AssumedModel | undefined {
  const [target] = routes.at(-1)?.to ?? [];
  const provider = providers.get(target?.provider ?? "");
  const isAssumed = provider?.foundBy !== undefined && target?.model !== usualModel(provider);
  return isAssumed && target?.model !== undefined ? { provider, model: target.model } : undefined;
}

function unroutedProvider({ routes, providers }: Config): Provider | undefined {
  const [route, ...others] = routes;
  const [target] = route?.to ?? [];
  const provider = providers.get(target?.provider ?? "");
  const isRouted = others.length > 0 || route?.match !== "*" || target?.model !== undefined;
  return isRouted || provider === undefined || isSimulated(provider) ? undefined : provider;
}
