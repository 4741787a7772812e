import { createBridge, type Json } from "@toolglot/core";
import type { Destination } from "../../src/exchange/destinations.ts";
import { responseCost } from "../../src/exchange/response-cost.ts";
import { configOf } from "../support/gateway.ts";

type Dialect = "anthropic" | "bedrock" | "gemini" | "gemini-interactions" | "openai-chat" | "openai-responses";

/** What a provider's response costs, as the vendor sends it. */
export function costOfResponse(dialect: Dialect, baseUrl: string, model: string, body: Json): number | undefined {
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
