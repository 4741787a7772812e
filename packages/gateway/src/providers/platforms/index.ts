import type { ProviderBinding } from "../../bindings/binding.ts";
import { bindingFor } from "../../bindings/index.ts";
import { getOrCreate } from "../../get-or-create.ts";
import { azure } from "./azure.ts";
import { bedrock } from "./bedrock.ts";
import type { Platform, PlatformName, PlatformSettings } from "./platform.ts";
import { vertex } from "./vertex.ts";

const platforms: readonly Platform[] = [azure, bedrock, vertex];

export const platformNames: readonly PlatformName[] = platforms.map(({ name }) => name);

/** The platform of a name, or the only one that speaks a dialect. */
export function findPlatform(name: string | undefined, dialect: string): Platform | undefined {
  return platforms.find((each) => (name === undefined ? each.ownDialect === dialect : each.name === name));
}

/** The platforms that have a field of the config. */
export function platformsWith(field: string): PlatformName[] {
  return platforms.filter(({ fields }) => fields.some((each) => each === field)).map(({ name }) => name);
}

/** Whether a host belongs to a platform. */
export function isOwnHost({ name }: PlatformSettings, host: string): boolean {
  return platforms.some((each) => each.name === name && each.hosts.test(host));
}

/** The base URL of a place on a platform, which takes precedence over that of a preset. */
export function platformUrl(settings: PlatformSettings, baseUrl: string, dialect: string): string {
  const isPlaced = settings.region !== undefined || settings.location !== undefined;
  return findPlatform(settings.name, dialect)?.baseUrl(settings, isPlaced ? undefined : baseUrl, dialect) ?? baseUrl;
}

/** How requests are sent to a provider: by its dialect's binding, changed to that of its platform. */
export function providerBinding({ dialect, platform }: PlacedProvider): ProviderBinding {
  const { provider: binding } = bindingFor(dialect);
  if (platform === undefined) return binding;
  return getOrCreate(adapted, platform, (settings) => adaptedBinding(binding, dialect, settings));
}

/** A provider of a config. */
export interface PlacedProvider {
  readonly dialect: string;
  readonly platform?: PlatformSettings;
}

/** By the settings of a provider, which has one dialect. */
const adapted = new WeakMap<PlatformSettings, ProviderBinding>();

function adaptedBinding(binding: ProviderBinding, dialect: string, settings: PlatformSettings): ProviderBinding {
  const adapt = findPlatform(settings.name, dialect)?.dialects[dialect];
  return adapt === undefined ? binding : adapt(binding, settings);
}
