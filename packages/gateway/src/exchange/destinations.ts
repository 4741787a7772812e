import type { Config, OnLoss, Provider, Retries, Route, Target, Timeouts, ToolSearch } from "../config/config.ts";

/** Where one request goes, with all that the provider and the route say of it. */
export interface Destination {
  readonly provider: Provider;
  readonly model: string;
  readonly profile?: string;
  readonly onLoss: OnLoss;
  readonly toolSearch: ToolSearch;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeouts: Timeouts;
  readonly retries: Retries;
}

/** The destinations for a model, in the order in which they are tried; none where nothing matches. */
export function destinationsFor(config: Config, model: string): readonly Destination[] {
  const known = remembered.get(config) ?? new Map<string, readonly Destination[]>();
  remembered.set(config, known);
  const found = known.get(model) ?? findDestinations(config, model);
  if (known.size < MOST_REMEMBERED) known.set(model, found);
  return found;
}

/** Clients ask for the same few models again and again; others may make names up, which memory must not pay for. */
const remembered = new WeakMap<Config, Map<string, readonly Destination[]>>();
const MOST_REMEMBERED = 1000;

function findDestinations(config: Config, model: string): readonly Destination[] {
  const direct = directTarget(config, model);
  if (direct !== undefined) return [destination(config, direct, model, undefined)];
  const route = config.routes.find(({ match }) => matchesPattern(match, model));
  return route?.to.map((target) => destination(config, target, model, route)) ?? [];
}

/** Whether a name fits a pattern, in which `*` stands for any characters. */
export function matchesPattern(pattern: string, name: string): boolean {
  const pieces = pattern.split("*");
  const [first = ""] = pieces;
  const last = pieces.at(-1) ?? "";
  if (pieces.length === 1) return pattern === name;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let from = first.length;
  for (const piece of pieces.slice(1, -1)) {
    const at = name.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= name.length - last.length;
}

/** A provider's name and a model's, as a client or a route writes them. */
export function targetIn(providers: { has(name: string): boolean }, text: string): Target | undefined {
  const slash = text.indexOf("/");
  const provider = slash < 0 ? text : text.slice(0, slash);
  if (!providers.has(provider)) return undefined;
  return slash < 0 ? { provider } : { provider, model: text.slice(slash + 1) };
}

// A provider's name alone would be a model's name that happens to be the same.
function directTarget({ providers }: Config, model: string): Target | undefined {
  return model.includes("/") ? targetIn(providers, model) : undefined;
}

function destination(config: Config, target: Target, asked: string, route: Route | undefined): Destination {
  const provider = config.providers.get(target.provider);
  if (provider === undefined) throw new Error(`no provider is called ${target.provider}`);
  const profile = route?.profile ?? provider.profile;
  return {
    provider,
    model: target.model ?? asked,
    ...(profile === undefined ? {} : { profile }),
    onLoss: route?.onLoss ?? provider.onLoss,
    toolSearch: route?.toolSearch ?? provider.toolSearch ?? "auto",
    headers: { ...provider.headers, ...route?.headers },
    timeouts: { ...provider.timeouts, ...route?.timeouts },
    retries: { ...provider.retries, ...route?.retries },
  };
}
