import type { AuthSettings } from "../providers/credentials/settings.ts";
import { findPlatform, platformNames, platformsWith, platformUrl } from "../providers/platforms/index.ts";
import type { Platform, PlatformField, PlatformName, PlatformSettings } from "../providers/platforms/platform.ts";
import { SIMULATED } from "../providers/simulated.ts";
import type { Provider } from "./config.ts";
import type { Field } from "./field.ts";
import { defined, optional } from "./fields.ts";
import type { ResolvedPreset } from "./from-preset.ts";
import { isPlatformWord } from "./preset-place.ts";
import { splitVersion } from "./versioned-address.ts";

/** The fields of a provider that say on which platform it is, and with which credentials. */
export const PLATFORM_FIELDS = ["platform", "region", "project", "location", "apiVersion", "auth"] as const;

type PlatformFields = Readonly<
  Record<(typeof PLATFORM_FIELDS)[number] | "preset" | "apiKey" | "apiKeys" | "baseUrl", Field>
>;

/** What else of a provider has been read. */
export interface ReadProvider {
  readonly dialect: string;
  readonly baseUrl: string | undefined;
  readonly auth: AuthSettings | undefined;
  /** The platform of the preset. */
  readonly platform: PlatformName | undefined;
  /** Where on the platform the preset is. */
  readonly place: ResolvedPreset["place"] | undefined;
}

/** Where requests of a provider are sent, and with which credentials. */
export type ProviderPlace = Pick<Provider, "baseUrl" | "platform" | "auth">;

/** Checks that a provider has what its platform needs; `undefined` if something is missing or does not fit. */
export function readPlace(fields: PlatformFields, provider: ReadProvider): ProviderPlace | undefined {
  const { dialect, baseUrl, auth } = provider;
  const name = optional(fields.platform, () => fields.platform.choice(platformNames)) ?? provider.platform;
  if (!fields.platform.absent && !fields.preset.absent)
    return fields.platform.fail("does not go with preset", "leave one of the two out");
  if (!fields.platform.absent && name === undefined) return undefined;
  const platform = findPlatform(name, dialect);
  const isFit =
    checkAuth(fields, platform, auth) && (platform === undefined || checkDialect(fields, platform, dialect));
  if (platform === undefined) return checkFields(fields, []) && isFit ? plainPlace(fields, baseUrl, auth) : undefined;
  const settings = withVersion(fields, platform, {
    version: versionIn(fields, baseUrl),
    settings: readSettings(fields, platform, provider.place),
  });
  const isWhole = hasRequired(fields, platform, auth) && isReal(fields, baseUrl);
  if (!isFit || settings === undefined || !isWhole) return undefined;
  // The variables of the preset's address are missing, which was reported there.
  if (provider.platform !== undefined && baseUrl === undefined) return undefined;
  const address =
    fields.baseUrl.absent && baseUrl !== undefined
      ? platformUrl(settings, baseUrl, dialect)
      : platform.baseUrl(settings, baseUrl, dialect);
  return { baseUrl: address, platform: settings, ...defined({ auth }) };
}

function plainPlace(fields: PlatformFields, baseUrl: string | undefined, auth: AuthSettings | undefined) {
  if (fields.baseUrl.absent && fields.preset.absent) fields.baseUrl.text();
  if (versionIn(fields, baseUrl) !== undefined) return unversioned(fields);
  return baseUrl === undefined ? undefined : { baseUrl, ...defined({ auth }) };
}

const SETTINGS: readonly PlatformField[] = ["region", "project", "location", "apiVersion"];

function readSettings(
  fields: PlatformFields,
  platform: Platform,
  place: ReadProvider["place"],
): PlatformSettings | undefined {
  if (!checkFields(fields, platform.fields)) return undefined;
  const texts = platform.fields.map((name) => [name, optional(fields[name], readWord)] as const);
  const isRead = texts.every(([name, text]) => fields[name].absent || text !== undefined);
  return isRead ? { name: platform.name, ...place, ...defined(Object.fromEntries(texts)) } : undefined;
}

// The version in an address counts as `apiVersion`.
function withVersion(
  fields: PlatformFields,
  { fields: known }: Platform,
  { version, settings }: { readonly version: string | undefined; readonly settings: PlatformSettings | undefined },
): PlatformSettings | undefined {
  if (version === undefined || settings === undefined) return settings;
  if (!known.includes("apiVersion")) return unversioned(fields);
  if (!isPlatformWord(version))
    return fields.baseUrl.fail("has an api-version that is none", "write it as in ?api-version=2024-10-21");
  if (settings.apiVersion !== undefined && settings.apiVersion !== version)
    return fields.apiVersion.fail(`is not the ${version} that baseUrl has`, "leave one of the two out");
  return { ...settings, apiVersion: version };
}

