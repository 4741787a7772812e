import OpenAI from "openai";
import { SIMULATED } from "../../src/providers/simulated.ts";
import { createHandler, type Handler, type HandlerOptions } from "../../src/web.ts";
import { configOf, type GatewaySetup } from "../support/gateway.ts";

export const SIM: GatewaySetup["providers"] = {
  sim: { dialect: "openai-chat", baseUrl: SIMULATED },
  claude: { dialect: "anthropic", baseUrl: SIMULATED },
};

export function handlerFor(setup: Partial<GatewaySetup> = {}, more: Partial<HandlerOptions> = {}): Handler {
  return createHandler({ config: configOf({ providers: SIM, ...setup }), insecure: true, ...more });
}

/** The handler as an SDK's way to the network. */
export function through(handler: Handler): typeof fetch {
  return (input, init) => handler(new Request(input as string, init));
}

export function openai(handler: Handler): OpenAI {
  return new OpenAI({ baseURL: "http://localhost/v1", apiKey: "x", maxRetries: 0, fetch: through(handler) });
}

export function ask(body: unknown, init: RequestInit = {}): Request {
  const headers = { "content-type": "application/json" };
  return new Request("http://localhost/v1/chat/completions", {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    ...init,
  });
}

export const HELLO = { model: "m", messages: [{ role: "user" as const, content: "Hello" }] };
