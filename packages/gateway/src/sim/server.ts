import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type JsonObject, parseJson, stringifyJson } from "@toolglot/core";
import { Simulator } from "./simulator.ts";
import type { Step } from "./steps.ts";

export interface SimServerOptions {
  readonly host?: string;
  /** Any free one unless told. */
  readonly port?: number;
  readonly simulator?: Simulator;
}

/** The simulated provider behind HTTP. Its addresses are those of every dialect. */
export interface SimServer {
  /** Without a slash at its end, and without a version: clients of OpenAI's dialects add `/v1`. */
  readonly url: string;
  readonly simulator: Simulator;
  /** What was asked, in the order in which it came. */
  readonly requests: readonly SimServerRequest[];
  /** How many connections are open. */
  connections(): number;
  close(): Promise<void>;
}

export interface SimServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** How the reply ended: it was sent, we broke it, or the client went before its end. */
  readonly ended: Promise<"sent" | "broken" | "gone">;
  /** Whether the client has gone before the end of the reply. */
  readonly gone: boolean;
}

/** Starts the simulated provider as a server of its own. */
export async function startSimulator(options: SimServerOptions = {}): Promise<SimServer> {
  const { host = "127.0.0.1", port = 0, simulator = new Simulator() } = options;
  const requests: Recorded[] = [];
  const sockets = new Set<Socket>();
  const handle = (incoming: IncomingMessage, response: ServerResponse) =>
    void answer(incoming, response, { simulator, requests });
  // As long as the gateway keeps its own: a connection that is reused after a pause must not be closed by then.
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

class Recorded implements SimServerRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  body = "";
  gone = false;
  /** We broke the connection ourselves. */
  broken = false;
  readonly ended: Promise<"sent" | "broken" | "gone">;

  constructor({ method = "", url = "", headers }: IncomingMessage, response: ServerResponse) {
    this.method = method;
    this.path = url;
    this.headers = headers;
    this.ended = new Promise((resolve) => {
      response.once("close", () => {
        this.gone = !response.writableFinished && !this.broken;
        resolve(this.broken ? "broken" : this.gone ? "gone" : "sent");
      });
    });
  }
}

interface Shared {
  readonly simulator: Simulator;
  readonly requests: Recorded[];
}

async function answer(
  incoming: IncomingMessage,
  response: ServerResponse,
  { simulator, requests }: Shared,
): Promise<void> {
  const record = new Recorded(incoming, response);
  requests.push(record);
  try {
    record.body = await bodyOf(incoming);
  } catch {
    // The client went while it was still asking: the record says so.
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

async function perform(steps: readonly Step[], response: ServerResponse, record: Recorded): Promise<void> {
  let over = false;
  response.once("close", () => {
    over = true;
  });
  // Each event is a packet of its own, as it would be if the provider made it just then.
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

/** Waits until it is sent, or cannot be: what was handed over is not lost when the connection is broken next. */
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

function reset(response: ServerResponse, record: Recorded): void {
  record.broken = true;
  // What the client's machine has not yet handed over would be lost with the connection.
  setTimeout(() => response.socket?.resetAndDestroy(), 5);
}

async function close(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // Some may have been let in just before.
  while (sockets.size > 0) await Promise.all([...sockets].map(destroyed));
  await closed;
}

function destroyed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => resolve());
    socket.destroy();
  });
}
