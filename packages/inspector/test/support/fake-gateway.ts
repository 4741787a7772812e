import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { ExchangeSummary, ExportedExchange, StartInfo } from "@toolglot/gateway";
import { portOf } from "../../../../test/support/port.ts";
import { buildPage } from "../../build.mjs";
import { MODELS, START } from "./start-info.ts";

/** The Content-Security-Policy that the gateway sends with the page. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; " +
  "img-src 'self' data: blob:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'";
const TYPES: Readonly<Record<string, string>> = { html: "text/html", js: "text/javascript", css: "text/css" };

const assets = await buildPage();

/**
 * The API of the gateway's inspector with exchanges that a test makes up: more, larger and more hostile ones than a gateway records in
 * the time of a test.
 */
export class FakeGateway {
  readonly exchanges = new Map<string, ExportedExchange>();
  /** The paths of all requests, without those of the page's files. */
  readonly requests: string[] = [];
  start: StartInfo = START;
  /** A key that requests must have. */
  key: string | undefined;
  /** The body of the last replay. */
  replayed: unknown;
  #events: { readonly seq: number; readonly event: string; readonly data: unknown }[] = [];
  readonly #readers = new Set<ServerResponse>();
  readonly #server = createServer((request, response) => void this.#handle(request, response));
  url = "";

  async listen(): Promise<this> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${portOf(this.#server)}`;
    return this;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  /** Adds exchanges, as if they had been there before the page. */
  add(...exchanges: readonly ExportedExchange[]): this {
    for (const exchange of exchanges) this.exchanges.set(exchange.detail.summary.id, exchange);
    return this;
  }

  /** Adds an exchange, or changes it, and tells the page. */
  tell(exchange: ExportedExchange): void {
    this.add(exchange);
    this.#send({ seq: exchange.detail.summary.seq, event: "exchange", data: exchange.detail.summary });
  }

  remove(seq: number, ids: readonly string[]): void {
    for (const id of ids) this.exchanges.delete(id);
    this.#send({ seq, event: "removed", data: { ids } });
  }

  /** Ends all streams of events; what happens until the page is back is told then. */
  disconnect(): void {
    for (const reader of this.#readers) reader.destroy();
    this.#readers.clear();
  }

  /** Forgets the events, so that a page that comes back must list again. */
  forgetEvents(): void {
    this.#events = [{ seq: -1, event: "reset", data: {} }];
  }

  #send(event: { seq: number; event: string; data: unknown }): void {
    this.#events.push(event);
    for (const reader of this.#readers) reader.write(frame(event));
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", this.url);
    const name = pathname === "/" ? "index.html" : pathname.replace("/_inspector/assets/", "");
    const asset = assets[name];
    if (asset !== undefined) return serve(response, asset, TYPES[name.split(".")[1] ?? ""] ?? "");
    this.requests.push(`${request.method} ${pathname}`);
    if (this.key !== undefined && request.headers["x-toolglot-key"] !== this.key)
      return fail(response, 401, "This gateway has keys: send one");
    const path = pathname.replace("/_inspector", "");
    if (path === "/events") return this.#follow(request, response);
    if (path === "/start") return json(response, this.start);
    if (path === "/models") return json(response, MODELS);
    if (path === "/import") return json(response, { ids: this.#import(await textOf(request)) });
    if (path === "/exchanges" && request.method === "DELETE") return this.#forget(response);
    if (path === "/exchanges") return json(response, this.#list(searchParams));
    return this.#exchange(path, request, response);
  }

  #list(query: URLSearchParams) {
    const before = Number(query.get("before") ?? Number.POSITIVE_INFINITY);
    const limit = Number(query.get("limit") ?? 100);
    const older = this.#summaries().filter(({ seq }) => seq < before);
    return { exchanges: older.slice(0, limit), more: older.length > limit };
  }

  #summaries(): ExchangeSummary[] {
    const all = [...this.exchanges.values()].map(({ detail }) => detail.summary);
    return all.sort((one, other) => other.seq - one.seq);
  }

  async #exchange(path: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, , id = "", part, name = ""] = path.split("/").map(decodeURIComponent);
    const exchange = this.exchanges.get(id);
    if (exchange === undefined) return fail(response, 404, "There is no such exchange: it may have been evicted");
    if (part === undefined) return json(response, exchange.detail);
    if (part === "replay") {
      this.replayed = JSON.parse(await textOf(request));
      return json(response, { id });
    }
    const body = exchange.bodies[name];
    if (body === undefined) return fail(response, 404, "There is no such body");
    response.setHeader("content-disposition", "attachment");
    serve(response, typeof body === "string" ? body : Buffer.from(body.base64, "base64"), "text/plain");
  }

  #import(text: string): string[] {
    const lines = text.split("\n").filter((line) => line !== "");
    return lines.map((line) => {
      const exchange = JSON.parse(line) as ExportedExchange;
      const seq = Math.max(0, ...this.#summaries().map((summary) => summary.seq)) + 1;
      const id = `imported-${exchange.detail.summary.id}`;
      const summary: ExchangeSummary = { ...exchange.detail.summary, id, seq, imported: true };
      this.tell({ ...exchange, detail: { ...exchange.detail, summary } });
      return id;
    });
  }

  #forget(response: ServerResponse): void {
    this.exchanges.clear();
    json(response, {});
  }

  #follow(request: IncomingMessage, response: ServerResponse): void {
    const seen = Number(request.headers["last-event-id"] ?? 0);
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(": hello\n\n");
    for (const event of this.#events) if (event.seq > seen || event.seq === -1) response.write(frame(event));
    this.#events = this.#events.filter(({ seq }) => seq !== -1);
    this.#readers.add(response);
    response.on("close", () => this.#readers.delete(response));
  }
}

function frame({ seq, event, data }: { seq: number; event: string; data: unknown }): string {
  return `${seq < 0 ? "" : `id: ${seq}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}

function serve(response: ServerResponse, body: string | Uint8Array, type: string): void {
  response.writeHead(200, {
    "content-type": `${type}; charset=utf-8`,
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
  });
  response.end(body);
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { "content-type": "application/json", "cache-control": "no-store" });
  response.end(JSON.stringify(value));
}

function fail(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify({ error: { message, code: "refused" } }));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
