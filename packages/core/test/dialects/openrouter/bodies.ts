import type { Json } from "@toolglot/core";
import { createBridge } from "../../../../../test/support/dynamic.ts";

export const OWN = "openrouter";

interface Chat {
  readonly messages: readonly { readonly content?: Json; readonly tool_calls?: readonly Json[] }[];
}

/** The request that a translation has made for a server of Chat Completions. */
export function chatIn({ value }: { readonly value: unknown }): Chat {
  return value as Chat;
}

export const USER = [{ role: "user", content: "Hi" }];
export const TOOL_USE = { type: "tool_use", id: "toolu_a", name: "f", input: {} };

export function bridge(client: string) {
  return createBridge({ client, provider: OWN });
}

export function completion(message: object, rest: object = {}): Json {
  const choice = { index: 0, message: { role: "assistant", ...message }, finish_reason: "stop", ...rest };
  return { id: "c1", object: "chat.completion", created: 1, model: "m", choices: [choice] } as Json;
}

export function message(content: readonly Json[]): Json {
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content,
    stop_reason: "tool_use",
    usage: { input_tokens: 1, output_tokens: 1 },
  };
}
