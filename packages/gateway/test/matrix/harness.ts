import { type Json, type JsonObject, parseJson } from "@toolglot/core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { legalityOf as gemini } from "../../../../test/legal/gemini.ts";
import { legality } from "../../../../test/legal/index.ts";
import type { Legality } from "../../../../test/legal/types.ts";
import { systemClock } from "../../src/clock.ts";
import type { Provider } from "../../src/config/config.ts";
import { findRoute } from "../../src/http/routes.ts";
import { simRoute } from "../../src/sim/routes.ts";
import { MemoryNetwork } from "../support/network/memory-network.ts";
import type { Network } from "../support/network/network.ts";
import { SocketNetwork } from "../support/network/socket-network.ts";
import { textOf, wireText } from "../support/wire-text.ts";
import {
  type Call,
  type Client,
  type ClientDialect,
  connections,
  DIALECTS,
  type SdkResponse,
} from "./clients/index.ts";

/** A client's request and its response, as sent over the network. */
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
 * it. After each test, everything that a client or a provider received is checked against the rules of its dialect.
 */
export class SdkHarness {
  readonly network: Network;
  private firstRequest = 0;
  exchanges: Exchange[] = [];

  constructor(network: Network) {
    this.network = network;
  }

  async start(settings: Partial<Provider>): Promise<void> {
    await this.network.listen();
    const { providerUrl: url } = this.network;
    const providers = DIALECTS.map((dialect) => [
      dialect,
      { dialect, baseUrl: dialect.startsWith("openai") ? `${url}/v1` : url, ...settings },
    ]);
    await this.network.start({ providers: Object.fromEntries(providers) }, () => {});
  }

  get url(): string {
    return this.network.gatewayUrl;
  }

  client(dialect: ClientDialect): Client {
    return connections[dialect]({ url: this.url, fetch: (input, init) => this.fetch(input, init) });
  }

  /** As the clients' `fetch`, and records the exchange. */
  async fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const response = await this.network.fetch(input, init);
    const { status, headers: replied } = response;
    const copy = textOf(response.clone());
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

  /** The requests that the provider received in this test. */
  providerRequests(): ProviderRequest[] {
    return this.network.requests.slice(this.firstRequest).flatMap(({ method, path, headers: given, body: text }) => {
      const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, String(value)]));
      const route = simRoute(method, path.split("?", 1)[0] ?? "", { headers });
      return route === undefined ? [] : [{ dialect: route.dialect.id, action: route.action, path, headers, text }];
    });
  }

  /** The last request for a response that the provider received. */
  lastGenerateRequest(): ProviderRequest & { readonly body: JsonObject } {
    const last = this.providerRequests().findLast(({ action }) => action === "generate");
    if (last === undefined) throw new Error("the provider received no request");
    return { ...last, body: parseJson(last.text) as JsonObject };
  }

  /** The provider's response to a request; without a script, it depends on the request only. */
  providerResponse({ path, headers, text }: ProviderRequest): string {
    const steps = this.network.simulator.reply({ method: "POST", url: path, headers, body: text });
    const bytes = Buffer.concat(steps.flatMap((step) => (step.type === "data" ? [step.bytes] : [])));
    const [head] = steps;
    return wireText(bytes, head?.type === "head" ? (head.headers["content-type"] ?? "") : "");
  }

  /** Sends a client's last request again, changed. */
  async repeat(change: (body: string) => string): Promise<Response> {
    const last = this.exchanges.at(-1);
    if (last === undefined) throw new Error("there was no request");
    const { url, method, headers, body } = last;
    return this.fetch(url, { method, headers, body: change(body) });
  }

  /** Sets the provider's next responses. */
  script(...responses: JsonObject[]): void {
    this.network.simulator.expect({ responses, reset: true });
  }

  reset(): void {
    this.script();
    this.exchanges = [];
    this.firstRequest = this.network.requests.length;
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

/** The harness of a file, without sockets. */
export function useMemory(settings: Partial<Provider> = {}): SdkHarness {
  return useHarness(new SdkHarness(new MemoryNetwork(systemClock)), settings);
}

/** The harness of a file, with real sockets. */
export function useSockets(settings: Partial<Provider> = {}): SdkHarness {
  return useHarness(new SdkHarness(new SocketNetwork()), settings);
}

function useHarness(harness: SdkHarness, settings: Partial<Provider>): SdkHarness {
  beforeAll(() => harness.start(settings));
  beforeEach(() => harness.reset());
  afterEach(async () => expect(await harness.violations()).toEqual([]));
  afterAll(() => harness.network.close());
  return harness;
}

// Gemini has the model in the URL, not in the body.
function rulesFor(dialect: string, path: string): Legality | undefined {
  const model = /\/models\/([^/:]+):/.exec(path)?.[1];
  return model === undefined ? legality[dialect] : gemini(decodeURIComponent(model));
}

async function answerViolations({ method, url, status, replied, ...exchange }: Exchange): Promise<string[]> {
  const found = findRoute(method, url, Object.fromEntries(exchange.headers));
  if (found.type !== "dialect") return [`${method} ${url} has no route`];
  const { dialect } = found.match.binding;
  const rules = legality[dialect];
  const text = await exchange.text;
  if (status >= 400) return formatViolations(dialect, `error ${status}`, rules?.error(status, parseJson(text)));
  if (found.match.action !== "generate") return [];
  const streams = /event-?stream|ndjson/.test(replied.get("content-type") ?? "");
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

/** The only call of a response. */
export function callIn({ calls }: SdkResponse): Call {
  const [call] = calls;
  if (call === undefined || calls.length > 1) throw new Error(`expected one call, got ${calls.length}`);
  return call;
}

export function plain(text: string): Json {
  return JSON.parse(text) as Json;
}
