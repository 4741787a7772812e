// Whether a provider works, by how the last request to it went.

import type { Config } from "../config/config.ts";
import { isSimulated } from "../config/simulated.ts";
import type { ProviderHealth, RecordedError } from "./protocol.ts";
import type { RecordedAttempt } from "./recorded-attempt.ts";

/** How the last request to a provider went. */
export interface LastUse {
  /** In milliseconds since 1970. */
  at: number;
  error: RecordedError | undefined;
}

/** Remembers how the last request to each provider went. */
export class ProviderHealthLog {
  private readonly last = new Map<string, LastUse>();

  /** `at` is in milliseconds since 1970. */
  record(
    { destination, error, status = 0 }: Pick<RecordedAttempt, "destination" | "error" | "status">,
    at: number,
  ): void {
    // A provider that rejects a request as invalid works.
    const isRequestError = status >= 400 && status < 500 && !REFUSALS.has(status);
    this.last.set(destination.provider.name, { at, error: isRequestError ? undefined : error });
  }

  /** The same for a request that went well. */
  recordSuccess(provider: string, at: number): void {
    const known = this.last.get(provider);
    if (known === undefined) this.last.set(provider, { at, error: undefined });
    else {
      known.at = at;
      known.error = undefined;
    }
  }

  get uses(): readonly (readonly [provider: string, Readonly<LastUse>])[] {
    return [...this.last];
  }

  /** Adds what another process knows. */
  merge(uses: ProviderHealthLog["uses"]): void {
    for (const [provider, use] of uses) {
      const known = this.last.get(provider);
      if (known === undefined || known.at < use.at) this.last.set(provider, { ...use });
    }
  }

  list({ providers }: Config, redact: (text: string) => string): ProviderHealth[] {
    return [...providers.values()].map((provider) => {
      const { name, dialect, baseUrl } = provider;
      const use = this.last.get(name);
      return {
        name,
        dialect,
        baseUrl: redact(baseUrl.replace(/^(\w+:\/\/)[^/@]*@/, "$1")),
        state: use === undefined ? "unknown" : stateAfter(use),
        ...(use === undefined ? {} : { lastUsedAt: use.at }),
        ...(use?.error === undefined ? {} : { error: { type: use.error.type, message: redact(use.error.message) } }),
        isSimulated: isSimulated(provider),
      };
    });
  }
}

function stateAfter({ error }: LastUse): ProviderHealth["state"] {
  return error === undefined ? "ok" : "failing";
}

/** Statuses that say that the provider is of no use at the moment: wrong key, no credit, rate limit, timeout. */
const REFUSALS: ReadonlySet<number> = new Set([401, 402, 403, 408, 429]);
