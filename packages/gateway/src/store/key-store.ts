import type { KeyEntry } from "../config/key-file.ts";

/** Where `toolglot keys` keeps the keys of clients. Every change is atomic, also beside those of other processes. */
export interface KeyStore {
  /** By their names. */
  list(): Promise<readonly KeyEntry[]>;
  /** Returns whether it was added: not if there is a key of its name. */
  add(entry: KeyEntry): Promise<boolean>;
  /** Returns whether there was a key of its name. */
  replace(entry: KeyEntry): Promise<boolean>;
  /** Returns whether there was a key of this name. */
  remove(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** Where gateways read keys that may change at any time. */
export interface KeySource {
  /** The keys, unless they are still those of a version. */
  changedSince(version: string | undefined): Promise<KeyVersion | undefined>;
}

/** The keys at some time. */
export interface KeyVersion {
  /** `""` if there have never been any, or if they were lost. */
  readonly version: string;
  /** The JSON of each `KeyEntry`. */
  readonly entries: readonly string[];
}
