import type { JsonObject } from "@toolglot/core";

/** A program for coding with models, which can be told to use the gateway. */
export interface Agent {
  /** What it is called on the command line. */
  readonly name: string;
  readonly title: string;
  /** Its package on npm. */
  readonly package: string;
  /** How it is told of a gateway, without a change to what its user has set up. */
  launchOptions(gateway: GatewayEndpoint): LaunchOptions;
}

/** A gateway, as its clients see it. */
export interface GatewayEndpoint {
  readonly url: string;
  readonly key: string;
  /** The models that a client may be offered, where it cannot ask. The first is the one to begin with. */
  readonly models: readonly string[];
}

/** What a program is started with. */
export interface LaunchOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** Variables that would lead it elsewhere. */
  readonly unset: readonly string[];
  readonly settings?: SettingsOverride;
}

/** Settings that no variable or option can make, in a copy of the folder that they are in. */
export interface SettingsOverride {
  /** Says in which folder the one with the settings is, instead of the user's own. */
  readonly variable: string;
  readonly folder: string;
  readonly file: string;
  change(settings: JsonObject): JsonObject;
}
