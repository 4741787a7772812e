/** The limits of one server. Beyond them its tools are left out, or its response is rejected. */
export interface ServerLimits {
  /** How long connecting may take, in milliseconds. Default: 30,000. */
  readonly connectTimeout: number;
  /** How long listing all tools may take, in milliseconds. Default: 10,000. */
  readonly listTimeout: number;
  /** How long a call may take unless its caller says otherwise, in milliseconds. Default: 30,000. */
  readonly callTimeout: number;
  /** The maximum bytes of a decompressed response, and of the whole tool list. Default: 64 MiB. */
  readonly bytes: number;
  /** The maximum pages of the tool list. Default: 100. */
  readonly pages: number;
  /** The maximum number of tools. Default: 2,000. */
  readonly tools: number;
}

/** The limits of a server that sets none of its own. */
export const DEFAULT_LIMITS: ServerLimits = {
  connectTimeout: 30_000,
  listTimeout: 10_000,
  callTimeout: 30_000,
  bytes: 64 * 1024 * 1024,
  pages: 100,
  tools: 2_000,
};

/** The limits of a server: its own first, then the caller's, then the defaults. */
export function resolveLimits(own: Partial<ServerLimits> = {}, given: Partial<ServerLimits> = {}): ServerLimits {
  return { ...DEFAULT_LIMITS, ...defined(given), ...defined(own) };
}

function defined<Value extends object>(value: Value): Partial<Value> {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as Partial<Value>;
}

/** A server exceeded one of its limits. */
export class ServerLimitError extends Error {
  override readonly name: string = "ServerLimitError";
  readonly server: string;
  readonly limit: keyof ServerLimits;

  constructor(server: string, limit: keyof ServerLimits, limits: ServerLimits) {
    super(`${DESCRIPTIONS[limit](limits)}; set mcpServers.${server}.limits.${limit} to change the limit`);
    this.server = server;
    this.limit = limit;
  }
}

const DESCRIPTIONS: Readonly<Record<keyof ServerLimits, (limits: ServerLimits) => string>> = {
  connectTimeout: ({ connectTimeout }) => `it did not respond within ${connectTimeout} ms`,
  listTimeout: ({ listTimeout }) => `it did not list all of its tools within ${listTimeout} ms`,
  callTimeout: ({ callTimeout }) => `it did not respond to the call within ${callTimeout} ms`,
  bytes: ({ bytes }) => `it sent more than ${bytes} bytes in one response`,
  pages: ({ pages }) => `its tool list has more than ${pages} pages`,
  tools: ({ tools }) => `it lists more than ${tools} tools`,
};
