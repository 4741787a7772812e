import type { DialectId } from "@toolglot/core";
import type { AuthSettings } from "./credentials/settings.ts";
import type { Environment } from "./environment.ts";
import type { PlatformField, PlatformName } from "./platforms/platform.ts";

/** A provider that is known by name: its key in the environment is all that it needs. */
export interface Preset {
  readonly name: string;
  /** Other names of it, such as that of models.dev. */
  readonly aliases?: readonly string[];
  /** As its owner writes it. */
  readonly title: string;
  readonly dialect: DialectId;
  /** May refer to environment variables, as in `https://${ACCOUNT}.example.com/v1`. */
  readonly baseUrl: string;
  /** The environment variables of its key; the first that is set is used. */
  readonly keys: readonly string[];
  /** Headers of all requests; they may refer to environment variables as well. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The platform that it is on, if its address and key are not enough. */
  readonly platform?: PlatformName;
  /** Where on its platform it is, by environment variables. */
  readonly place?: PresetPlace;
  /** The credentials that the machine has for it, and that its variables lead to; without them, these hold a key. */
  readonly auth?: AuthSettings;
  /** Its host from the environment, for self-hosted servers. */
  readonly host?: { readonly variable: string; read(env: Environment): string | undefined };
  /** Patterns of its models' names. */
  readonly models: readonly string[];
  /** The model for all other names; by default they are sent as they are. */
  readonly model?: string;
  /**
   * Its variable holds a token that is for more than models, such as `GITHUB_TOKEN`. It may be set for another purpose, so the
   * provider gets the requests that name it and no others.
   */
  readonly isNamedOnly?: true;
}

export type PresetPlace = Readonly<Partial<Record<PlatformField, PlaceVariables>>>;

/** The environment variables of a field: the first that is set is used. */
export interface PlaceVariables {
  readonly variables: readonly string[];
  /** If none is set; without a default, one has to be. */
  readonly default?: string;
}
