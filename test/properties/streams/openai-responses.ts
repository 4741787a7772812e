import { type Json, stringifyJson } from "@toolglot/core";
import type { Fields } from "../dialects.ts";
import {
  argumentsOf,
  Choices,
  framed,
  hasVariant,
  interleaved,
  type Rendered,
  type Script,
  type ScriptCall,
  sse,
} from "../script.ts";

/** A stream of Responses (B7 of the wire facts). */
export function render(script: Script): Rendered {
  const choices = new Choices(script.choices);
  const written = [...reasoningItem(script), ...messageItem(script, choices)];
  const items = [...written, ...script.calls.map((call, index) => callItem(call, index, { script, choices }))];
  const placed = items.map(({ item, events }, output_index) => ({
    item,
    events: events.map((event) => ({ ...event, output_index })),
  }));
  const calls = placed.slice(written.length).map(({ events }) => events);
  const events = [
    ...placed.slice(0, written.length).flatMap((each) => each.events),
    ...(hasVariant(script, 7) ? interleaved(calls, choices) : calls.flat()),
  ];
  const status = script.stop === "length" ? "incomplete" : "completed";
  const output = hasVariant(script, 5) ? [] : placed.map(({ item }) => item);
  const all: Fields[] = [
    { type: "response.created", response: response("in_progress", [], script) },
    ...(hasVariant(script, 6) ? [] : [{ type: "response.in_progress", response: response("in_progress", [], script) }]),
    ...(hasVariant(script, 4) ? [{ type: "keepalive" }] : []),
    ...events.map((event) => (hasVariant(script, 3) ? rotated(event, choices) : event)),
    { type: `response.${status}`, response: response(status, output, script) },
  ];
  const frames = all.map((event, sequence_number) =>
    sse(stringifyJson({ ...event, sequence_number }), String(event.type)),
  );
  return framed(hasVariant(script, 10) ? [...frames, sse("[DONE]")] : frames, frames.length - 1, script);
}

// Some servers give an item another id in every event (F).
function rotated(event: Fields, choices: Choices): Fields {
  const id = `x_${choices.below(9999)}`;
  const item = event.item as Fields | undefined;
  return { ...event, ...(item === undefined ? { item_id: id } : { item: { ...item, id } }) };
}

function response(status: string, output: readonly Json[], script: Script): Fields {
  const done = status !== "in_progress";
  const usage = {
    input_tokens: script.input,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: script.output,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: script.input + script.output,
  };
  return {
    id: "resp_1",
    object: "response",
    created_at: 1,
    status,
    error: null,
    incomplete_details: status === "incomplete" ? { reason: "max_output_tokens" } : null,
    model: "m",
    output,
    tools: [],
    tool_choice: "auto",
    parallel_tool_calls: true,
    ...(done ? { usage } : {}),
  };
}

interface Item {
  readonly item: Fields;
  readonly events: readonly Fields[];
}

function reasoningItem({ reasoning }: Script): Item[] {
  if (reasoning.length === 0) return [];
  const item_id = "rs_1";
  const summary = reasoning.map((text) => ({ type: "summary_text", text }));
  const parts = reasoning.flatMap((text, summary_index) => [
    { type: "response.reasoning_summary_part.added", item_id, summary_index, part: { type: "summary_text", text: "" } },
    { type: "response.reasoning_summary_text.delta", item_id, summary_index, delta: text },
    { type: "response.reasoning_summary_text.done", item_id, summary_index, text },
    { type: "response.reasoning_summary_part.done", item_id, summary_index, part: { type: "summary_text", text } },
  ]);
  const item = { type: "reasoning", id: item_id, summary };
  return [{ item, events: [added({ ...item, summary: [] }), ...parts, done(item)] }];
}

function messageItem({ texts }: Script, choices: Choices): Item[] {
  if (texts.length === 0) return [];
  const text = texts.join("");
  const at = { item_id: "msg_1", content_index: 0 };
  const part = (written: string) => ({ type: "output_text", text: written, annotations: [], logprobs: [] });
  const item = (status: string, content: Json[]) => ({
    type: "message",
    id: "msg_1",
    role: "assistant",
    status,
    content,
  });
  const events = [
    added(item("in_progress", [])),
    { type: "response.content_part.added", ...at, part: part("") },
    ...choices.pieces(text).map((delta) => ({ type: "response.output_text.delta", ...at, delta })),
    { type: "response.output_text.done", ...at, text },
    { type: "response.content_part.done", ...at, part: part(text) },
    done(item("completed", [part(text)])),
  ];
  return [{ item: item("completed", [part(text)]), events }];
}

function callItem(call: ScriptCall, index: number, { script, choices }: { script: Script; choices: Choices }): Item {
  const item_id = `fc_${index}`;
  const text = argumentsOf(call);
  const item = (status: string, written: string) => ({
    type: "function_call",
    id: item_id,
    call_id: call.id,
    name: call.name,
    arguments: written,
    status,
  });
  // Some servers send no deltas, only what is done (F).
  const pieces = hasVariant(script, 2) ? [] : choices.pieces(text);
  const events = [
    added(item("in_progress", "")),
    ...pieces.map((delta) => ({ type: "response.function_call_arguments.delta", item_id, delta })),
    { type: "response.function_call_arguments.done", item_id, arguments: text },
    done(item("completed", text)),
  ];
  return { item: item("completed", text), events };
}

function added(item: Fields): Fields {
  return { type: "response.output_item.added", item };
}

function done(item: Fields): Fields {
  return { type: "response.output_item.done", item };
}
