import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { portOf } from "../../../../test/support/port.ts";
import type { HttpServerConfig } from "../../src/index.ts";

/** How a server misbehaves; `fine` is what the others are measured by. */
export type Mode =
  | "fine"
  | "silent"
  | "never-accepts"
  | "endless-json"
  | "endless-event"
  | "endless-error"
  | "gzip-bomb"
  | "drip"
  | "endless-pages"
  | "slow-pages"
  | "many-tools"
  | "large-pages";

/** A server of 2025 over HTTP that does what its mode says, until it is closed. */
export async function hostileServer(
  mode: Mode,
): Promise<{ server: HttpServerConfig; sent: () => number; close(): void }> {
  const http = createServer((request, response) => void respond(mode, request, response));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const port = portOf(http);
  const server: HttpServerConfig = { type: "http", name: mode, url: `http://127.0.0.1:${port}/mcp`, headers: {} };
  let sent = 0;
  http.on("connection", (socket) => socket.on("close", () => (sent += socket.bytesWritten)));
  const close = () => {
    http.closeAllConnections();
    http.close();
  };
  return { server, sent: () => sent, close };
}

interface Message {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly cursor?: string; readonly protocolVersion?: string };
}

async function respond(mode: Mode, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== "POST") return void response.writeHead(405).end();
  const message = JSON.parse(await bodyOf(request)) as Message;
  if (mode === "silent") return;
  if (message.id === undefined) return mode === "never-accepts" ? undefined : void response.writeHead(202).end();
  const result = resultOf(mode, message);
  if (result === undefined && message.method === "tools/call") return misbehave(mode, message, response);
  if (result === undefined) return json(response, { ...RPC, id: message.id, error: { code: -32601, message: "no" } });
  if (mode === "slow-pages" && message.method === "tools/list") await delay(300);
  json(response, { ...RPC, id: message.id, result });
}

const RPC = { jsonrpc: "2.0" };

function resultOf(mode: Mode, { method, params }: Message): object | undefined {
  if (method === "initialize")
    return { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: mode, version: "1" } };
  if (method === "tools/list") return pageOf(mode, Number(params?.cursor ?? 0));
  return mode === "fine" && method === "tools/call" ? { content: [{ type: "text", text: "fine" }] } : undefined;
}

function pageOf(mode: Mode, page: number): object {
  const named = (name: string, more: object = {}) => ({ name, inputSchema: { type: "object" }, ...more });
  const next = { nextCursor: String(page + 1) };
  switch (mode) {
    case "endless-pages":
    case "slow-pages":
      return { tools: [named(`t${page}`)], ...next };
    case "many-tools":
      return { tools: Array.from({ length: 50 }, (_, index) => named(`t${page}_${index}`)), ...next };
    case "large-pages":
      return { tools: [named(`t${page}`, { description: "x".repeat(100_000) })], ...next };
    default:
      return { tools: [named("work")] };
  }
}

async function misbehave(mode: Mode, { id }: Message, response: ServerResponse): Promise<void> {
  const type = mode === "endless-event" ? "text/event-stream" : "application/json";
  const zipped = mode === "gzip-bomb" ? { "content-encoding": "gzip" } : {};
  response.writeHead(mode === "endless-error" ? 500 : 200, { "content-type": type, ...zipped });
  if (mode === "gzip-bomb") return void response.end(gzipSync(Buffer.alloc(100_000_000, 0x20), { level: 1 }));
  response.write(`${mode === "endless-event" ? "data: " : ""}{"jsonrpc":"2.0","id":${id},"result":{"content":[],"x":"`);
  const [chunk, pause] = mode === "drip" ? ["x", 50] : ["x".repeat(100_000), 1];
  while (!response.destroyed) {
    if (!response.write(chunk)) await new Promise((resolve) => response.once("drain", resolve).once("close", resolve));
    await delay(pause);
  }
}

function json(response: ServerResponse, value: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
