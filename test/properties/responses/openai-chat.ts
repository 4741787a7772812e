import { type Json, LosslessNumber } from "@toolglot/core";
import { at, listAt } from "../content/common.ts";
import type { Fields } from "../dialects.ts";
import { argumentsOf, finishOf, hasVariant, type Script } from "../script.ts";
import type { WholeResponses } from "./types.ts";

/** A whole response of Chat Completions (A5 of the wire facts). */
export const responses: WholeResponses = { write, textOf, callsOf };

export function write(script: Script, reasoningField = "reasoning_content"): Fields {
  const text = script.texts.join("");
  const reasoning = script.reasoning.join("");
  const message = {
    role: "assistant",
    content: text === "" && hasVariant(script, 1) ? null : text,
    refusal: null,
    ...(hasVariant(script, 0) ? { annotations: [] } : {}),
    ...(reasoning === "" ? {} : { [reasoningField]: reasoning }),
    ...(script.calls.length === 0 ? {} : { tool_calls: script.calls.map(writeCall) }),
  };
  const finish_reason = finishOf(script, { length: "length", calls: "tool_calls", end: "stop" });
  return {
    id: "chatcmpl-1",
    object: "chat.completion",
    created: 1,
    model: "m",
    choices: [{ index: 0, message, ...(hasVariant(script, 2) ? { logprobs: null } : {}), finish_reason }],
    usage: {
      prompt_tokens: script.input,
      completion_tokens: script.output,
      total_tokens: script.input + script.output,
      ...(hasVariant(script, 3) ? { prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 } } : {}),
    },
    ...(hasVariant(script, 4) ? { service_tier: "default", system_fingerprint: null } : {}),
    ...(hasVariant(script, 5) ? { x_unknown: { a: [new LosslessNumber("1.0")] } } : {}),
  };
}

function textOf(response: Json): string {
  return String(at(response, "choices", 0, "message", "content") ?? "");
}

function callsOf(response: Json): [Json | undefined, Json | undefined][] {
  return listAt(response, "choices", 0, "message", "tool_calls").map((call) => [
    at(call, "function", "name"),
    at(call, "function", "arguments"),
  ]);
}

function writeCall(call: Script["calls"][number]): Json {
  return { id: call.id, type: "function", function: { name: call.name, arguments: argumentsOf(call) } };
}
