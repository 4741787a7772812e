import type { DialectId } from "@toolglot/core";
import type { Environment } from "../providers/environment.ts";
import { otherPlatforms } from "../providers/other-platforms.ts";
import type { Preset } from "../providers/preset.ts";
import { isFirstOfItsVariable, presets } from "../providers/presets.ts";
import { expand } from "./expand.ts";
import { placeVariables, resolvePreset } from "./from-preset.ts";

/** A provider that is known by name, and what the environment has of it. */
export interface PresetInfo {
  readonly name: string;
  readonly aliases: readonly string[];
  /** As its owner writes it. */
  readonly title: string;
  readonly dialect: DialectId;
  /** With the names of environment variables that are parts of it. */
  readonly baseUrl: string;
  /** The variables of its key, of which one is enough. */
  readonly keys: readonly string[];
  /** The variables of its base URL and of its place. */
  readonly addressVariables: readonly string[];
  /** The variable of its key that is set. */
  readonly isSetBy?: string;
  /** Variables that are still to be set; none if it can be used. */
  readonly missing: readonly string[];
  /** Whether its variable alone sets it up, without a config; of several that share one, only one is. */
  readonly isSetUpAlone: boolean;
}

/**
 * All presets, and what the environment has of them.
 *
 * @example
 * listPresets({ GROQ_API_KEY: "k" }).filter(({ isSetBy }) => isSetBy !== undefined).map(({ name }) => name); // ["groq"]
 */
export function listPresets(env: Environment): PresetInfo[] {
  return presets.map((preset) => presetInfo(preset, env));
}

/**
 * Providers that a preset is not enough for, and what to write in the config instead.
 *
 * @example
 * listOtherPlatforms().map(({ name }) => name).includes("sap-ai-core"); // true
 */
export function listOtherPlatforms(): { readonly name: string; readonly title: string; readonly advice: string }[] {
  return [...otherPlatforms].map(([name, platform]) => ({ name, ...platform }));
}

function presetInfo(preset: Preset, env: Environment): PresetInfo {
  const { name, aliases = [], title, dialect, baseUrl, keys, host, place = {} } = preset;
  const { setBy, missing, missingPlace } = resolvePreset(preset, env);
  return {
    name,
    aliases,
    title,
    dialect,
    baseUrl,
    keys: [...keys, ...(host === undefined ? [] : [host.variable])],
    addressVariables: [...expand(baseUrl, {}).missing, ...Object.values(place).flatMap(({ variables }) => variables)],
    ...(setBy === undefined ? {} : { isSetBy: setBy }),
    missing: [...(setBy === undefined ? keys.slice(0, 1) : []), ...missing, ...placeVariables(missingPlace)],
    isSetUpAlone: isFirstOfItsVariable(preset),
  };
}
