import type { ListedModel } from "../bindings/binding.ts";
import type { Config } from "../config/config.ts";
import { destinationsFor, unknownModel } from "../exchange/destinations.ts";

/**
 * The models to list: those that routes name, and those that the config lists for providers.
 *
 * @example
 * listModels(await environmentConfig({})); // [{ id: "sim/default", provider: "sim" }]
 */
export function listModels({ routes, providers }: Config): ListedModel[] {
  const routed = routes.flatMap(({ match, to }) =>
    match.includes("*") ? [] : [{ id: match, provider: to[0]?.provider ?? "" }],
  );
  const targets = routes.flatMap(({ to }) =>
    to.flatMap(({ provider, model }) => (model === undefined ? [] : [{ id: `${provider}/${model}`, provider }])),
  );
  const named = [...providers.values()].flatMap(({ name, models }) =>
    models.filter(({ match }) => !match.includes("*")).map(({ match }) => ({ id: `${name}/${match}`, provider: name })),
  );
  const all = [...routed, ...targets, ...named];
  return all.filter(({ id }, index) => all.findIndex((other) => other.id === id) === index);
}

/** A model; it exists if a route leads to it. */
export function findModel(config: Config, id: string): ListedModel {
  const [first] = destinationsFor(config, id);
  if (first === undefined || id === "") throw unknownModel(config, id);
  return { id, provider: first.provider.name };
}
