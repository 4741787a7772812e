import { type Json, type JsonObject, parseJson } from "@toolglot/core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from "vitest";
import { legalityOf as gemini } from "../../../../test/legal/gemini.ts";
import { legality } from "../../../../test/legal/index.ts";
import type { Legality } from "../../../../test/legal/types.ts";
import type { Provider } from "../../src/config/config.ts";
import { findRoute } from "../../src/http/routes.ts";
import { type Served, serve } from "../../src/serve.ts";
import { simRoute } from "../../src/sim/routes.ts";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";
import { configOf } from "../support/gateway.ts";
import { type Answer, type Call, type Client, type ClientDialect, connections, DIALECTS } from "./clients/index.ts";

/** One request of a client and what it got, as the bytes went. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
  readonly status: number;
  readonly replied: Headers;
  readonly text: Promise<string>;
}

/** A request as it reached the simulated provider. */
export interface ProviderRequest {
  readonly dialect: string;
  readonly action: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
}

/**
 * One gateway for all tests of a file, with a simulated provider of each dialect behind it and the official SDKs before
 * it. After each test everything that a client or a provider was sent is held to the rules of its dialect.
 */
export class World {
  private sim: SimServer | undefined;
  private served: Served | undefined;
  private first = 0;
  exchanges: Exchange[] = [];

  async start(settings: Partial<Provider>): Promise<void> {
    this.sim = await startSimulator();
    const { url } = this.sim;
    const providers = DIALECTS.map((dialect) => [
      dialect,
      { dialect, baseUrl: dialect.startsWith("openai") ? `${url}/v1` : url, ...settings },
    ]);
    this.served = await serve({ config: configOf({ providers: Object.fromEntries(providers) }), port: 0 });
  }

  async stop(): Promise<void> {
    void this.served?.close();
    await this.served?.close();
    await this.sim?.close();
  }

  get simulator(): SimServer {
    if (this.sim === undefined) throw new Error("the world has not begun");
    return this.sim;
  }

  get url(): string {
    return this.served?.url ?? "";
  }

  client(dialect: ClientDialect): Client {
    return connections[dialect]({ url: this.url, fetch: (input, init) => this.fetch(input, init) });
  }

  /** As the global `fetch`, and remembers what went over the wire. */
  async fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(input, init);
    const { status, headers: replied } = response;
    const copy = response.clone().text();
    copy.catch(() => {});
    this.exchanges.push({
      method: init.method ?? "GET",
      url: String(input),
      headers: new Headers(init.headers),
      body: String(init.body ?? ""),
      status,
      replied,
      text: copy,
    });
    return response;
  }

  /** What has reached the provider in this test. */
  providerRequests(): ProviderRequest[] {
    return this.simulator.requests.slice(this.first).flatMap(({ method, path, headers: given, body: text }) => {
      const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
      const route = simRoute(method, path.split("?", 1)[0] ?? "", { headers });
      return route === undefined ? [] : [{ dialect: route.dialect.id, action: route.action, path, headers, text }];
    });
  }

  /** The last request for an answer that the provider got. */
  lastGenerateRequest(): ProviderRequest & { readonly body: JsonObject } {
    const last = this.providerRequests().findLast(({ action }) => action === "generate");
    if (last === undefined) throw new Error("the provider was asked nothing");
    return { ...last, body: parseJson(last.text) as JsonObject };
  }

  /** What the provider says to a request; without a script it says the same to the same. */
  providerResponse({ path, headers, text }: ProviderRequest): string {
    const steps = this.simulator.simulator.reply({ method: "POST", url: path, headers, body: text });
    return Buffer.concat(steps.flatMap((step) => (step.type === "data" ? [step.bytes] : []))).toString();
  }

  /** Sends a client's last request again, changed. */
  async repeat(change: (body: string) => string): Promise<Response> {
    const last = this.exchanges.at(-1);
    if (last === undefined) throw new Error("nothing was asked");
    const { url, method, headers, body } = last;
    return this.fetch(url, { method, headers, body: change(body) });
  }

  /** What the provider answers to the next requests, in place of what follows from them. */
  script(...responses: JsonObject[]): void {
    this.simulator.simulator.expect({ responses, reset: true });
  }

  reset(): void {
    this.script();
    this.exchanges = [];
    this.first = this.simulator.requests.length;
  }

  async violations(): Promise<string[]> {
    const sent = this.providerRequests()
      .filter(({ action }) => action === "generate")
      .flatMap(({ dialect, path, text }) =>
        formatViolations(dialect, "request", rulesFor(dialect, path)?.request(parseJson(text))),
      );
    const got = await Promise.all(this.exchanges.map((exchange) => answerViolations(exchange)));
    return [...sent, ...got.flat()];
  }
}

/** The world of a file. */
export function useWorld(settings: Partial<Provider> = {}): World {
  const world = new World();
  beforeAll(() => world.start(settings));
  beforeEach(() => world.reset());
  afterEach(async () => expect(await world.violations()).toEqual([]));
  afterAll(() => world.stop());
  return world;
}

// Where the address names the model, it does not stand in the body.
function rulesFor(dialect: string, path: string): Legality | undefined {
  const model = /\/models\/([^/:]+):/.exec(path)?.[1];
  return model === undefined ? legality[dialect] : gemini(decodeURIComponent(model));
}

async function answerViolations({ method, url, status, replied, ...exchange }: Exchange): Promise<string[]> {
  const found = findRoute(method, url, Object.fromEntries(exchange.headers));
  if (found.type !== "dialect") return [`${method} ${url} is nowhere`];
  const { dialect } = found.match.binding;
  const rules = legality[dialect];
  const text = await exchange.text;
  if (status >= 400) return formatViolations(dialect, `error ${status}`, rules?.error(status, parseJson(text)));
  if (found.match.action !== "generate") return [];
  const streams = /event-stream|ndjson/.test(replied.get("content-type") ?? "");
  if (streams) return formatViolations(dialect, "stream", rules?.stream(text));
  return formatViolations(dialect, "response", rules?.response(parseJson(text)));
}

type Found = readonly { readonly path: string; readonly rule: string; readonly message: string }[];

function formatViolations(
  dialect: string,
  kind: string,
  found: Found = [{ path: "", rule: "none", message: "no rules" }],
) {
  return found.map(({ path, rule, message }) => `${dialect} ${kind} ${path}: ${rule}, ${message}`);
}

export interface Pair {
  readonly client: ClientDialect;
  readonly provider: ClientDialect;
  readonly streams: boolean;
}

/** Describes every client with every provider, unary and streamed. */
export function describePairs(tests: (pair: Pair) => void): void {
  for (const client of DIALECTS)
    for (const provider of DIALECTS)
      for (const streams of [false, true])
        describe(`${client} by ${provider}, ${streams ? "streamed" : "whole"}`, () =>
          tests({ client, provider, streams }));
}

/** The one call of an answer. */
export function callIn({ calls }: Answer): Call {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error(`not one call, but ${calls.length}`);
  return call;
}

export function plain(text: string): Json {
  return JSON.parse(text) as Json;
}
