import type { Readable, Writable } from "node:stream";
import type { ToolSource } from "./tool-source.ts";

/** The client's pipes, and what to call on errors. */
export interface McpStdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly onError?: (error: Error) => void;
}

/** An MCP server on two pipes. */
export interface McpStdioServer {
  /** Resolves when the client has disconnected, or `close` was called. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Serves tools to one client over pipes, in the protocol revision that it speaks. Calls end when the client
 * disconnects.
 *
 * @example
 * const { tools } = await discover({ directories: ["tools"] });
 * const source = new ToolSource(new Registry(tools));
 * const server = await serveMcpStdio(source, { input: process.stdin, output: process.stdout });
 * await server.ended;
 */
export async function serveMcpStdio(source: ToolSource, options: McpStdioOptions): Promise<McpStdioServer> {
  const { input, output, onError = () => {} } = options;
  // Loaded on demand: the SDK is slow to load.
  const [{ serveStdio }, { PipeTransport }, { ToolServer }] = await Promise.all([
    import("@modelcontextprotocol/server/stdio"),
    import("./pipe-transport.ts"),
    import("./server.ts"),
  ]);
  const transport = new PipeTransport(input, output);
  const handle = serveStdio(() => new ToolServer(source).announceChanges(), { transport, onerror: onError });
  const { onclose } = transport;
  const ended = new Promise<void>((resolve) => {
    transport.onclose = () => {
      onclose?.();
      resolve();
    };
  });
  return { ended, close: () => handle.close() };
}
