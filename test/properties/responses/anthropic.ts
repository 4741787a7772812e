import type { Json } from "@toolglot/core";
import { at, listAt } from "../content/common.ts";
import type { Fields } from "../dialects.ts";
import { finishOf, hasVariant, type Script } from "../script.ts";
import type { WholeResponses } from "./types.ts";

/** A whole response of the Messages API (A10 of the wire facts). */
export const responses: WholeResponses = { write, textOf, callsOf };

function write(script: Script): Fields {
  const thinking = script.reasoning.map((text) => ({ type: "thinking", thinking: text, signature: "c2ln" }));
  const texts = script.texts
    .filter((text) => text !== "")
    .map((text) => ({ type: "text", text, ...(hasVariant(script, 1) ? { citations: null } : {}) }));
  const calls = script.calls.map(({ id, name, input }) => ({
    type: "tool_use",
    id: id.replace("call_", "toolu_"),
    name,
    input,
    ...(hasVariant(script, 2) ? { caller: { type: "direct" } } : {}),
  }));
  return {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [...thinking, ...texts, ...calls],
    stop_reason: finishOf(script, { length: "max_tokens", calls: "tool_use", end: "end_turn" }),
    stop_sequence: null,
    ...(hasVariant(script, 3) ? { container: null } : {}),
    usage: {
      input_tokens: script.input,
      ...(hasVariant(script, 0) ? { cache_creation_input_tokens: 0, cache_read_input_tokens: 0 } : {}),
      output_tokens: script.output,
      ...(hasVariant(script, 4) ? { service_tier: "standard" } : {}),
    },
  };
}

function textOf(response: Json): string {
  return listAt(response, "content")
    .filter((block) => at(block, "type") === "text")
    .map((block) => String(at(block, "text")))
    .join("");
}

function callsOf(response: Json): [Json | undefined, Json | undefined][] {
  return listAt(response, "content")
    .filter((block) => at(block, "type") === "tool_use")
    .map((block) => [at(block, "name"), at(block, "input")]);
}
