/** The client of a request. */
export interface Caller {
  /** The name of its key, or "" where the gateway has no keys; stored responses are visible to their own tenant only. */
  readonly tenant: string;
  /** How many of its requests may be in flight at once; 0 means any number. */
  readonly concurrency: number;
  /** Whether it sees the traffic of all tenants in the inspector; so does everybody where the gateway has no keys. */
  readonly isAdmin?: boolean;
  /** Patterns of the models that it may use; by default all. */
  readonly models?: readonly string[];
  /** What it may use of them; by default any amount. */
  readonly limits?: KeyLimits;
  /** It has sent no key, although the gateway has some: it may see what reveals nothing. */
  readonly isUnknown?: true;
}

/** What a key may use; without a limit, any amount. */
export interface KeyLimits {
  /** Requests per minute. */
  readonly rpm?: number;
  /** Tokens per minute, of requests and of responses. */
  readonly tpm?: number;
  readonly budget?: KeyBudget;
}

/** Dollars per day or month, in UTC. */
export interface KeyBudget {
  readonly amount: number;
  readonly per: "day" | "month";
}
