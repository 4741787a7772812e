import type { JsonObject } from "@toolglot/core";

/** A coding agent that can be pointed at the gateway. */
export interface Agent {
  /** Its command. */
  readonly name: string;
  readonly title: string;
  /** What the names of its own models have in common, if it has some. */
  readonly family?: string;
  /** Its package on npm. */
  readonly package: string;
  /** How to start it with a gateway, without changing the user's configuration. */
  launchOptions(gateway: GatewayEndpoint): LaunchOptions;
  /** The arguments by which it asks for a model that it does not know; their files go into the folder. */
  modelArguments?(model: string, folder: string): Promise<readonly string[]>;
  /** Environment variables that are enough in a shell, where `launchOptions` also changes settings. */
  shellVariables?(gateway: GatewayEndpoint): Readonly<Record<string, string>>;
}

/** The address and key of a gateway, for its clients. */
export interface GatewayEndpoint {
  readonly url: string;
  readonly key: string;
  /** The models for clients that cannot list them. The first is the default. */
  readonly models: readonly string[];
  /** The model to ask for, where those that the agent knows lead nowhere. */
  readonly model?: string | undefined;
}

/** Environment and arguments of an agent. */
export interface LaunchOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Environment variables that would override the gateway. */
  readonly unset: readonly string[];
  readonly settings?: SettingsOverride;
}

/** A settings file that no variable or option can override, changed in a copy of its folder. */
export interface SettingsOverride {
  /** The environment variable that names the parent of the settings folder. */
  readonly variable: string;
  readonly folder: string;
  readonly file: string;
  change(settings: JsonObject): JsonObject;
}
