import { platformUrl } from "../providers/platforms/index.ts";
import type { PlatformField, PlatformSettings } from "../providers/platforms/platform.ts";
import type { Preset } from "../providers/preset.ts";
import type { Provider } from "./config.ts";
import type { Field } from "./field.ts";
import { type ResolvedPreset, resolvePreset } from "./from-preset.ts";

/** It becomes a part of a host or a path. Projects may have a domain: https://cloud.google.com/resource-manager/docs/creating-managing-projects */
const WORD = /^[A-Za-z0-9](?:[\w.:-]*[A-Za-z0-9])?$/;

/** Whether a text can be the value of a platform's field. */
export function isPlatformWord(text: string): boolean {
  return WORD.test(text);
}

/** Where a preset is that the environment has all of; `undefined` if something is missing or cannot be used. */
export function environmentPlace(
  { platform: name, dialect }: Preset,
  { baseUrl, place, missingPlace }: ResolvedPreset,
): Pick<Provider, "baseUrl" | "platform"> | undefined {
  if (baseUrl === undefined || missingPlace.length > 0) return undefined;
  if (name === undefined) return { baseUrl };
  if (!Object.values(place).every(isPlatformWord)) return undefined;
  const platform: PlatformSettings = { name, ...place };
  return { baseUrl: platformUrl(platform, baseUrl, dialect), platform };
}

/** The fields of a preset's place that the config leaves to the environment; `undefined` if one of them has no usable value. */
export function presetPlace(
  field: Field,
  preset: Preset,
  isOwn: (name: PlatformField) => boolean,
): ResolvedPreset["place"] | undefined {
  const { place, missingPlace } = resolvePreset(preset, field.env);
  const [lacking] = missingPlace.filter((each) => !isOwn(each.field));
  if (lacking !== undefined) return noValue(field, preset, lacking);
  const left = Object.entries(place).filter(([name]) => !isOwn(name as PlatformField));
  const [wrong] = left.find(([, value]) => !isPlatformWord(value)) ?? [];
  if (wrong === undefined) return Object.fromEntries(left);
  return field.fail(
    `is ${preset.name}, whose ${wrong} has characters that it cannot have`,
    `check its variable, or write ${wrong}`,
  );
}

function noValue(
  field: Field,
  { name }: Preset,
  { field: place, variables }: ResolvedPreset["missingPlace"][number],
): undefined {
  return field.failUnset(
    `is ${name}, whose ${place} is in ${variables.join(" or ")}, which is not set`,
    `${variables.length === 1 ? "set it" : "set one of them"}, or write ${place}`,
  );
}
