import { type Preset, presets } from "../providers/presets.ts";
import type { Config } from "./config.ts";

/** The vendor that a client names as `PROVIDER/MODEL`, if the config has no such provider. */
export function missingPreset({ providers }: Pick<Config, "providers">, model: string): Preset | undefined {
  const [name = "", ...rest] = model.split("/");
  return rest.length === 0 || providers.has(name) ? undefined : presets.find((preset) => preset.name === name);
}

/**
 * Why no destination was found for a model, and what to do about it.
 *
 * @example
 * noDestination(await environmentConfig({}), "gpt-5.6");
 * // 'no route leads to the model "gpt-5.6"; ask for one of sim/MODEL, or add a route'
 */
export function noDestination(config: Pick<Config, "providers">, model: string): string {
  return (
    missingProvider(config, model) ?? `no route leads to the model ${JSON.stringify(model)}; ${alternatives(config)}`
  );
}

/**
 * What to set for a vendor that a client names and the config lacks; `undefined` if there is no such vendor, or it is
 * configured.
 *
 * @example
 * missingProvider(await environmentConfig({}), "openai/gpt-5.6");
 * // 'the provider openai of the model "openai/gpt-5.6" is not configured; set OPENAI_API_KEY, or add openai to the providers of the config'
 */
export function missingProvider(config: Pick<Config, "providers">, model: string): string | undefined {
  const preset = missingPreset(config, model);
  if (preset === undefined) return undefined;
  const variables = [...preset.keys, ...(preset.host === undefined ? [] : [preset.host.variable])].join(" or ");
  return (
    `the provider ${preset.name} of the model ${JSON.stringify(model)} is not configured; ` +
    `set ${variables}, or add ${preset.name} to the providers of the config`
  );
}

function alternatives({ providers }: Pick<Config, "providers">): string {
  return `ask for one of ${[...providers.keys()].map((name) => `${name}/MODEL`).join(", ")}, or add a route`;
}
