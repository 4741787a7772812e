import type { Json } from "@toolglot/core";
import { at, listAt } from "../content/common.ts";
import type { Fields } from "../dialects.ts";
import { argumentsOf, hasVariant, type Script } from "../script.ts";
import type { WholeResponses } from "./types.ts";

/** A whole response of Responses (B6 of the wire facts): reasoning, one message with a part per text, and calls. */
export const responses: WholeResponses = { write, textOf, callsOf };

function write(script: Script): Fields {
  const incomplete = script.stop === "length";
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status: incomplete ? "incomplete" : "completed",
    error: null,
    incomplete_details: incomplete ? { reason: "max_output_tokens" } : null,
    model: "m",
    output: [...reasoningItem(script), ...messageItem(script), ...callItems(script)],
    tools: [],
    tool_choice: "auto",
    parallel_tool_calls: true,
    ...(hasVariant(script, 4) ? { service_tier: "default", truncation: "disabled", store: true } : {}),
    usage: {
      input_tokens: script.input,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: script.output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: script.input + script.output,
    },
  };
}

function textOf(response: Json): string {
  return listAt(response, "output")
    .filter((item) => at(item, "type") === "message")
    .flatMap((item) => listAt(item, "content"))
    .map((part) => String(at(part, "text") ?? ""))
    .join("");
}

function callsOf(response: Json): [Json | undefined, Json | undefined][] {
  return listAt(response, "output")
    .filter((item) => at(item, "type") === "function_call")
    .map((item) => [at(item, "name"), at(item, "arguments")]);
}

function reasoningItem(script: Script): Json[] {
  if (script.reasoning.length === 0) return [];
  const summary = script.reasoning.map((text) => ({ type: "summary_text", text }));
  return [{ type: "reasoning", id: "rs_1", summary, ...(hasVariant(script, 0) ? { encrypted_content: "c2ln" } : {}) }];
}

function messageItem(script: Script): Json[] {
  if (script.texts.length === 0) return [];
  const extra = hasVariant(script, 1) ? { annotations: [], logprobs: [] } : { annotations: [] };
  const content = script.texts.map((text) => ({ type: "output_text", text, ...extra }));
  const phase = hasVariant(script, 2) ? { phase: "final_answer" } : {};
  return [{ type: "message", id: "msg_1", role: "assistant", status: "completed", ...phase, content }];
}

function callItems(script: Script): Json[] {
  return script.calls.map((call, index) => ({
    type: "function_call",
    ...(hasVariant(script, 3) ? {} : { id: `fc_${index}`, status: "completed" }),
    call_id: call.id,
    name: call.name,
    arguments: argumentsOf(call),
  }));
}
