import {
  Client,
  type RequestOptions,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
  type Tool,
  type Transport,
} from "@modelcontextprotocol/client";
import { isObject, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import type { RunOptions, ToolOutcome } from "../tool.ts";
import { VERSION } from "../version.ts";
import { ChildTransport } from "./child-transport.ts";
import type { ServerConfig } from "./config.ts";
import { hideNumbers, showNumbers } from "./exact.ts";
import { exactFetch } from "./exact-fetch.ts";
import { failedOutcome, tellError } from "./failure.ts";
import { outcomeOf } from "./outcome.ts";

/** How long a server may take to begin, and whom to tell when its tools change. */
export interface ConnectionOptions {
  readonly timeout: number;
  readonly onChange: () => void;
}

/** A server that answers. */
export class Connection {
  readonly server: ServerConfig;
  private readonly client: Client;

  constructor(server: ServerConfig, client: Client) {
    this.server = server;
    this.client = client;
  }

  /** All that the server lists as tools, page by page, with their schemas to the digit. */
  async tools(timeout: number): Promise<Json[]> {
    if (this.client.getServerCapabilities()?.tools === undefined) return [];
    const tools: Json[] = [];
    let cursor: Json | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const result = await this.client.request({ method: "tools/list", params }, ANYTHING, { timeout });
      if (!isObject(result) || !Array.isArray(result.tools)) throw new Error("the server does not list its tools");
      tools.push(...result.tools);
      cursor = result.nextCursor ?? undefined;
      if (cursor === undefined) return tools.map(showNumbers);
    }
    throw new Error(`the list of tools has more than ${MAX_PAGES} pages`);
  }

  /** Calls a tool; everything that goes wrong is an outcome. */
  async call(tool: JsonObject, input: JsonObject, options: RunOptions & { timeout: number }): Promise<ToolOutcome> {
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    if (this.client.transport === undefined)
      return { success: false, code: "CRASHED", error: "the server of this tool has ended", durationMs: 0 };
    try {
      const result = showNumbers(await this.request(tool, input, options));
      if (isObject(result)) return outcomeOf(result, elapsed());
      return {
        success: false,
        code: "INVALID_OUTPUT",
        error: "the server's answer is no result",
        durationMs: elapsed(),
      };
    } catch (error) {
      return failedOutcome(error, { ...options, durationMs: elapsed() });
    }
  }

  async close(): Promise<void> {
    const { transport } = this.client;
    // A server that keeps sessions is told; one that does not answer is not waited for.
    if (transport instanceof StreamableHTTPClientTransport)
      await Promise.race([transport.terminateSession().catch(() => {}), delay(GOODBYE)]);
    await this.client.close();
  }

  private async request(tool: JsonObject, input: JsonObject, options: RunOptions): Promise<Json> {
    const params = { name: String(tool.name), arguments: hideNumbers(input) as Record<string, unknown> };
    const sending = requestOptions(options);
    if (!stringifyJson(tool, { maxDepth: 1000 }).includes('"x-mcp-header"'))
      return this.client.request({ method: "tools/call", params }, ANYTHING, sending);
    // Some arguments of this one are headers as well, which the SDK writes where it knows the schema.
    const { outputSchema: _, ...definition } = hideNumbers(tool) as JsonObject;
    const result = await this.client.callTool(params, { ...sending, toolDefinition: definition as unknown as Tool });
    return result as unknown as Json;
  }
}

/** What is odd in an answer is ours to judge, block by block and tool by tool: the SDK would refuse the whole of it. */
const ANYTHING: StandardSchemaV1<unknown, Json> = {
  "~standard": { version: 1, vendor: "toolglot", validate: (value) => ({ value: value as Json }) },
};

function requestOptions({ signal, timeout, onProgress }: RunOptions): RequestOptions {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(onProgress === undefined
      ? {}
      : { onprogress: ({ message, progress, total }) => onProgress(message ?? steps(progress, total)) }),
  };
}

/** Connects to a server; throws with the reason where it does not answer as one. */
export async function connect(server: ServerConfig, options: ConnectionOptions): Promise<Connection> {
  if (server.type === "http") return open(server, httpTransport(server), "auto", options);
  const transport = new ChildTransport(server);
  try {
    return await open(server, transport, "auto", options);
  } catch (error) {
    // Some servers of the older revisions end at a question that they do not know; those are asked in the old way.
    if (!transport.hasEndedItself) throw error;
    return open(server, new ChildTransport(server), "legacy", options);
  }
}

async function open(
  server: ServerConfig,
  transport: Transport,
  mode: "auto" | "legacy",
  { timeout, onChange }: ConnectionOptions,
): Promise<Connection> {
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
  return new Connection(server, client);
}

function httpTransport({ url, headers }: ServerConfig & { type: "http" }): Transport {
  return new StreamableHTTPClientTransport(new URL(url), { fetch: exactFetch, requestInit: { headers } });
}

function steps(progress: number, total: number | undefined): string {
  return total === undefined ? String(progress) : `${progress} of ${total}`;
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

const MAX_PAGES = 1_000;
const GOODBYE = 1_000;
