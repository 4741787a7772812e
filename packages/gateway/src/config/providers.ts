import type { DialectId } from "@toolglot/core";
import { dialectIdOf, dialectNames } from "@toolglot/core/base";
import { bindingFor, bindings } from "../bindings/index.ts";
import type { PlatformField } from "../providers/platforms/platform.ts";
import type { Preset } from "../providers/preset.ts";
import { SIMULATED, SIMULATED_PRESET } from "../providers/simulated.ts";
import { readApiKeys } from "./api-keys.ts";
import { readAuth, readToken } from "./auth.ts";
import type { Provider } from "./config.ts";
import { defaultRetries, defaultTimeouts } from "./defaults.ts";
import type { Field } from "./field.ts";
import {
  defined,
  optional,
  readCaching,
  readHeaders,
  readOnLoss,
  readProfile,
  readRetries,
  readTimeouts,
  readToolSearch,
} from "./fields.ts";
import { readModels } from "./model-settings.ts";
import { PLATFORM_FIELDS, readPlace } from "./platform.ts";
import { type PresetFields, presetFields, readPreset } from "./preset-field.ts";
import { splitVersion } from "./versioned-address.ts";

/** A provider with default settings. */
export function defaultProvider(
  fields: Pick<Provider, "name" | "dialect" | "baseUrl" | "apiKey" | "platform" | "auth">,
): Provider {
  return {
    headers: {},
    timeouts: defaultTimeouts,
    retries: defaultRetries,
    onLoss: "report",
    models: [],
    ...fields,
  };
}

/** The simulated provider, which is in every config. */
export const simulated: Provider = defaultProvider(SIMULATED_PRESET);

/** Reads the providers by name; invalid ones are left out. */
export function readProviders(field: Field): Map<string, Provider> {
  const providers = new Map<string, Provider>();
  for (const [name, each] of field.map() ?? []) {
    if (!NAME.test(name))
      each.fail("is not a name for a provider", "use letters, digits, dots, dashes and underscores");
    const provider = readProvider(name, each);
    if (provider !== undefined) providers.set(name, provider);
  }
  return providers;
}

const NAME = /^[A-Za-z0-9][A-Za-z0-9._-]*$/;

const FIELDS = [
  "preset",
  "dialect",
  "baseUrl",
  "apiKey",
  "apiKeys",
  "headers",
  "timeouts",
  "retries",
  "profile",
  "onLoss",
  "remembers",
  "toolSearch",
  "caching",
  "models",
  ...PLATFORM_FIELDS,
] as const;

function readProvider(name: string, field: Field): Provider | undefined {
  const fields = field.object(FIELDS);
  if (fields === undefined) return undefined;
  const { apiKey, apiKeys, headers, timeouts, retries, profile, onLoss, remembers, toolSearch, caching, models } =
    fields;
  const supplied = readSupplied(fields);
  const dialect = readProviderDialect(fields, supplied);
  const auth = optional(fields.auth, readAuth);
  if (!apiKey.absent && !apiKeys.absent) apiKeys.fail("stands beside apiKey", "keep one of the two");
  const more = defined({
    apiKey: optional(apiKey, readToken),
    apiKeys: optional(apiKeys, readApiKeys),
    profile: optional(profile, readProfile),
    onLoss: optional(onLoss, readOnLoss),
    remembers: optional(remembers, () => remembers.boolean()),
    toolSearch: optional(toolSearch, readToolSearch),
    caching: optional(caching, readCaching),
    models: optional(models, readModels),
  });
  const ownHeaders = optional(headers, readHeaders);
  const times = { ...defaultTimeouts, ...optional(timeouts, readTimeouts) };
  const tries = { ...defaultRetries, ...optional(retries, readRetries) };
  const { baseUrl, platform } = supplied;
  const read = { baseUrl, auth: auth ?? supplied.auth, platform, place: supplied.place };
  const place = dialect === undefined ? undefined : readPlace(fields, { dialect, ...read });
  if (dialect === undefined || place === undefined) return undefined;
  checkPath(fields.baseUrl, place.baseUrl, dialect);
  return {
    ...defaultProvider({ name, dialect, ...place, ...defined({ apiKey: supplied.apiKey }) }),
    timeouts: times,
    retries: tries,
    ...more,
    headers: { ...supplied.headers, ...ownHeaders },
  };
}

type ProviderFields = Readonly<Record<(typeof FIELDS)[number], Field>>;

/** The base URL of a provider, and what its preset supplies. */
type Supplied = Partial<PresetFields & Pick<Preset, "dialect" | "platform">>;

// What the config says takes precedence over the preset.
function readSupplied(fields: ProviderFields): Supplied {
  const baseUrl = optional(fields.baseUrl, readBaseUrl);
  const preset = optional(fields.preset, readPreset);
  if (preset === undefined) return defined({ baseUrl });
  const hasApiKey = !fields.apiKey.absent || !fields.apiKeys.absent;
  const hasKey = hasApiKey || !fields.auth.absent;
  // An API key stands for a place, whatever the environment says.
  const hasPlace = (name: PlatformField) => hasApiKey || !fields[name].absent;
  const { dialect, platform } = preset;
  return { dialect, ...defined({ platform }), ...presetFields(fields.preset, preset, { baseUrl, hasKey, hasPlace }) };
}

function readProviderDialect({ preset, dialect }: ProviderFields, supplied: Supplied): DialectId | undefined {
  return preset.absent ? readDialect(dialect) : (optional(dialect, readDialect) ?? supplied.dialect);
}

function readDialect(field: Field): DialectId | undefined {
  const value = field.text();
  if (value === undefined) return undefined;
  const id = dialectIdOf(value);
  return id !== undefined && HTTP_DIALECTS.includes(id) ? id : field.unknownWord(value, DIALECT_NAMES);
}

const HTTP_DIALECTS: readonly string[] = bindings.map(({ dialect }) => dialect);

/** The names and aliases of the dialects that are spoken over HTTP. */
const DIALECT_NAMES: readonly string[] = dialectNames().filter((name) =>
  HTTP_DIALECTS.includes(dialectIdOf(name) ?? ""),
);

function readBaseUrl(field: Field): string | undefined {
  const text = field.text();
  if (text === undefined || text === SIMULATED) return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The URL is not quoted, since it may contain a secret.
  if (url === undefined || !/^https?:$/.test(url.protocol) || !/^https?:\/\//i.test(text))
    return field.fail("is not an address", "write it as in https://api.example.com/v1");
  if (url.username !== "" || url.password !== "")
    return field.fail("has a name or a password in it", "use apiKey or headers for secrets");
  const { base, version } = splitVersion(text);
  if (/[?#]/.test(base)) return field.fail("has a query or a fragment", "end the address with its path");
  return version === undefined ? url.href.replace(/\/+$/, "") : new URL(base).href.replace(/\/+$/, "");
}

// A common mistake: the URL already has the path that the dialect adds.
function checkPath(field: Field, baseUrl: string, dialect: string): void {
  const path = bindingFor(dialect).provider.path("MODEL", false);
  const [, first = ""] = path.split("/");
  const added = [path, `/${first}`].find((end) => baseUrl.endsWith(end));
  if (added !== undefined) field.warn(`ends with ${added}`, `${dialect} adds that itself: leave it out`);
}
