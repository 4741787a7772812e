import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { JsonObject } from "@toolglot/core";
import { parseJson, stringifyJson } from "@toolglot/core/base";
import { Simulator } from "./simulator.ts";
import type { SimStep } from "./steps.ts";

/** Where the simulated provider listens, and what it says. */
export interface SimServerOptions {
  readonly host?: string;
  /** Any free port by default. */
  readonly port?: number;
  readonly simulator?: Simulator;
}

/** The simulated provider behind HTTP, with the paths of all dialects. */
export interface SimServer {
  /** Without a trailing slash and without a version: clients of OpenAI's dialects add `/v1`. */
  readonly url: string;
  readonly simulator: Simulator;
  /** All requests, in order. */
  readonly requests: readonly SimServerRequest[];
  /** The number of open connections. */
  connections(): number;
  close(): Promise<void>;
}

/** A request as the simulated provider got it, and how its response ended. */
export interface SimServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** How the response ended: it was sent, the provider reset the connection, or the client closed it before the end. */
  readonly ended: Promise<"sent" | "broken" | "gone">;
  /** Whether the client closed the connection before the end of the response. */
  readonly gone: boolean;
}

/**
 * Starts the simulated provider as a server of its own.
 *
 * @example
 * const { url, close } = await startSimulator();
 * (await fetch(`${url}/v1/models`)).status; // 200
 * await close();
 */
export async function startSimulator(options: SimServerOptions = {}): Promise<SimServer> {
  const { host = "127.0.0.1", port = 0, simulator = new Simulator() } = options;
  const requests: RecordedRequest[] = [];
  const sockets = new Set<Socket>();
  const handle = (incoming: IncomingMessage, response: ServerResponse) =>
    void respond(incoming, response, { simulator, requests });
  // As long as the gateway's: a connection that is reused after a pause must still be open.
  const server = createServer({ keepAliveTimeout: 75_000 }, handle);
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  const url = `http://${host}:${taken}`;
  return { url, simulator, requests, connections: () => sockets.size, close: () => close(server, sockets) };
}

class RecordedRequest implements SimServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  body = "";
  gone = false;
  /** The provider reset the connection. */
  broken = false;
  readonly ended: Promise<"sent" | "broken" | "gone">;

  constructor({ method = "", url = "", headers }: IncomingMessage, response: ServerResponse) {
    this.method = method;
    this.path = url;
    this.headers = headers;
    this.ended = new Promise((resolve) => {
      response.once("close", () => {
        this.gone = !response.writableFinished && !this.broken;
        if (this.broken) resolve("broken");
        else resolve(this.gone ? "gone" : "sent");
      });
    });
  }
}

interface ServerContext {
  readonly simulator: Simulator;
  readonly requests: RecordedRequest[];
}

async function respond(
  incoming: IncomingMessage,
  response: ServerResponse,
  { simulator, requests }: ServerContext,
): Promise<void> {
  const record = new RecordedRequest(incoming, response);
  requests.push(record);
  try {
    record.body = await bodyOf(incoming);
  } catch {
    // The client closed the connection within its request; the record has it.
    return;
  }
  const { method, path, body } = record;
  if (path === "/_sim/expect") return expect(simulator, body, response);
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  await perform(simulator.reply({ method, url: path, headers, body }), response, record);
}

function expect(simulator: Simulator, body: string, response: ServerResponse): void {
  try {
    response.end(stringifyJson(simulator.expect(parseJson(body) as JsonObject)));
  } catch (error) {
    response.writeHead(400).end(String(error));
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function perform(steps: readonly SimStep[], response: ServerResponse, record: RecordedRequest): Promise<void> {
  let over = false;
  response.once("close", () => {
    over = true;
  });
  // Each event is sent in a packet of its own.
  response.socket?.setNoDelay(true);
  for (const step of steps) {
    if (over) return;
    if (step.type === "head") response.writeHead(step.status, step.headers).flushHeaders();
    else if (step.type === "data") await write(response, step.bytes);
    else if (step.type === "wait") await wait(step.ms, response);
    else if (step.type === "end") response.end();
    else if (step.type === "reset") reset(response, record);
  }
}

/** Waits until the bytes are sent, so that a reset that follows does not discard them. */
function write(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  if (bytes.length === 0) return Promise.resolve();
  return new Promise((resolve) => {
    response.once("close", resolve);
    response.write(bytes, () => {
      response.off("close", resolve);
      resolve();
    });
  });
}

function wait(ms: number, response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      response.off("close", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    response.once("close", done);
  });
}

function reset(response: ServerResponse, record: RecordedRequest): void {
  record.broken = true;
  // A reset discards what the client has not read yet.
  setTimeout(() => response.socket?.resetAndDestroy(), 5);
}

async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // New connections may still be accepted meanwhile.
  while (sockets.size > 0) await Promise.all([...sockets].map(destroyed));
  await closed;
}

function destroyed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
    socket.destroy();
  });
}
