import { otherPlatforms } from "../providers/other-platforms.ts";
import type { PlatformField } from "../providers/platforms/platform.ts";
import type { Preset } from "../providers/preset.ts";
import { findPreset, presets } from "../providers/presets.ts";
import type { Provider } from "./config.ts";
import type { Field } from "./field.ts";
import { type ResolvedPreset, resolvePreset } from "./from-preset.ts";
import { isLoopback } from "./loopback.ts";
import { presetPlace } from "./preset-place.ts";

/** Reads the name of a preset. */
export function readPreset(field: Field): Preset | undefined {
  const name = field.text();
  if (name === undefined) return undefined;
  const platform = otherPlatforms.get(name);
  if (platform !== undefined) return field.fail(`is ${name}, which needs more than a key`, platform.advice);
  return findPreset(name) ?? field.unknownWord(name, PRESET_NAMES);
}

const PRESET_NAMES: readonly string[] = presets.flatMap(({ name, aliases = [] }) => [name, ...aliases]);

/** What the config has itself, so that the preset need not supply it. */
export interface OwnFields {
  readonly baseUrl: string | undefined;
  /** A key, or other credentials. */
  readonly hasKey: boolean;
  /** Whether the config has a field of the platform itself, or needs none. */
  readonly hasPlace: (field: PlatformField) => boolean;
}

/** What a preset and the environment supply. */
export type PresetFields = Pick<Provider, "baseUrl" | "apiKey" | "auth" | "headers"> & Pick<ResolvedPreset, "place">;

/** What a provider gets from its preset and the environment, besides the dialect. */
export function presetFields(field: Field, preset: Preset, own: OwnFields): PresetFields | undefined {
  const { key, headers, missing, ...resolved } = resolvePreset(preset, field.env);
  const baseUrl = own.baseUrl ?? resolved.baseUrl;
  if (baseUrl === undefined) return noAddress(field, preset, missing);
  const { hostname } = new URL(baseUrl);
  // The vendor's key is only sent to the vendor's host.
  const isOwnHost = resolved.baseUrl !== undefined && hostname === new URL(resolved.baseUrl).hostname;
  const place = presetPlace(field, preset, own.hasPlace);
  if (place === undefined) return undefined;
  const found = { baseUrl, headers, place };
  if (!isOwnHost || own.hasKey) return found;
  if (preset.auth !== undefined) return { ...found, auth: preset.auth };
  if (key !== undefined) return { ...found, apiKey: key.value };
  if (isLoopback(hostname) || preset.host?.read(field.env) !== undefined) return found;
  const variables = preset.keys.join(" or ");
  return field.failUnset(
    `is ${preset.name}, whose key is in ${variables}, which is not set`,
    preset.keys.length === 1
      ? "set it, or write apiKey in the config"
      : "set one of them, or write apiKey in the config",
  );
}

function noAddress(field: Field, { name }: Preset, missing: readonly string[]): undefined {
  if (missing.length === 0)
    return field.fail(`is ${name}, whose address is not one`, "check its variable, or write baseUrl in the config");
  const variables = missing.join(" and ");
  return field.failUnset(
    `is ${name}, whose address needs ${variables}, which ${missing.length === 1 ? "is" : "are"} not set`,
    `set ${missing.length === 1 ? "it" : "them"}, or write baseUrl in the config`,
  );
}
