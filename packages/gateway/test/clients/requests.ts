import { type Json, parseJson } from "@toolglot/core";
import { expect } from "vitest";
import { legality } from "../../../../test/legal/index.ts";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";
import { type ClientDialect, DIALECTS } from "../matrix/clients/index.ts";
import { type GatewaySetup, startGateway, type TestGateway } from "../support/gateway.ts";

export { type ClientDialect, DIALECTS } from "../matrix/clients/index.ts";

/** A client's request, as sent over the network. */
export interface ClientRequest {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The simplest request of a dialect. */
export function requestFor(
  dialect: ClientDialect,
  { model, streams, prompt: says = "Hi" }: RequestOptions,
): ClientRequest {
  switch (dialect) {
    case "openai-chat":
      return { path: "/v1/chat/completions", body: { model, stream: streams, messages: [userMessage(says)] } };
    case "openai-responses":
      return { path: "/v1/responses", body: { model, stream: streams, input: says } };
    case "anthropic":
      return { path: "/v1/messages", body: { model, stream: streams, max_tokens: 999, messages: [userMessage(says)] } };
    case "ollama":
      return { path: "/api/chat", body: { model, stream: streams, messages: [userMessage(says)] } };
    case "gemini":
      return {
        path: `/v1beta/models/${model}:${streams ? "streamGenerateContent?alt=sse" : "generateContent"}`,
        body: { contents: [{ role: "user", parts: [{ text: says }] }] },
      };
    case "gemini-interactions":
      return { path: "/v1beta/interactions", body: { model, stream: streams, input: says } };
    case "bedrock":
      return {
        path: `/model/${model}/converse${streams ? "-stream" : ""}`,
        body: { messages: [{ role: "user", content: [{ text: says }] }] },
      };
  }
}

export interface RequestOptions {
  readonly model: string;
  readonly streams: boolean;
  readonly prompt?: string;
}

/** The status for a body that is too large; some vendors have none of their own for this. */
export function tooLargeStatus(dialect: ClientDialect): number {
  return dialect.startsWith("gemini") || dialect === "bedrock" ? 400 : 413;
}

/** Sends a request with the global `fetch`. */
export function post(url: string, path: string, body: unknown, init: RequestInit = {}): Promise<Response> {
  return fetch(url + path, {
    method: "POST",
    ...init,
    headers: { "content-type": "application/json", ...init.headers },
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
  });
}

/** The message of an error; fails the test if it does not have the dialect's shape. */
export function errorIn(dialect: ClientDialect, status: number, text: string): string {
  const value = parseJson(text);
  expect(legality[dialect]?.error(status, value), text).toEqual([]);
  return messageIn(value);
}

/** A gateway with a simulated provider of each dialect: `anthropic/MODEL` is routed to the one of Anthropic. */
export async function startGatewayAndSim(
  more: Partial<GatewaySetup> = {},
): Promise<{ sim: SimServer; gateway: TestGateway }> {
  const sim = await startSimulator();
  afterTest(() => sim.close());
  const providers = Object.fromEntries(
    DIALECTS.map((dialect) => [
      dialect,
      { dialect, baseUrl: dialect.startsWith("openai") ? `${sim.url}/v1` : sim.url },
    ]),
  );
  const gateway = await startGateway({ ...more, providers: { ...providers, ...more.providers } });
  return { sim, gateway };
}

/** Resolves when no request is in flight in a gateway. */
export async function settled({ gateway }: TestGateway): Promise<void> {
  const { admission: load } = gateway;
  await expect.poll(() => [load.requests, load.streams], POLL_OPTIONS).toEqual([0, 0]);
}

/** For conditions that hold soon, on a machine that may be busy. */
export const POLL_OPTIONS = { timeout: 10_000, interval: 5 };

function userMessage(content: string): object {
  return { role: "user", content };
}

function messageIn(value: Json): string {
  // Bedrock has the message in the body itself.
  const error = (value as { readonly error?: Json }).error ?? value ?? "";
  return typeof error === "string" ? error : String((error as { readonly message?: Json }).message);
}
