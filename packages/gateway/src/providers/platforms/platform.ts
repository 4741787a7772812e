import type { ProviderBinding } from "../../bindings/binding.ts";
import type { AuthType } from "../credentials/settings.ts";

/** A cloud that serves vendors' models at addresses of its own and with its own credentials. */
export interface Platform {
  readonly name: PlatformName;
  /** The dialect that no other platform speaks, so that a config need not name the platform. */
  readonly ownDialect?: string;
  /** How the dialects that it serves are bound to it; `undefined` for those whose binding fits as it is. */
  readonly dialects: Readonly<Record<string, DialectOnPlatform | undefined>>;
  /** The fields of the config that it has. */
  readonly fields: readonly PlatformField[];
  /** The fields that it needs, with an example of each; a key may make some unnecessary. */
  requiredFields(hasApiKey: boolean): RequiredFields;
  /** What requests are signed for, where AWS signatures are used. */
  readonly signingService?: string;
  /** How credentials are obtained, besides `apiKey`. */
  readonly auth: readonly AuthType[];
  /** The hosts that belong to it. */
  readonly hosts: RegExp;
  /** The base URL of requests of a dialect, given the one in the config. */
  baseUrl(settings: PlatformSettings, configured: string | undefined, dialect: string): string;
}

export type PlatformName = "azure" | "bedrock" | "vertex";

/** A field of the config that says where on a platform requests are sent. */
export type PlatformField = "apiVersion" | "location" | "project" | "region";

export type PlatformSettings = { readonly name: PlatformName } & {
  readonly [Field in PlatformField]?: string;
};

export type RequiredFields = Readonly<Partial<Record<PlatformField | "baseUrl", string>>>;

/** Changes a dialect's binding to that of a platform. */
export type DialectOnPlatform = (binding: ProviderBinding, settings: PlatformSettings) => ProviderBinding;
