/** The client of a request. */
export interface Caller {
  /** The name of its key, or "" where the gateway has no keys; stored responses are visible to their own tenant only. */
  readonly tenant: string;
  /** How many of its requests may be in flight at once; 0 means any number. */
  readonly concurrency: number;
  /** Whether it sees the traffic of all tenants in the inspector; so does everybody where the gateway has no keys. */
  readonly isAdmin?: boolean;
  /** It has sent no key, although the gateway has some: it may see what reveals nothing. */
  readonly isUnknown?: true;
}
