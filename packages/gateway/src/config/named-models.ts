import type { Config } from "./config.ts";

/** Whether the config names a model of a provider. */
export function namesModel({ providers, routes }: Config, provider: string, model: string): boolean {
  const isTarget = routes.some(({ to }) => to.some((target) => target.provider === provider && target.model === model));
  return isTarget || (providers.get(provider)?.models.some(({ match }) => match === model) ?? false);
}