function versionIn({ baseUrl: field }: PlatformFields, baseUrl: string | undefined): string | undefined {
  return field.absent || baseUrl === undefined ? undefined : splitVersion(field.text() ?? "").version;
}

function unversioned({ baseUrl }: PlatformFields): undefined {
  return baseUrl.fail(
    `has an api-version, which is for platform ${platformsWith("apiVersion").join(" or ")} only`,
    `add platform: ${platformsWith("apiVersion")[0]}, or end the address with its path`,
  );
}

function readWord(field: Field): string | undefined {
  const text = field.text();
  return text === undefined || isPlatformWord(text)
    ? text
    : field.fail("has characters that it cannot have", "use letters, digits and dashes");
}

// The simulated provider has the dialects' own addresses.
function isReal({ platform, baseUrl: field }: PlatformFields, baseUrl: string | undefined): boolean {
  if (baseUrl !== SIMULATED || platform.absent) return field.absent || baseUrl !== undefined;
  field.fail("is the simulated provider, which is on no platform", "leave the platform out, or name a server");
  return false;
}

function checkFields(fields: PlatformFields, known: readonly PlatformField[]): boolean {
  const others = SETTINGS.filter((name) => !known.includes(name) && !fields[name].absent);
  for (const name of others)
    fields[name].fail(
      `is for platform ${platformsWith(name).join(" or ")} only`,
      `add platform: ${platformsWith(name)[0]}, or leave it out`,
    );
  return others.length === 0;
}

function checkDialect({ platform: field }: PlatformFields, { name, dialects }: Platform, dialect: string): boolean {
  if (Object.hasOwn(dialects, dialect)) return true;
  field.fail(
    `is ${name}, which does not speak ${dialect}`,
    `use one of the dialects ${Object.keys(dialects).join(", ")}`,
  );
  return false;
}

function hasRequired(fields: PlatformFields, platform: Platform, auth: AuthSettings | undefined): boolean {
  const { name, requiredFields } = platform;
  // Signatures name the region, wherever they are sent.
  if (isElsewhere(fields) && auth?.type !== "aws") return true;
  const required = Object.entries(requiredFields(hasKey(fields))) as [PlatformField | "baseUrl", string][];
  const missing = required.filter(([field]) => fields[field].absent);
  for (const [field, example] of missing)
    fields[field].fail("is missing", `platform ${name} needs it, as in ${field}: ${example}`);
  return missing.length === 0;
}

/** Without a platform, credentials are not bound to a cloud. */
const PLAIN_AUTH: Platform["auth"] = ["bearer", "command"];

function checkAuth(fields: PlatformFields, platform: Platform | undefined, auth: AuthSettings | undefined): boolean {
  const { auth: field } = fields;
  if (!field.absent && hasKey(fields)) {
    field.fail(`does not go with ${fields.apiKey.absent ? "apiKeys" : "apiKey"}`, "leave one of the two out");
    return false;
  }
  if (auth === undefined) return !field.absent || !needsAuth(fields, platform);
  if ((platform?.auth ?? PLAIN_AUTH).includes(auth.type)) return true;
  const where = platform === undefined ? "a provider without a platform does" : `platform ${platform.name} does`;
  field.fail(`is of the kind ${auth.type}, and ${where} not take that`, `use ${waysOf(platform)}`);
  return false;
}

// A server that speaks the platform's own dialect, without the platform being named, or a preset with its address and key.
function isElsewhere({ platform, baseUrl, preset }: PlatformFields): boolean {
  return platform.absent && !(baseUrl.absent && preset.absent);
}

function hasKey({ apiKey, apiKeys }: PlatformFields): boolean {
  return !apiKey.absent || !apiKeys.absent;
}

function needsAuth(fields: PlatformFields, platform: Platform | undefined): boolean {
  if (platform === undefined || hasKey(fields) || isElsewhere(fields)) return false;
  fields.auth.fail("is missing", `platform ${platform.name} needs credentials: use ${waysOf(platform)}`);
  return true;
}

function waysOf(platform: Platform | undefined): string {
  return ["apiKey", ...(platform?.auth ?? PLAIN_AUTH).flatMap((type) => WAYS[type])].join(", ");
}

const WAYS: Readonly<Record<AuthSettings["type"], readonly string[]>> = {
  bearer: ["auth: { bearer: TOKEN }"],
  command: ["auth: { command: LINE }"],
  aws: ["auth: aws", "auth: { profile: NAME }"],
  serviceAccount: ["auth: { serviceAccount: file:PATH }"],
  gcp: ["auth: gcp"],
  entra: ["auth: { tenantId, clientId, clientSecret }"],
  azure: ["auth: azure"],
};
