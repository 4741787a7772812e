import type { Json } from "@toolglot/core";
import { at, listAt } from "../content/common.ts";
import type { Fields } from "../dialects.ts";
import { finishOf, hasVariant, type Script } from "../script.ts";
import type { WholeResponses } from "./types.ts";

/** A whole response of the Interactions API (B13 of the wire facts): a thought, what the model says, and calls. */
export const responses: WholeResponses = { write, textOf, callsOf };

function write(script: Script): Fields {
  const { calls, input, output } = script;
  return {
    id: "v1_1",
    object: "interaction",
    status: finishOf(script, { length: "incomplete", calls: "requires_action", end: "completed" }),
    model: "m",
    created: "2026-11-15T00:00:00Z",
    updated: "2026-11-15T00:00:01Z",
    steps: [
      ...echoedInput(script),
      ...thought(script),
      ...spoken(script),
      ...calls.map(({ id, name, input: sent }) => ({ type: "function_call", id, name, arguments: sent })),
    ],
    usage: {
      total_tokens: input + output,
      total_input_tokens: input,
      total_output_tokens: output,
      ...(hasVariant(script, 3) ? { total_cached_tokens: 0, total_tool_use_tokens: 0, total_thought_tokens: 0 } : {}),
    },
    ...(hasVariant(script, 4) ? { service_tier: "standard", environment_id: "e" } : {}),
  };
}

// An interaction that was asked for with its input has what the user said.
function echoedInput(script: Script): Json[] {
  return hasVariant(script, 5) ? [{ type: "user_input", content: [{ type: "text", text: "Hi" }] }] : [];
}

function thought(script: Script): Json[] {
  const signature = hasVariant(script, 0) ? { signature: "c2ln" } : {};
  if (script.reasoning.length === 0) return hasVariant(script, 0) ? [{ type: "thought", ...signature }] : [];
  return [{ type: "thought", ...signature, summary: script.reasoning.map((text) => ({ type: "text", text })) }];
}

function spoken(script: Script): Json[] {
  const blocks = script.texts.map((text) => ({ type: "text", text }));
  if (blocks.length === 0) return [];
  if (hasVariant(script, 1)) return blocks.map((block) => ({ type: "model_output", content: [block] }));
  return [{ type: "model_output", content: blocks }];
}

function textOf(response: Json): string {
  return stepsOf(response, "model_output")
    .flatMap((step) => listAt(step, "content"))
    .map((block) => String(at(block, "text") ?? ""))
    .join("");
}

function callsOf(response: Json): [Json | undefined, Json | undefined][] {
  return stepsOf(response, "function_call").map((step) => [at(step, "name"), at(step, "arguments")]);
}

function stepsOf(response: Json, type: string): Json[] {
  return listAt(response, "steps").filter((step) => at(step, "type") === type);
}
