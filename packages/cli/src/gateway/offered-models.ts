import {
  type Config,
  isSimulated,
  listModels,
  nodeSend,
  nodeSystem,
  type Provider,
  probeProvider,
  usualModel,
} from "@toolglot/gateway";

/** The models that lines for clients can name, as `PROVIDER/MODEL`. */
export interface OfferedModels {
  /** At least one; a placeholder if none is known. */
  readonly names: readonly string[];
  readonly isKnown: boolean;
  /** The names of the providers. */
  readonly providers: readonly string[];
  /** The provider that gets the name of every model as a client has written it. */
  readonly unrouted?: Provider;
}

/** The word in a line that stands for a model which nobody has named. */
export const MODEL_PLACEHOLDER = "MODEL";

/** The models of a config, or else those that its provider lists. */
export function offeredModels(config: Config, listed: readonly string[] = []): OfferedModels {
  const known = [...listModels(config).map(({ id }) => id), ...listed];
  const names = known.length === 0 ? [exampleModel(config)] : known;
  const unrouted = unroutedProvider(config);
  return {
    names,
    isKnown: !names[0]?.endsWith(`/${MODEL_PLACEHOLDER}`),
    providers: [...config.providers.keys()],
    ...(unrouted === undefined ? {} : { unrouted }),
  };
}

/** The same, after asking a provider of which no model is known for those that it has. */
export async function askForModels(config: Config): Promise<OfferedModels> {
  const offered = offeredModels(config);
  const [first] = config.providers.values();
  return offered.isKnown || first === undefined ? offered : offeredModels(config, await listedModels(first));
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

function unroutedProvider({ routes, providers }: Config): Provider | undefined {
  const [route, ...others] = routes;
  const [target] = route?.to ?? [];
  const provider = providers.get(target?.provider ?? "");
  const isRouted = others.length > 0 || route?.match !== "*" || target?.model !== undefined;
  return isRouted || provider === undefined || isSimulated(provider) ? undefined : provider;
}
