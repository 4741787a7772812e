import { ConfigError, type KeyEntry, type KeyStore, keysIn, openKeyStore } from "@toolglot/gateway";
import { CommandFailure, MultipleFailures } from "../failure.ts";
import { loadStoreConfig } from "../gateway/load.ts";

/** The keys of a config: those that can be changed, and the names of all. */
export interface OpenedKeys {
  readonly store: KeyStore;
  /** Where they are. */
  readonly place: string;
  readonly isShared: boolean;
  readonly entries: readonly KeyEntry[];
  readonly names: readonly string[];
}

/** Finds the keys by the config, and closes them afterwards. */
export async function withKeys<T>(config: string | undefined, use: (keys: OpenedKeys) => Promise<T>): Promise<T> {
  const { config: loaded, file } = await loadStoreConfig(config);
  const { keyFile, keys, state } = loaded;
  if (file === undefined || keyFile === undefined)
    throw new CommandFailure("keys belong to a config: write toolglot.yaml first, or name one with --config");
  const isShared = state?.keys === true;
  const store = await reached(() => openKeyStore(loaded));
  try {
    const entries = await reached(() => store.list());
    const names = [...new Set([...keys, ...entries].map(({ name }) => name))];
    return await use({ store, place: isShared ? "the shared state" : keyFile, isShared, entries, names });
  } finally {
    await store.close();
  }
}

/** Does something with the store of keys; what goes wrong with it is no bug. */
export async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Error && error.name === "StoreFailure") throw new CommandFailure(error.message);
    throw error;
  }
}

/** Throws if an entry is not one that a gateway would accept. */
export async function checkEntry(entry: KeyEntry): Promise<void> {
  try {
    await keysIn(JSON.stringify({ keys: [entry] }), "the new key", { env: {} });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    throw new MultipleFailures(error.problems.map(({ message, fix }) => new CommandFailure(message, { fix })));
  }
}

/** The key with a name; a key of the config can only be changed there. */
export function entryNamed({ entries, names, place }: OpenedKeys, name: string): KeyEntry {
  const entry = entries.find((each) => each.name === name);
  if (entry !== undefined) return entry;
  throw new CommandFailure(
    names.includes(name)
      ? `the key ${name} is in the config or the environment, not in ${place}: change it there`
      : `there is no key named ${JSON.stringify(name)}; toolglot keys list shows them all`,
  );
}
