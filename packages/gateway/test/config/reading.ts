import type { Config } from "../../src/config/config.ts";
import { ConfigError } from "../../src/config/error.ts";
import { type ReadOptions, readConfig } from "../../src/config/read.ts";

export function read(text: string, options: Partial<ReadOptions> = {}): Promise<Config> {
  return readConfig(text, { name: "toolglot.yaml", env: {}, ...options });
}

/** What is wrong with a config, a line for each thing; nothing if it can be read. */
export async function problemsIn(text: string, options: Partial<ReadOptions> = {}): Promise<string[]> {
  try {
    await read(text, options);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split("\n");
    throw error;
  }
}

/** A provider in one line, with more fields. */
export function provider(more = "", name = "a"): string {
  return `providers: { ${name}: { dialect: anthropic, baseUrl: "https://api.example.com"${more === "" ? "" : `, ${more}`} } }`;
}
