import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { VERSION } from "../version.ts";
import { ChildTransport } from "./child-transport.ts";
import type { ServerConfig } from "./config.ts";
import { describeError, isTimeout } from "./failure.ts";
import { RequestScope } from "./request-scope.ts";
import { serverFetch } from "./server-fetch.ts";
import { ServerLimitError, type ServerLimits } from "./server-limits.ts";

/** The limits of a server, and what to call when its tools change or when it exceeds a limit. */
export interface ClientOptions {
  readonly limits: ServerLimits;
  readonly onChange: () => void;
  readonly onLimit: (error: ServerLimitError) => void;
}

/** Connects to a server. Throws an error with the reason if that fails. */
export async function openClient(server: ServerConfig, options: ClientOptions): Promise<Client> {
  if (server.type === "http") return open(httpTransport(server, options), "auto", { server, ...options });
  const child = () =>
    new ChildTransport(server, { limit: options.limits.bytes, onTooLong: () => tooLong(server, options) });
  const transport = child();
  try {
    return await open(transport, "auto", { server, ...options });
  } catch (error) {
    // Servers of older protocol revisions may exit on an unknown request; those are started again in legacy mode.
    if (!transport.exitedUnexpectedly) throw error;
    return open(child(), "legacy", { server, ...options });
  }
}

function tooLong({ name }: ServerConfig, { limits, onLimit }: ClientOptions): void {
  onLimit(new ServerLimitError(name, "bytes", limits));
}

async function open(
  transport: Transport,
  mode: "auto" | "legacy",
  { server, limits, onChange }: ClientOptions & { readonly server: ServerConfig },
): Promise<Client> {
  const timeout = limits.connectTimeout;
  const client = new Client(
    { name: "toolglot", version: VERSION },
    {
      versionNegotiation: { mode, probe: { timeoutMs: timeout / 2 } },
      listChanged: { tools: { autoRefresh: false, debounceMs: 100, onChanged: onChange } },
    },
  );
  const late = () => new ServerLimitError(server.name, "connectTimeout", limits);
  try {
    // Half of the time for each of the two handshakes.
    await new RequestScope().runWithin(timeout, late, () => client.connect(transport, { timeout: timeout / 2 }));
  } catch (error) {
    await transport.close();
    const reason = isTimeout(error) ? late() : error;
    throw new Error(describeError(reason, transport instanceof ChildTransport ? transport : undefined));
  }
  return client;
}

function httpTransport(server: ServerConfig & { type: "http" }, { limits }: ClientOptions): Transport {
  const { name, url, headers } = server;
  const fetch = serverFetch({ server: name, limits });
  return new StreamableHTTPClientTransport(new URL(url), { fetch, requestInit: { headers } });
}
