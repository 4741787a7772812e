import type { Readable, Writable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { PipeTransport } from "./pipe-transport.ts";
import { ToolServer } from "./server.ts";
import type { ToolSource } from "./tool-source.ts";

/** Where a client is, and whom to tell what goes wrong. */
export interface StdioOptions {
  readonly input: Readable;
  readonly output: Writable;
  readonly onError?: (error: Error) => void;
}

/** Tools as an MCP server on two pipes. */
export interface StdioServing {
  /** Resolves when the client has gone, or `close` was called. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/** Serves tools to one client over pipes, in the revision that it speaks; calls end with their client. */
export function serveMcpStdio(source: ToolSource, { input, output, onError = () => {} }: StdioOptions): StdioServing {
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
