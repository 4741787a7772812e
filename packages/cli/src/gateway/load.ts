import { existsSync } from "node:fs";
import type { Config, ConfigProblem, LoadOptions } from "@toolglot/gateway";
import { ConfigError, environmentConfig, foreignCredentials, foreignKeys, loadConfig } from "@toolglot/gateway/serve";
import { CommandFailure, MultipleFailures } from "../failure.ts";
import { unreadable } from "../input/read.ts";
import { logWarning } from "../output/messages.ts";

/** A config and its file; without a file it was made from the environment. */
export interface LoadedConfig {
  readonly config: Config;
  readonly file?: string;
  /** Whether the user has named the file. */
  readonly trusted?: boolean;
}

/** The default config files, in the working directory. */
export const CONFIG_FILES = ["toolglot.yaml", "toolglot.yml", "toolglot.json"] as const;

/** Loads the config: from the named file, from a default file, or from the environment. */
export function loadGatewayConfig(
  named: string | undefined,
  warn: (text: string) => void = logWarning,
): Promise<LoadedConfig> {
  return load(named, { warn });
}

/**
 * Loads the config without its providers, for commands that send them nothing: the variables with their keys may be unset. Warnings are
 * about what a gateway does, which reports them itself.
 */
export function loadStoreConfig(named: string | undefined): Promise<LoadedConfig> {
  return load(named, { warn: () => {}, withoutProviders: true });
}

async function load(
  named: string | undefined,
  options: Required<Pick<LoadOptions, "warn">> & Pick<LoadOptions, "withoutProviders">,
): Promise<LoadedConfig> {
  const file = named ?? CONFIG_FILES.find((name) => existsSync(name));
  if (file === undefined) return { config: await environmentConfig(process.env) };
  try {
    const trusted = named !== undefined;
    const config = await loadConfig(file, { env: process.env, ...options, trusted });
    if (!trusted) warnOfForeignKeys(config, file, options.warn);
    return { config, file, trusted };
  } catch (error) {
    throw error instanceof ConfigError
      ? new MultipleFailures(error.problems.map(configFailure))
      : unreadable(error, file);
  }
}

// The folder may be a cloned repository, whose config the user has not chosen.
function warnOfForeignKeys(config: Config, file: string, onWarning: (text: string) => void): void {
  for (const { variable, origin } of foreignKeys(config, process.env))
    onWarning(`config: ./${file} sends ${variable} to ${origin}`);
  for (const { auth, origin } of foreignCredentials(config))
    onWarning(`config: ./${file} sends this machine's credentials for ${auth} to ${origin}`);
}

function configFailure({ message, ...problem }: ConfigProblem): CommandFailure {
  const { file, line, column } = problem;
  return new CommandFailure(`${file}:${line}:${column}: ${message}`, { code: "config", ...problem });
}
