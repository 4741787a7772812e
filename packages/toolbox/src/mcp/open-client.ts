import { Client, StreamableHTTPClientTransport, type Transport } from "@modelcontextprotocol/client";
import { VERSION } from "../version.ts";
import { ChildTransport } from "./child-transport.ts";
import type { ServerConfig } from "./config.ts";
import { exactFetch } from "./exact-fetch.ts";
import { tellError } from "./failure.ts";

/** How long a server may take to begin, and whom to tell when its tools change. */
export interface ConnectionOptions {
  readonly timeout: number;
  readonly onChange: () => void;
}

/** Connects to a server; throws with the reason where it does not answer as one. */
export async function openClient(server: ServerConfig, options: ConnectionOptions): Promise<Client> {
  if (server.type === "http") return open(httpTransport(server), "auto", options);
  const transport = new ChildTransport(server);
  try {
    return await open(transport, "auto", options);
  } catch (error) {
    // Some servers of the older revisions end at a question that they do not know; those are asked in the old way.
    if (!transport.hasEndedItself) throw error;
    return open(new ChildTransport(server), "legacy", options);
  }
}

async function open(
  transport: Transport,
  mode: "auto" | "legacy",
  { timeout, onChange }: ConnectionOptions,
): Promise<Client> {
  const client = new Client(
    { name: "toolglot", version: VERSION },
    {
      versionNegotiation: { mode, probe: { timeoutMs: timeout / 2 } },
      listChanged: { tools: { autoRefresh: false, debounceMs: 100, onChanged: onChange } },
    },
  );
  try {
    // One half for each of the two ways to begin.
    await client.connect(transport, { timeout: timeout / 2 });
  } catch (error) {
    await transport.close();
    throw new Error(tellError(error, timeout, transport instanceof ChildTransport ? transport : undefined));
  }
  return client;
}

function httpTransport({ url, headers }: ServerConfig & { type: "http" }): Transport {
  return new StreamableHTTPClientTransport(new URL(url), { fetch: exactFetch, requestInit: { headers } });
}
