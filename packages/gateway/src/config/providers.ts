import { type DialectId, dialectNames, findDialect, refusableFields } from "@toolglot/core";
import { bindingFor, bindings } from "../bindings/index.ts";
import { SIMULATED, SIMULATED_PRESET } from "../providers/simulated.ts";
import type { ModelSettings, Provider } from "./config.ts";
import { defaultRetries, defaultTimeouts } from "./defaults.ts";
import type { Field } from "./field.ts";
import {
  defined,
  optional,
  readHeaders,
  readOnLoss,
  readProfile,
  readRetries,
  readTimeouts,
  readToolSearch,
} from "./fields.ts";

/** A provider with default settings. */
export function defaultProvider(
  fields: Pick<Provider, "name" | "dialect" | "baseUrl"> & { readonly apiKey?: string },
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
  "dialect",
  "baseUrl",
  "apiKey",
  "headers",
  "timeouts",
  "retries",
  "profile",
  "onLoss",
  "remembers",
  "toolSearch",
  "models",
] as const;

function readProvider(name: string, field: Field): Provider | undefined {
  const fields = field.object(FIELDS);
  if (fields === undefined) return undefined;
  const { apiKey, headers, timeouts, retries, profile, onLoss, remembers, toolSearch, models } = fields;
  const dialect = readDialect(fields.dialect);
  const baseUrl = readBaseUrl(fields.baseUrl);
  const more = defined({
    apiKey: optional(apiKey, readKey),
    headers: optional(headers, readHeaders),
    profile: optional(profile, readProfile),
    onLoss: optional(onLoss, readOnLoss),
    remembers: optional(remembers, () => remembers.boolean()),
    toolSearch: optional(toolSearch, readToolSearch),
    models: optional(models, readModels),
  });
  const times = { ...defaultTimeouts, ...optional(timeouts, readTimeouts) };
  const tries = { ...defaultRetries, ...optional(retries, readRetries) };
  if (dialect === undefined || baseUrl === undefined) return undefined;
  checkPath(fields.baseUrl, baseUrl, dialect);
  return { ...defaultProvider({ name, dialect, baseUrl }), timeouts: times, retries: tries, ...more };
}

function readDialect(field: Field): DialectId | undefined {
  const value = field.text();
  if (value === undefined) return undefined;
  const id = findDialect(value)?.id;
  return id !== undefined && HTTP_DIALECTS.includes(id) ? id : field.unknownWord(value, DIALECT_NAMES);
}

const HTTP_DIALECTS: readonly string[] = bindings.map(({ dialect }) => dialect);

/** The names and aliases of the dialects that are spoken over HTTP. */
const DIALECT_NAMES: readonly string[] = dialectNames().filter((name) =>
  HTTP_DIALECTS.includes(findDialect(name)?.id ?? ""),
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
  if (/[?#]/.test(text)) return field.fail("has a query or a fragment", "end the address with its path");
  return url.href.replace(/\/+$/, "");
}

// A common mistake: the URL already has the path that the dialect adds.
function checkPath(field: Field, baseUrl: string, dialect: string): void {
  const [, first = ""] = bindingFor(dialect).provider.path("MODEL", false).split("/");
  if (baseUrl.endsWith(`/${first}`)) field.warn(`ends with /${first}`, `${dialect} adds that itself: leave it out`);
}

// A key becomes a header.
function readKey(field: Field): string | undefined {
  const key = field.key();
  return key === undefined || /^[\x21-\x7e]+$/.test(key)
    ? key
    : field.fail("has characters that no key has", "look for spaces, line ends and quotes in it");
}

/** Plain names, or what is known of the models that match. */
function readModels(field: Field): ModelSettings[] {
  return (field.list() ?? []).flatMap((each) => {
    if (typeof each.value === "string") return factsOf(each.text());
    const fields = each.object(["match", "refuses", "accepts"]);
    if (fields === undefined) return [];
    const { match, refuses, accepts } = fields;
    return factsOf(match.text(), optional(refuses, readSettings), optional(accepts, readSettings));
  });
}

function factsOf(match: string | undefined, refuses: string[] = [], accepts: string[] = []): ModelSettings[] {
  return match === undefined ? [] : [{ match, refuses, accepts }];
}

function readSettings(field: Field): string[] {
  return (field.list() ?? []).flatMap((each) => each.choice(refusableFields) ?? []);
}
