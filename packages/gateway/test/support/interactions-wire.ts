import type { Json } from "@toolglot/core";
import type { AssistantTurn, Call } from "../../../../test/known-failures/wire.ts";

/** A unary response of the Interactions API. */
export function interactionOf(written: AssistantTurn): Json {
  return { ...interaction(written), steps: stepsOf(written) };
}

/** The frames of a stream of the Interactions API. */
export function interactionFrames(written: AssistantTurn): string[] {
  const { text, calls = [] } = written;
  const first = text === undefined ? 0 : 1;
  return [
    frame("interaction.created", { interaction: { ...HEAD, status: "in_progress" } }),
    frame("interaction.status_update", { interaction_id: HEAD.id, status: "in_progress" }),
    ...(text === undefined
      ? []
      : stepFrames(
          0,
          { type: "model_output" },
          halves(text).map((half) => ({ type: "text", text: half })),
        )),
    ...calls.flatMap((call, index) => callFrames(first + index, call)),
    frame("interaction.completed", { interaction: interaction(written) }),
    "event: done\ndata: [DONE]\n\n",
  ];
}

/** An event of the Interactions API; its name stands in it as well. */
export function frame(type: string, fields: { readonly [key: string]: Json }): string {
  return `event: ${type}\ndata: ${JSON.stringify({ ...fields, event_type: type })}\n\n`;
}

const HEAD = { id: "v1_1", object: "interaction", model: "m" };

const USAGE = {
  total_tokens: 18,
  total_input_tokens: 11,
  total_cached_tokens: 0,
  total_output_tokens: 7,
  total_tool_use_tokens: 0,
  total_thought_tokens: 0,
};

function interaction({ calls = [] }: AssistantTurn): { readonly [key: string]: Json } {
  const time = "2026-11-15T00:00:00Z";
  const status = calls.length > 0 ? "requires_action" : "completed";
  return { ...HEAD, status, created: time, updated: time, usage: USAGE };
}

function stepsOf({ text, calls = [] }: AssistantTurn): Json[] {
  const said = text === undefined ? [] : [{ type: "model_output", content: [{ type: "text", text }] }];
  return [...said, ...calls.map((call) => callStep(call, JSON.parse(call.arguments) as Json))];
}

function callStep({ id, name }: Call, input: Json): Json {
  return { type: "function_call", id, name, arguments: input };
}

function callFrames(index: number, call: Call): string[] {
  const deltas = halves(call.arguments).map((half) => ({ type: "arguments_delta", arguments: half }));
  return stepFrames(index, callStep(call, {}), deltas);
}

function stepFrames(index: number, step: Json, deltas: readonly Json[]): string[] {
  return [
    frame("step.start", { index, step }),
    ...deltas.map((delta) => frame("step.delta", { index, delta })),
    frame("step.stop", { index }),
  ];
}

function halves(whole: string): [string, string] {
  const middle = Math.ceil(whole.length / 2);
  return [whole.slice(0, middle), whole.slice(middle)];
}
