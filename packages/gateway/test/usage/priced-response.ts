import { createBridge, type Json } from "@toolglot/core";
import type { Destination } from "../../src/exchange/destinations.ts";
import { responseCost } from "../../src/exchange/response-cost.ts";
import { configOf } from "../support/gateway.ts";

export type PricedDialect =
  | "anthropic"
  | "bedrock"
  | "gemini"
  | "gemini-interactions"
  | "openai-chat"
  | "openai-responses"
  | "openrouter";

/** What a provider's response costs, as the vendor sends it. */
export function costOfResponse(dialect: PricedDialect, baseUrl: string, model: string, body: Json): number | undefined {
  const [provider] = configOf({ providers: { vendor: { dialect, baseUrl } } }).providers.values();
  const bridge = createBridge({ client: dialect, provider: dialect });
  const { usage, tier } = bridge.response(body as Parameters<typeof bridge.response>[0]);
  return responseCost({ provider, model } as Destination, { usage, tier });
}

export const MILLION = 1_000_000;

/** A response of Anthropic's API, for its usage. */
export function anthropicMessage(model: string, usage: Json): Json {
  const content = [{ type: "text", text: "Hi" }];
  const stopped = { stop_reason: "end_turn", stop_sequence: null };
  return { id: "msg_1", type: "message", role: "assistant", model, content, ...stopped, usage };
}

/** A response of OpenAI's Responses API, for its usage. */
export function responsesResponse(model: string, tier: string, usage: Json): Json {
  const content = [{ type: "output_text", text: "Hi", annotations: [] }];
  const output = [{ type: "message", id: "msg_1", role: "assistant", status: "completed", content }];
  const head = { id: "resp_1", object: "response", created_at: 1, model, status: "completed", service_tier: tier };
  return { ...head, output, usage };
}

/** A response of a Chat Completions API, for its usage. */
export function chatCompletion(model: string, usage: Json): Json {
  const choices = [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }];
  return { id: "c", object: "chat.completion", created: 1, model, choices, usage };
}

/** A response of the Gemini API, for its usage. */
export function geminiResponse(usageMetadata: Json): Json {
  const content = { role: "model", parts: [{ text: "Hi" }] };
  return { candidates: [{ content, finishReason: "STOP", index: 0 }], usageMetadata };
}

/** A response of the Interactions API, for its usage. */
export function interaction(model: string, tier: string, usage: Json): Json {
  const steps = [{ type: "model_output", content: [{ type: "text", text: "Hi" }] }];
  return { id: "v1_1", object: "interaction", status: "completed", model, service_tier: tier, steps, usage };
}

/** A response of Bedrock's Converse, for its usage. */
export function converseResponse(usage: Json, tier = "default"): Json {
  const output = { message: { role: "assistant", content: [{ text: "Hi" }] } };
  return { output, stopReason: "end_turn", usage, metrics: { latencyMs: 1 }, serviceTier: { type: tier } };
}
