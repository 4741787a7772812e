import OpenAI from "openai";
import { sha256 } from "../../src/config/sha256.ts";
import { SIMULATED } from "../../src/providers/simulated.ts";
import { type GatewaySetup, startGateway, type TestGateway } from "../support/gateway.ts";

/** The dialects of providers, of which the first alone keeps conversations itself. */
export const DIALECTS = [
  "openai-responses",
  "openai-chat",
  "anthropic",
  "gemini",
  "gemini-interactions",
  "ollama",
] as const;

/** A gateway with a simulated provider of each dialect, called by its name. */
export function simulated(more: Partial<GatewaySetup> = {}): Promise<TestGateway> {
  const providers = DIALECTS.map((dialect) => [dialect, { dialect, baseUrl: SIMULATED }] as const);
  return startGateway({ providers: Object.fromEntries(providers), ...more });
}

export function openai({ url }: { readonly url: string }, apiKey = "anything"): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
}

/** Keys for two who know nothing of each other. */
export async function twoKeys(): Promise<NonNullable<GatewaySetup["keys"]>> {
  return Promise.all(
    ["ann", "bob"].map(async (name) => ({ name, sha256: await sha256(`key-of-${name}`), concurrency: 0 })),
  );
}
