import {
  type Client,
  type RequestOptions,
  type StandardSchemaV1,
  StreamableHTTPClientTransport,
  type Tool,
} from "@modelcontextprotocol/client";
import { isObject, type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import { onAbort } from "../run/abort.ts";
import type { RunOptions, ToolOutcome } from "../tool.ts";
import type { ServerConfig } from "./config.ts";
import { failedOutcome, ServerExitedError } from "./failure.ts";
import { maskNumbers, unmaskNumbers } from "./number-mask.ts";
import { type ClientOptions, openClient } from "./open-client.ts";
import { mcpOutcome } from "./outcome.ts";
import { RequestScope } from "./request-scope.ts";
import { ServerLimitError, type ServerLimits } from "./server-limits.ts";

interface Opened {
  readonly client: Client;
  readonly scopes: Set<RequestScope>;
}

/** A connection to a server. Reconnects if the server has exited. */
export class ServerConnection {
  readonly server: ServerConfig;
  private readonly options: ClientOptions;
  private client: Client;
  private reconnecting: Promise<void> | undefined;
  private isClosed = false;
  private readonly scopes: Set<RequestScope>;

  private constructor(server: ServerConfig, options: ClientOptions, opened: Opened) {
    this.server = server;
    this.options = options;
    this.client = opened.client;
    this.scopes = opened.scopes;
  }

  /** Connects to a server. Throws an error with the reason if that fails. */
  static async open(server: ServerConfig, options: Omit<ClientOptions, "onLimit">): Promise<ServerConnection> {
    const scopes = new Set<RequestScope>();
    const onLimit = (error: ServerLimitError) => {
      for (const scope of scopes) scope.fail(error);
    };
    const complete = { ...options, onLimit };
    return new ServerConnection(server, complete, { client: await openClient(server, complete), scopes });
  }

  /** The tools of the server, from all pages, with exact numbers in their schemas. */
  async tools(): Promise<Json[]> {
    if (this.client.getServerCapabilities()?.tools === undefined) return [];
    const { limits } = this.options;
    const late = () => this.limitError("listTimeout");
    const pages = await this.inScope((scope) => scope.runWithin(limits.listTimeout, late, () => this.pages(scope)));
    return pages.flat().map(unmaskNumbers);
  }

  private async pages({ signal }: RequestScope): Promise<Json[][]> {
    const { limits } = this.options;
    const pages: Json[][] = [];
    const used = { bytes: 0, tools: 0 };
    let cursor: Json | undefined;
    do {
      if (pages.length === limits.pages) throw this.limitError("pages");
      const params = cursor === undefined ? {} : { cursor };
      const options = { timeout: limits.listTimeout, signal };
      const result = await this.client.request({ method: "tools/list", params }, ANY_RESULT, options);
      if (!isObject(result) || !Array.isArray(result.tools))
        throw new Error("the response to tools/list contains no tools");
      used.tools += result.tools.length;
      if (used.tools > limits.tools) throw this.limitError("tools");
      used.bytes += stringifyJson(result, { maxDepth: 1000 }).length;
      if (used.bytes > limits.bytes) throw this.limitError("bytes");
      pages.push(result.tools);
      cursor = result.nextCursor ?? undefined;
    } while (cursor !== undefined);
    return pages;
  }

  private limitError(limit: keyof ServerLimits): ServerLimitError {
    return new ServerLimitError(this.server.name, limit, this.options.limits);
  }

  // An oversized message may be the response to any open request.
  private async inScope<Result>(work: (scope: RequestScope) => Promise<Result>): Promise<Result> {
    const scope = new RequestScope();
    this.scopes.add(scope);
    try {
      return await work(scope);
    } finally {
      this.scopes.delete(scope);
    }
  }

  /** Calls a tool. Never rejects: every failure is an outcome. */
  async call(tool: JsonObject, input: JsonObject, options: RunOptions & { timeout: number }): Promise<ToolOutcome> {
    const started = performance.now();
    const elapsed = () => Math.round(performance.now() - started);
    try {
      await this.reconnect(options.signal);
      const result = unmaskNumbers(await this.inScope((scope) => scope.run(() => this.request(tool, input, options))));
      if (isObject(result)) return mcpOutcome(result, elapsed());
      return {
        success: false,
        code: "INVALID_OUTPUT",
        error: "the server's response is not a result",
        durationMs: elapsed(),
      };
    } catch (error) {
      return failedOutcome(error, { ...options, durationMs: elapsed() });
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    await this.reconnecting?.catch(() => {});
    const { transport } = this.client;
    // Ends the server's session, without waiting long for a server that does not respond.
    if (transport instanceof StreamableHTTPClientTransport)
      await Promise.race([transport.terminateSession().catch(() => {}), delay(SESSION_END_TIMEOUT)]);
    await this.client.close();
  }

  // A server that has exited is started again for the next call.
  private async reconnect(signal: AbortSignal | undefined): Promise<void> {
    if (this.client.transport !== undefined) return;
    if (this.isClosed) throw new ServerExitedError("the connection to the tool's server is closed");
    this.reconnecting ??= this.reopen();
    let release = () => {};
    const cancelled = new Promise<never>((_, reject) => {
      release = onAbort(signal, () => reject(new Error("cancelled")));
    });
    await Promise.race([this.reconnecting, cancelled]).finally(release);
  }

  private async reopen(): Promise<void> {
    try {
      this.client = await openClient(this.server, this.options);
    } catch (error) {
      throw new ServerExitedError(`the tool's server has exited and does not start again: ${(error as Error).message}`);
    } finally {
      this.reconnecting = undefined;
    }
  }

  private async request(tool: JsonObject, input: JsonObject, options: RunOptions): Promise<Json> {
    const params = { name: String(tool.name), arguments: maskNumbers(input) as Record<string, unknown> };
    const sending = requestOptions(options);
    if (!stringifyJson(tool, { maxDepth: 1000 }).includes('"x-mcp-header"'))
      return this.client.request({ method: "tools/call", params }, ANY_RESULT, sending);
    // With `x-mcp-header`, some arguments are also sent as headers, which the SDK does if it has the schema.
    const { outputSchema: _, ...definition } = maskNumbers(tool) as JsonObject;
    // The SDK's types of tools and results allow less than the JSON of the protocol.
    const result = await this.client.callTool(params, { ...sending, toolDefinition: definition as unknown as Tool });
    return result as unknown as Json;
  }
}

/** Accepts any result: it is checked tool by tool and block by block here, whereas the SDK would reject all of it. */
const ANY_RESULT: StandardSchemaV1<unknown, Json> = {
  "~standard": { version: 1, vendor: "toolglot", validate: (value) => ({ value: value as Json }) },
};

function requestOptions({ signal, timeout, onProgress }: RunOptions): RequestOptions {
  return {
    ...(signal === undefined ? {} : { signal }),
    ...(timeout === undefined ? {} : { timeout }),
    ...(onProgress === undefined
      ? {}
      : { onprogress: ({ message, progress, total }) => onProgress(message ?? progressText(progress, total)) }),
  };
}

function progressText(progress: number, total: number | undefined): string {
  return total === undefined ? String(progress) : `${progress} of ${total}`;
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

const SESSION_END_TIMEOUT = 1_000;
