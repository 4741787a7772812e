import type { Json } from "@toolglot/core";
import { at, listAt } from "../content/common.ts";
import type { Fields } from "../dialects.ts";
import { finishOf, hasVariant, type Script } from "../script.ts";
import type { WholeResponses } from "./types.ts";

/** A whole response of Converse (part D of the wire facts). */
export const responses: WholeResponses = { write, textOf, callsOf };

function write(script: Script): Fields {
  const thinking = script.reasoning.map((text) => ({
    reasoningContent: { reasoningText: { text, ...(hasVariant(script, 1) ? {} : { signature: "c2ln" }) } },
  }));
  const texts = script.texts.filter((text) => text !== "").map((text) => ({ text }));
  const calls = script.calls.map(({ id, name, input }) => ({ toolUse: { toolUseId: id, name, input } }));
  return {
    output: { message: { role: "assistant", content: [...thinking, ...texts, ...calls] } },
    stopReason: finishOf(script, { length: "max_tokens", calls: "tool_use", end: "end_turn" }),
    usage: {
      inputTokens: script.input,
      outputTokens: script.output,
      totalTokens: script.input + script.output,
      ...(hasVariant(script, 0) ? { cacheReadInputTokens: 0, cacheWriteInputTokens: 0 } : {}),
    },
    metrics: { latencyMs: 12 },
    ...(hasVariant(script, 2) ? { performanceConfig: { latency: "standard" } } : {}),
  };
}

function blocksIn(response: Json): readonly Json[] {
  return listAt(response, "output", "message", "content");
}

function textOf(response: Json): string {
  return blocksIn(response)
    .map((block) => String(at(block, "text") ?? ""))
    .join("");
}

function callsOf(response: Json): [Json | undefined, Json | undefined][] {
  return blocksIn(response)
    .flatMap((block) => at(block, "toolUse") ?? [])
    .map((call) => [at(call, "name"), at(call, "input")]);
}
