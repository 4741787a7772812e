import type { KeyState } from "./key-health.ts";
import { KeyPool } from "./key-pool.ts";
import type { ProviderKey } from "./provider-key.ts";

/** A provider, as far as its keys are concerned. */
export interface KeyedProvider {
  readonly name: string;
  readonly baseUrl: string;
  readonly apiKeys?: readonly ProviderKey[] | undefined;
}

/** A key of a provider, and how it is. */
export interface KeyReport {
  readonly provider: string;
  readonly key: string;
  readonly state: KeyState;
}

/** The pools of all providers that have several keys. */
export class KeyPools {
  private pools = new Map<string, KeyPool>();
  private readonly onChange: (report: KeyReport) => void;

  constructor(onChange: (report: KeyReport) => void) {
    this.onChange = onChange;
  }

  /** Takes the keys of a new config; those that were there before keep their health, and in-flight requests their pool. */
  configure(providers: Iterable<KeyedProvider>): void {
    const pools = new Map<string, KeyPool>();
    for (const provider of providers) {
      const { name, apiKeys } = provider;
      if (apiKeys === undefined) continue;
      const onChange = ({ name: key }: ProviderKey, state: KeyState) => this.onChange({ provider: name, key, state });
      pools.set(idOf(provider), new KeyPool(apiKeys, onChange, this.pools.get(idOf(provider))));
    }
    this.pools = pools;
  }

  /** The pool of a provider; `undefined` if it does not have several keys. */
  poolOf(provider: KeyedProvider): KeyPool | undefined {
    return provider.apiKeys === undefined ? undefined : this.pools.get(idOf(provider));
  }

  /** How all keys are; `now` is in milliseconds of the pools' clock. */
  report(now: number): KeyReport[] {
    return [...this.pools].flatMap(([id, { keys }]) =>
      keys.map(({ name, health }) => ({ provider: nameIn(id), key: name, state: health.state(now) })),
    );
  }
}

// A key is another one at another host.
function idOf({ name, baseUrl }: KeyedProvider): string {
  return `${name}\n${baseUrl}`;
}

function nameIn(id: string): string {
  return id.slice(0, id.indexOf("\n"));
}
