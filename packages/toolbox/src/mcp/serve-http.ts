import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import type { HttpHandler } from "./http-handler.ts";
import { MAX_LINE } from "./line-splitter.ts";
import type { ToolSource } from "./tool-source.ts";

/** Where to listen, and what to call on errors. */
export interface McpHttpOptions {
  readonly host: string;
  readonly port: number;
  /** Accepts every Host header: whoever reaches the port may run the tools. */
  readonly anyHost?: boolean;
  readonly onError?: (error: Error) => void;
}

/** A listening MCP server. */
export interface McpHttpServer {
  readonly url: string;
  /** Ends all calls and connections. */
  close(): Promise<void>;
}

/**
 * Serves tools over Streamable HTTP. Rejects if it cannot listen, for example because the port is in use.
 *
 * @example
 * const now = functionTool({ name: "now", description: "The time.", inputSchema: { type: "object" }, call: () => "noon" });
 * const server = await serveMcpHttp(new ToolSource(new Registry([now])), { host: "127.0.0.1", port: 0 });
 * new URL(server.url).pathname; // "/mcp"
 * await server.close();
 */
export async function serveMcpHttp(source: ToolSource, options: McpHttpOptions): Promise<McpHttpServer> {
  const { host, port, anyHost = false, onError = () => {} } = options;
  // Loaded on demand: the SDK is slow to load.
  const { HttpHandler, MCP_PATH } = await import("./http-handler.ts");
  const handler = new HttpHandler(source, { hosts: anyHost ? undefined : [host], onError });
  const server = createServer((request, response) => {
    respond(handler, request, response).catch((error: Error) => {
      onError(error);
      response.destroy();
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { address, port: actual, family } = server.address() as AddressInfo;
  const name = family === "IPv6" ? `[${address}]` : address;
  const close = async () => {
    await handler.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://${name}:${actual}${MCP_PATH}`, close };
}

async function respond(handler: HttpHandler, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const body = await readBody(request);
  if (body === undefined) return void response.writeHead(413, { connection: "close" }).end();
  const answer = await handler.handle(webRequest(request, body, gone.signal), body);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  // A client that waits for events needs the headers at once.
  response.flushHeaders();
  if (answer.body === null) return void response.end();
  await pipe(answer.body, response);
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_LINE) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function webRequest(
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: string,
  signal: AbortSignal,
): Request {
  const fields = Object.entries(headers).flatMap(([name, value]) => [value ?? []].flat().map((each) => [name, each]));
  const init = { method, headers: fields as [string, string][], signal };
  return new Request(new URL(url, "http://localhost"), body === "" ? init : { ...init, body });
}

async function pipe(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  // Node's type of web streams is not that of the global one, though the streams are the same.
  const reader = Readable.fromWeb(body as never);
  // A client that disconnects early is not an error; destroying the stream ends its writer.
  reader.once("error", () => response.destroy());
  response.once("close", () => reader.destroy());
  await new Promise<void>((resolve) => {
    response.once("close", resolve);
    reader.pipe(response);
  });
}
