/** The tokens of requests. `input` includes what was read from and written to caches, `output` includes reasoning. */
export interface TokenTotals {
  readonly input: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly output: number;
  readonly reasoning: number;
}

/** A request that was sent to a provider. */
export interface UsageEntry {
  /** The name of the client's key, or "" where the gateway has none. */
  readonly key: string;
  /** The provider and its model. */
  readonly model: string;
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
  readonly isError: boolean;
  /** As far as the provider has told. */
  readonly tokens: { readonly [Class in keyof TokenTotals]?: number | undefined };
  /** In dollars, where that is known. */
  readonly cost?: number | undefined;
}

/** What several requests have used together. */
export interface UsageTotals {
  readonly requests: number;
  readonly errors: number;
  readonly tokens: TokenTotals;
  /** In dollars, of those requests whose cost is known. */
  readonly cost: number;
  /** How many requests have used tokens of which the cost is not known. */
  readonly unpriced: number;
}

/** What a client's key has used on one day. */
export interface DayUsage {
  /** When the day began, in milliseconds since 1970. */
  readonly since: number;
  readonly models: ReadonlyMap<string, UsageTotals>;
  readonly total: UsageTotals;
}

/** Counts what clients use. Days are those of UTC. */
export interface UsageLog {
  add(entry: UsageEntry): void;
  /** What a key has used on the day of a time, in milliseconds since 1970. */
  ofDay(key: string, at: number): Promise<DayUsage>;
}

export const NO_USAGE: UsageTotals = {
  requests: 0,
  errors: 0,
  tokens: { input: 0, cacheRead: 0, cacheWrite: 0, output: 0, reasoning: 0 },
  cost: 0,
  unpriced: 0,
};

/** Totals with one more request. */
export function withEntry(totals: UsageTotals, { isError, tokens, cost }: UsageEntry): UsageTotals {
  const hasTokens = Object.values(tokens).some((count = 0) => count > 0);
  return {
    requests: totals.requests + 1,
    errors: totals.errors + (isError ? 1 : 0),
    tokens: {
      input: totals.tokens.input + (tokens.input ?? 0),
      cacheRead: totals.tokens.cacheRead + (tokens.cacheRead ?? 0),
      cacheWrite: totals.tokens.cacheWrite + (tokens.cacheWrite ?? 0),
      output: totals.tokens.output + (tokens.output ?? 0),
      reasoning: totals.tokens.reasoning + (tokens.reasoning ?? 0),
    },
    cost: totals.cost + (cost ?? 0),
    unpriced: totals.unpriced + (cost === undefined && hasTokens ? 1 : 0),
  };
}
