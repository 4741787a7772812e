/** What one server may take; its tools are left out, or its answer refused, beyond it. */
export interface ServerLimits {
  /** How long it may take to begin, in milliseconds: 30,000 unless told. */
  readonly connectTimeout: number;
  /** How long it may take to list all of its tools, in milliseconds: 10,000 unless told. */
  readonly listTimeout: number;
  /** How long a call may take where its caller does not say, in milliseconds: 30,000 unless told. */
  readonly callTimeout: number;
  /** How many bytes an answer may have, after it was unpacked, and the list of tools as a whole: 64 MiB unless told. */
  readonly bytes: number;
  /** How many pages the list of tools may have: 100 unless told. */
  readonly pages: number;
  /** How many tools it may list: 2,000 unless told. */
  readonly tools: number;
}

export const DEFAULT_LIMITS: ServerLimits = {
  connectTimeout: 30_000,
  listTimeout: 10_000,
  callTimeout: 30_000,
  bytes: 64 * 1024 * 1024,
  pages: 100,
  tools: 2_000,
};

/** The limits of a server: its own, then those of the caller, then the usual ones. */
export function resolveLimits(own: Partial<ServerLimits> = {}, given: Partial<ServerLimits> = {}): ServerLimits {
  return { ...DEFAULT_LIMITS, ...defined(given), ...defined(own) };
}

function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<Value>;
}

/** A server went beyond one of its limits. */
export class ServerLimitError extends Error {
  override readonly name: string = "ServerLimitError";
  readonly server: string;
  readonly limit: keyof ServerLimits;

  constructor(server: string, limit: keyof ServerLimits, limits: ServerLimits) {
    super(`${DESCRIPTIONS[limit](limits)}; limits.${limit} of mcpServers.${server} sets another limit`);
    this.server = server;
    this.limit = limit;
  }
}

const DESCRIPTIONS: Readonly<Record<keyof ServerLimits, (limits: ServerLimits) => string>> = {
  connectTimeout: ({ connectTimeout }) => `it did not answer within ${connectTimeout} ms`,
  listTimeout: ({ listTimeout }) => `it did not list all of its tools within ${listTimeout} ms`,
  callTimeout: ({ callTimeout }) => `it did not answer the call within ${callTimeout} ms`,
  bytes: ({ bytes }) => `it sent more than ${bytes} bytes at once`,
  pages: ({ pages }) => `its list of tools has more than ${pages} pages`,
  tools: ({ tools }) => `it lists more than ${tools} tools`,
};
