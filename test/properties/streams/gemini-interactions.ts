import { type Json, stringifyJson } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import {
  argumentsOf,
  Choices,
  finishOf,
  framed,
  hasVariant,
  interleaved,
  type Rendered,
  type Script,
  type ScriptCall,
  sse,
} from "../script.ts";

/** A stream of the Interactions API (B13 of the wire facts). */
export function render(script: Script): Rendered {
  const choices = new Choices(script.choices);
  const spoken = [...thought(script), ...texts(script, choices)];
  const steps = [...spoken, ...script.calls.map((call) => callStep(call, script, choices))];
  const placed = steps.map((events, index) => events.map((event) => ({ ...event, index })));
  const calls = placed.slice(spoken.length);
  const all: Fields[] = [
    { event_type: "interaction.created", interaction: interaction("in_progress") },
    ...(hasVariant(script, 6) ? [] : [STARTED]),
    ...placed.slice(0, spoken.length).flat(),
    ...(hasVariant(script, 7) ? interleaved(calls, choices) : calls.flat()),
    { event_type: "interaction.completed", interaction: { ...interaction(statusOf(script)), usage: usageOf(script) } },
  ];
  const frames = all.map((event, number) => frameOf(event, number, script));
  return framed(hasVariant(script, 10) ? frames : [...frames, sse("[DONE]", "done")], frames.length - 1, script);
}

const STARTED: Fields = { event_type: "interaction.status_update", interaction_id: "v1_1", status: "in_progress" };

// An event has its name in its data; a proxy may leave out the other.
function frameOf(event: Fields, number: number, script: Script): string {
  const numbered = hasVariant(script, 3) ? { ...event, event_id: `e${number}` } : event;
  return sse(stringifyJson(numbered), hasVariant(script, 0) ? undefined : String(event.event_type));
}

function interaction(status: string): Fields {
  return { id: "v1_1", object: "interaction", status, model: "m" };
}

function statusOf(script: Script): string {
  return finishOf(script, { length: "incomplete", calls: "requires_action", end: "completed" });
}

function usageOf({ input, output }: Script): Fields {
  return { total_tokens: input + output, total_input_tokens: input, total_output_tokens: output };
}

function step(start: Json, deltas: readonly Json[]): Fields[] {
  return [
    { event_type: "step.start", step: start },
    ...deltas.map((delta) => ({ event_type: "step.delta", delta })),
    { event_type: "step.stop" },
  ];
}

function thought(script: Script): Fields[][] {
  const signed = hasVariant(script, 1) ? [{ type: "thought_signature", signature: "c2ln" }] : [];
  const summary = script.reasoning.map((text) => ({ type: "thought_summary", content: { type: "text", text } }));
  return summary.length + signed.length === 0 ? [] : [step({ type: "thought" }, [...summary, ...signed])];
}

// The texts of one step are one text.
function texts(script: Script, choices: Choices): Fields[][] {
  const said = hasVariant(script, 5) ? script.texts : [script.texts.join("")];
  return script.texts.length === 0
    ? []
    : said.map((text) =>
        step(
          { type: "model_output" },
          choices.pieces(text).map((piece) => ({ type: "text", text: piece })),
        ),
      );
}

// A server that cannot stream arguments sends them with the call.
function callStep(call: ScriptCall, script: Script, choices: Choices): Fields[] {
  const { id, name, input } = call;
  const start = { type: "function_call", id, name };
  if (hasVariant(script, 2)) return step({ ...start, arguments: input }, []);
  const pieces = choices.pieces(argumentsOf(call));
  return step(
    { ...start, arguments: {} },
    pieces.map((piece) => ({ type: "arguments_delta", arguments: piece })),
  );
}
