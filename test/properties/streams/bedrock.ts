import { type Json, stringifyJson } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import {
  argumentsOf,
  bytes,
  Choices,
  finishOf,
  hasVariant,
  type Rendered,
  type Script,
  type ScriptCall,
} from "../script.ts";

/** A stream of ConverseStream (part D of the wire facts), one event in each line: blocks one after the other, texts without a start. */
export function render(script: Script): Rendered {
  const choices = new Choices(script.choices);
  const blocks = [
    ...script.reasoning.slice(0, 1).map((text) => thinkingBlock(text, choices)),
    ...script.texts.filter((text) => text !== "").map((text) => textBlock(text, choices)),
    ...script.calls.map((call) => callBlock(call, choices)),
  ];
  const stopReason = finishOf(script, { length: "max_tokens", calls: "tool_use", end: "end_turn" });
  const usage = {
    inputTokens: script.input,
    outputTokens: script.output,
    totalTokens: script.input + script.output,
  };
  const padding = hasVariant(script, 4) ? { p: "abcdefgh" } : {};
  const events: Fields[] = [
    { messageStart: { role: "assistant", ...padding } },
    ...blocks.flatMap((block, contentBlockIndex) => [
      ...block.map(([name, event]) => ({ [name]: { contentBlockIndex, ...event, ...padding } })),
      { contentBlockStop: { contentBlockIndex, ...padding } },
    ]),
    { messageStop: { stopReason, ...padding } },
    { metadata: { usage, metrics: { latencyMs: 12 }, ...padding } },
  ];
  const lines = events.map((event) => `${stringifyJson(event)}\n`);
  const body = lines.join("");
  return { body, end: bytes(body.trimEnd()) };
}

type Event = readonly [name: string, event: Fields];

function thinkingBlock(text: string, choices: Choices): Event[] {
  const deltas = choices.pieces(text).map((piece) => delta({ reasoningContent: { text: piece } }));
  return [...deltas, delta({ reasoningContent: { signature: "c2ln" } })];
}

function textBlock(text: string, choices: Choices): Event[] {
  return choices.pieces(text).map((piece) => delta({ text: piece }));
}

function callBlock(call: ScriptCall, choices: Choices): Event[] {
  const start: Event = ["contentBlockStart", { start: { toolUse: { toolUseId: call.id, name: call.name } } }];
  return [start, ...choices.pieces(argumentsOf(call)).map((input) => delta({ toolUse: { input } }))];
}

function delta(written: Json): Event {
  return ["contentBlockDelta", { delta: written }];
}
