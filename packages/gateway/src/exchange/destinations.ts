import type { ProfileName } from "@toolglot/core";
import type {
  Caching,
  Config,
  LossPolicy,
  Provider,
  Retries,
  Route,
  Target,
  Timeouts,
  ToolSearchMode,
} from "../config/config.ts";
import { answersForAnother, noDestination } from "../config/missing-provider.ts";
import { matchesPattern, targetIn } from "../config/targets.ts";
import { GatewayError } from "../errors.ts";
import { getOrCreate } from "../get-or-create.ts";
import { holds, type RoutedRequest } from "./route-condition.ts";

/** A provider and a model to send a request to, with the settings of the provider and of the route combined. */
export interface Destination {
  readonly provider: Provider;
  readonly model: string;
  readonly profile?: ProfileName;
  readonly onLoss: LossPolicy;
  readonly toolSearch: ToolSearchMode;
  readonly caching: Caching;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  readonly retries: Retries;
  /** Its share of the conversations, if the route balances them by weight. */
  readonly weight?: number;
}

/**
 * The destinations of a request in the order in which they are tried; none if no route matches. Without a request,
 * routes with conditions are left out.
 *
 * @example
 * const config = await environmentConfig({ OPENAI_API_KEY: "sk-1" });
 * destinationsFor(config, "openai/gpt-5.6").map(({ provider, model }) => [provider.name, model]); // [["openai", "gpt-5.6"]]
 */
export function destinationsFor(config: Config, model: string, request?: RoutedRequest): readonly Destination[] {
  if (request !== undefined && config.routes.some(({ when }) => when !== undefined))
    return findDestinations(config, model, request);
  const cached = getOrCreate(cache, config, () => new Map());
  const known = cached.get(model);
  if (known !== undefined) return known;
  const found = findDestinations(config, model);
  if (cached.size < MAX_CACHED) cached.set(model, found);
  return found;
}

/** The error for a model that has no destination. */
export function unknownModel(config: Config, model: string): GatewayError {
  return new GatewayError("not-found", "model_not_found", noDestination(config, model));
}

/** Bounded, since clients can send any model name. */
const cache = new WeakMap<Config, Map<string, readonly Destination[]>>();
const MAX_CACHED = 1000;

function findDestinations(config: Config, model: string, request?: RoutedRequest): readonly Destination[] {
  const direct = directTarget(config, model);
  if (direct !== undefined) return [destination(config, direct, model, undefined)];
  const route = config.routes.find((each) => {
    const { match, when } = each;
    if (!matchesPattern(match, model) || answersForAnother(config, each, model)) return false;
    return when === undefined || (request !== undefined && holds(when, model, request));
  });
  return route?.to.map((target) => destination(config, target, model, route)) ?? [];
}

// A name without a slash is always a model's, even if a provider has the same name.
function directTarget({ providers }: Config, model: string): Target | undefined {
  return model.includes("/") ? targetIn(providers, model) : undefined;
}

function destination(config: Config, target: Target, requested: string, route: Route | undefined): Destination {
  const provider = config.providers.get(target.provider);
  if (provider === undefined) throw new Error(`there is no provider ${target.provider}`);
  const profile = route?.profile ?? provider.profile;
  return {
    provider,
    model: target.model ?? requested,
    ...(profile === undefined ? {} : { profile }),
    onLoss: route?.onLoss ?? provider.onLoss,
    toolSearch: route?.toolSearch ?? provider.toolSearch ?? "native",
    caching: route?.caching ?? provider.caching ?? "auto",
    headers: { ...provider.headers, ...route?.headers },
    timeouts: { ...provider.timeouts, ...route?.timeouts },
    retries: { ...provider.retries, ...route?.retries },
    ...(route?.balance === "weighted" ? { weight: target.weight ?? 1 } : {}),
  };
}
