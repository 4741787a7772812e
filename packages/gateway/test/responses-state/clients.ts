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

/** Those that keep nothing, so that the whole conversation is sent to them. */
export const STATELESS = DIALECTS.filter((dialect) => dialect !== "openai-responses");

/** A tool of the Responses API. */
export const TOOL = {
  type: "function" as const,
  name: "get_weather",
  description: "The weather in a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: false,
};

/** A whole response of Chat Completions. */
export function chatAnswer(content: string): object {
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  return { id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m", choices };
}

/** The texts of the messages in a request of Chat Completions. */
export function messagesOf(body = "{}"): string[] {
  const { messages = [] } = JSON.parse(body) as { messages?: { content: string | { text: string }[] }[] };
  return messages.map(({ content }) =>
    typeof content === "string" ? content : content.map(({ text }) => text).join(""),
  );
}
