/** One of several keys of a provider. */
export interface ProviderKey {
  /** What the log, the metrics and `/readyz` call it: the name in the config, or its place in the list from 1. */
  readonly name: string;
  readonly key: string;
  /** Its share of the conversations, relative to the other keys. */
  readonly weight: number;
}
