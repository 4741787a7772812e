import type { Readable, Writable } from "node:stream";
import type { ToolSource } from "./tool-source.ts";

/** Where a client is, and whom to tell what goes wrong. */
export interface McpStdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly onError?: (error: Error) => void;
}

/** Tools as an MCP server on two pipes. */
export interface McpStdioServer {
  /** Resolves when the client has gone, or `close` was called. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves tools to one client over pipes, in the revision that it speaks; calls end with their client. */
export async function serveMcpStdio(source: ToolSource, options: McpStdioOptions): Promise<McpStdioServer> {
  const { input, output, onError = () => {} } = options;
  // The SDK takes its time to load, and who serves nobody has no need of it.
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
