import { otherPlatforms } from "../providers/other-platforms.ts";
import type { Preset } from "../providers/preset.ts";
import { findPreset, isFirstOfItsVariable } from "../providers/presets.ts";
import { vendors } from "../providers/vendors.ts";
import type { Config, Route } from "./config.ts";
import { placeVariables, resolvePreset } from "./from-preset.ts";

/** Whether a catch-all route would answer for a vendor that the client has named as `PROVIDER/MODEL` and the config lacks. */
export function answersForAnother(config: Pick<Config, "providers">, { match, to }: Route, model: string): boolean {
  const name = missingName(config, model);
  if (match !== "*" || name === undefined) return false;
  if (vendors.some((vendor) => vendor === findPreset(name))) return true;
  // Providers such as OpenRouter have models with such names, and get them as they are.
  return isKnown(name) && to.every((target) => target.model !== undefined);
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
  const name = missingName(config, model);
  const fix = name === undefined ? undefined : fixFor(config, name);
  return fix && `the provider ${name} of the model ${JSON.stringify(model)} is not configured; ${fix}`;
}

function missingName({ providers }: Pick<Config, "providers">, model: string): string | undefined {
  const [name = "", ...rest] = model.split("/");
  return rest.length === 0 || providers.has(name) ? undefined : name;
}

function isKnown(name: string): boolean {
  return findPreset(name) !== undefined || otherPlatforms.has(name);
}

function fixFor({ providers }: Pick<Config, "providers">, name: string): string | undefined {
  const preset = findPreset(name);
  if (preset === undefined) {
    const advice = otherPlatforms.get(name)?.advice;
    return advice && `add it to the providers of the config: ${advice}`;
  }
  if (providers.has(preset.name)) return `here it is called ${preset.name}: ask for ${preset.name}/MODEL`;
  if (!isFirstOfItsVariable(preset)) return `add { preset: ${preset.name} } to the providers of the config`;
  return `set ${variablesOf(preset)}, or add ${preset.name} to the providers of the config`;
}

function variablesOf(preset: Preset): string {
  const { keys, host } = preset;
  const one = [...keys, ...(host === undefined ? [] : [host.variable])].join(" or ");
  const { missing, missingPlace } = resolvePreset(preset, {});
  return [one, ...missing, ...placeVariables(missingPlace)].join(" and ");
}

function alternatives({ providers }: Pick<Config, "providers">): string {
  return `ask for one of ${[...providers.keys()].map((name) => `${name}/MODEL`).join(", ")}, or add a route`;
}
