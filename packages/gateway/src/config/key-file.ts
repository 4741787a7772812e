import type { ClientKey } from "./config.ts";
import { ConfigError } from "./error.ts";
import { type ConfigContext, Field } from "./field.ts";
import { readKeys } from "./keys.ts";
import { readSource } from "./read-source.ts";
import type { ConfigSource } from "./source.ts";

/** The file of keys beside a config that names no other. */
export const KEY_FILE = "toolglot.keys.json";

/** A key in a file of keys: what a config says of a key, and when it was added. */
export interface KeyEntry {
  readonly name: string;
  readonly sha256: string;
  /** An ISO date. */
  readonly created?: string;
  readonly models?: readonly string[];
  readonly rpm?: number;
  readonly tpm?: number;
  readonly concurrency?: number;
  readonly budget?: { readonly amount: number; readonly per: "day" | "month" };
  readonly expires?: string;
  readonly admin?: boolean;
}

/**
 * The keys in the text of a file of keys. Throws a `ConfigError` with all problems.
 *
 * @example
 * const text = JSON.stringify({ keys: [{ name: "alice", sha256: await sha256("tg-1"), rpm: 60 }] });
 * (await keysIn(text, "toolglot.keys.json", { env: {} })).map(({ name }) => name); // ["alice"]
 */
export function keysIn(text: string, name: string, context: ConfigContext): Promise<ClientKey[]> {
  return readSource(text, name, (source) => keysOf(source, context));
}

async function keysOf(source: ConfigSource, context: ConfigContext): Promise<ClientKey[]> {
  const file = new Field(source.value, [], source, context).object(["keys"]);
  const list = file?.keys.list() ?? [];
  for (const { value } of list) if (value instanceof Map) value.delete("created");
  const { keys } = file === undefined ? { keys: [] } : await readKeys(file.keys);
  source.check();
  return keys;
}

/** The key in the text of one entry, or what is wrong with it. */
export async function keyIn(text: string): Promise<ClientKey | string> {
  try {
    const [key] = await keysIn(`{"keys":[${text}]}`, "an entry", { env: {} });
    return key ?? "an entry is empty";
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const { name = "without a name" } = entryIn(text);
    return `${name}: ${error.problems.map(({ message, fix }) => `${message}; ${fix}`).join(", ")}`;
  }
}

function entryIn(text: string): { readonly name?: string } {
  try {
    return (JSON.parse(text) ?? {}) as { readonly name?: string };
  } catch {
    return {};
  }
}
