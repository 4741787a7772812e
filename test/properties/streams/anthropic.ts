import { stringifyJson } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import {
  argumentsOf,
  Choices,
  finishOf,
  framed,
  hasVariant,
  type Rendered,
  type Script,
  type ScriptCall,
  sse,
} from "../script.ts";

/** A stream of the Messages API (A11 of the wire facts): blocks one after the other, pings anywhere. */
export function render(script: Script): Rendered {
  const choices = new Choices(script.choices);
  const blocks = [
    ...script.reasoning.slice(0, 1).map((text) => thinkingBlock(text, choices)),
    ...script.texts.filter((text) => text !== "").map((text) => textBlock(text, choices)),
    ...script.calls.map((call) => callBlock(call, choices)),
  ];
  const usage = {
    input_tokens: script.input,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 1,
  };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  const stop_reason = finishOf(script, { length: "max_tokens", calls: "tool_use", end: "end_turn" });
  const events: Fields[] = [
    { type: "message_start", message },
    ...blocks.flatMap((block, index) => [
      ...(hasVariant(script, 4) ? [{ type: "ping" }] : []),
      ...block.map((event) => ({ ...event, index })),
      { type: "content_block_stop", index },
    ]),
    { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: script.output } },
    { type: "message_stop" },
  ];
  const frames = events.map((event) => sse(stringifyJson(event), String(event.type)));
  return framed(frames, frames.length - 1, script);
}

function thinkingBlock(text: string, choices: Choices): Fields[] {
  const deltas = choices.pieces(text).map((thinking) => ({ type: "thinking_delta", thinking }));
  return [
    { type: "content_block_start", content_block: { type: "thinking", thinking: "", signature: "" } },
    ...[...deltas, { type: "signature_delta", signature: "c2ln" }].map(delta),
  ];
}

function textBlock(text: string, choices: Choices): Fields[] {
  const start = { type: "content_block_start", content_block: { type: "text", text: "" } };
  return [start, ...choices.pieces(text).map((piece) => delta({ type: "text_delta", text: piece }))];
}

// A call without arguments has only an empty delta.
function callBlock(call: ScriptCall, choices: Choices): Fields[] {
  const source = Object.keys(call.input).length === 0 ? "" : argumentsOf(call);
  const content_block = { type: "tool_use", id: call.id.replace("call_", "toolu_"), name: call.name, input: {} };
  const pieces = ["", ...choices.pieces(source)];
  return [
    { type: "content_block_start", content_block },
    ...pieces.map((partial_json) => delta({ type: "input_json_delta", partial_json })),
  ];
}

function delta(written: Fields): Fields {
  return { type: "content_block_delta", delta: written };
}
