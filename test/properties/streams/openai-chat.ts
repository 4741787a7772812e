import { type Json, stringifyJson } from "@toolglot/core";
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

/** The names of reasoning fields in deltas of the Chat family. */
export interface ChatHabit {
  readonly reasoning: string;
}

const HEAD = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "m" };

/** A stream of Chat Completions, with the quirks of the servers that copy it (A6 and F of the wire facts). */
export function render(script: Script, habit: ChatHabit = { reasoning: "reasoning_content" }): Rendered {
  const choices = new Choices(script.choices);
  const usage = {
    prompt_tokens: script.input,
    completion_tokens: script.output,
    total_tokens: script.input + script.output,
  };
  const deltas: Json[] = [
    { role: "assistant", content: "" },
    ...script.reasoning.map((text) => ({ [habit.reasoning]: text })),
    ...script.texts.map((content) => ({ content })),
    ...callDeltas(script, choices),
  ];
  const calls = hasVariant(script, 5) ? "stop" : "tool_calls";
  const reason = finishOf(script, { length: "length", calls, end: "stop" });
  const finish = { index: 0, delta: {}, finish_reason: reason };
  const chunks: Json[] = [
    ...deltas.map((delta) => ({ ...HEAD, choices: [{ index: 0, delta, finish_reason: null }] })),
    { ...HEAD, choices: [finish], ...(hasVariant(script, 6) ? { usage } : {}) },
    ...(hasVariant(script, 6) ? [] : [{ ...HEAD, choices: [], usage }]),
  ];
  const frames = chunks.map((chunk) => sse(stringifyJson(chunk)));
  return framed(hasVariant(script, 10) ? frames : [...frames, sse("[DONE]")], deltas.length, script);
}

function callDeltas(script: Script, choices: Choices): Json[] {
  // Without an index a delta cannot be assigned to a call, so a call comes complete, with its id.
  if (hasVariant(script, 1)) return script.calls.map((call) => ({ tool_calls: [wholeCall(call)] }));
  const calls = script.calls.map((call, index) => oneCall(call, index, script, choices));
  const ordered = hasVariant(script, 7) ? interleaved(calls, choices) : calls.flat();
  return ordered.map((delta) => ({ tool_calls: [delta] }));
}

function wholeCall(call: ScriptCall): Json {
  return { id: call.id, function: { name: call.name, arguments: argumentsOf(call) } };
}

function oneCall(call: ScriptCall, position: number, script: Script, choices: Choices): Json[] {
  const index = hasVariant(script, 2) ? position + 1 : position;
  const id = hasVariant(script, 0) ? {} : { id: call.id };
  const noId = hasVariant(script, 4) ? { id: "" } : {};
  const again = hasVariant(script, 3) ? id : noId;
  const name = hasVariant(script, 4) ? { name: "" } : {};
  return [
    { index, ...id, type: "function", function: { name: call.name, arguments: "" } },
    ...choices.pieces(argumentsOf(call)).map((piece) => ({ index, ...again, function: { ...name, arguments: piece } })),
  ];
}
