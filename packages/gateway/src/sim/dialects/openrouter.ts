import type { JsonObject } from "@toolglot/core";
import type { SimResponse } from "../conversation.ts";
import { signatureFor } from "../signatures.ts";
import type { SimDialect, SimFrame } from "./dialect.ts";
import { dialect as chat, encodeResponse, encodeStream } from "./openai-chat.ts";
import { object, objects } from "./reading.ts";

/** Chat Completions with OpenRouter's own fields: which provider it was, its cost, and reasoning that can be sent back. */
export const dialect: SimDialect = {
  ...chat,
  id: "openrouter",
  requestIdHeader: "x-generation-id",
  // OpenRouter always sends the usage.
  decode: (request) => ({ ...chat.decode(request), wantsUsage: true }),
  encodeResponse: (response, decoded) => marked(encodeResponse(response, decoded), "message", response),
  encodeStream: (response, decoded) => routed(encodeStream(response, decoded), response),
  error: ({ status, message }) => ({ error: { code: status, message } }),
  streamError: (message) => [
    {
      data: {
        object: "chat.completion.chunk",
        error: { code: 502, message, metadata: { error_type: "provider_unavailable" } },
        choices: [{ index: 0, delta: { content: "" }, finish_reason: "error" }],
      },
    },
  ],
  models: (ids) => ({ data: ids.map((id) => ({ id, name: id, supported_parameters: ["tools", "tool_choice"] })) }),
};

function routed(frames: readonly SimFrame[], response: SimResponse): SimFrame[] {
  return frames.map((frame) =>
    typeof frame.data === "string" ? frame : { data: marked(frame.data, "delta", response) },
  );
}

function marked(value: JsonObject, place: "message" | "delta", response: SimResponse): JsonObject {
  const choices = objects(value.choices).map((choice) => ({
    ...choice,
    [place]: detailed(object(choice[place]), place, response),
    native_finish_reason: choice.finish_reason ?? null,
  }));
  const usage =
    value.usage === undefined || value.usage === null
      ? {}
      : { usage: { ...object(value.usage), cost: 0, is_byok: false } };
  return { ...value, provider: "Sim", choices, ...usage };
}

function detailed(
  { reasoning_content, ...rest }: JsonObject,
  place: "message" | "delta",
  { reasoning = "" }: SimResponse,
): JsonObject {
  if (typeof reasoning_content !== "string") return rest;
  const signed = place === "message" || reasoning.endsWith(reasoning_content);
  const signature = signed ? { signature: signatureFor("openrouter", reasoning) } : {};
  const detail = {
    type: "reasoning.text",
    text: reasoning_content,
    ...signature,
    format: "anthropic-claude-v1",
    index: 0,
  };
  return { ...rest, reasoning: reasoning_content, reasoning_details: [detail] };
}
