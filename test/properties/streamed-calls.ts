import { type Json, parseJson } from "@toolglot/core";
import { splitSse } from "../legal/sse.ts";
import { at, listAt } from "./content/common.ts";
import type { DialectName, Fields } from "./dialects.ts";
import { canonicalJson, canonicalJsonOf } from "./values.ts";

/** A call as a client puts it together, its arguments to the digit. */
export interface StreamedCall {
  readonly name: string;
  readonly arguments: string;
}

/** The calls in a client's stream: SDKs read numbers as doubles, and so lose digits. */
export function callsInStream(client: DialectName, stream: string): StreamedCall[] {
  const frames =
    client === "ollama" || client === "bedrock"
      ? stream.split("\n").filter((line) => line !== "")
      : splitSse(stream).map(({ data }) => data);
  return CALL_READERS[client](frames.filter((data) => data !== "[DONE]").map((data) => parseJson(data)));
}

type CallReader = (frames: readonly Json[]) => StreamedCall[];

const chat: CallReader = (frames) => {
  const calls: { name: string; text: string }[] = [];
  for (const delta of frames.flatMap((frame) => listAt(frame, "choices", 0, "delta", "tool_calls"))) {
    const index = Number(at(delta, "index"));
    calls[index] ??= { name: String(at(delta, "function", "name")), text: "" };
    calls[index].text += String(at(delta, "function", "arguments") ?? "");
  }
  return calls.map(({ name, text }) => ({ name, arguments: canonicalJsonOf(text) }));
};

const responses: CallReader = (frames) => {
  const last = frames.findLast(
    (frame) => at(frame, "response", "usage") !== undefined || at(frame, "response") !== undefined,
  );
  const items = listAt(last, "response", "output").filter((item) => at(item, "type") === "function_call");
  return items.map((item) => ({
    name: String(at(item, "name")),
    arguments: canonicalJsonOf(String(at(item, "arguments"))),
  }));
};

const anthropic: CallReader = (frames) => {
  const blocks = new Map<number, { name: string; text: string }>();
  for (const frame of frames) {
    const index = Number(at(frame, "index"));
    if (at(frame, "content_block", "type") === "tool_use")
      blocks.set(index, { name: String(at(frame, "content_block", "name")), text: "" });
    const block = blocks.get(index);
    if (block !== undefined) block.text += String(at(frame, "delta", "partial_json") ?? "");
  }
  return [...blocks.values()].map(({ name, text }) => ({
    name,
    arguments: canonicalJsonOf(text === "" ? "{}" : text),
  }));
};

const gemini: CallReader = (frames) =>
  frames
    .flatMap((frame) => listAt(frame, "candidates", 0, "content", "parts"))
    .map((part) => at(part, "functionCall") as Fields | undefined)
    .filter((call) => call !== undefined)
    .map((call) => ({ name: String(call.name), arguments: canonicalJson(call.args ?? {}) }));

const geminiInteractions: CallReader = (frames) => {
  const calls = new Map<number, { name: string; text: string }>();
  for (const frame of frames) {
    const index = Number(at(frame, "index"));
    if (at(frame, "step", "type") === "function_call")
      calls.set(index, { name: String(at(frame, "step", "name")), text: "" });
    const call = calls.get(index);
    if (call !== undefined) call.text += String(at(frame, "delta", "arguments") ?? "");
  }
  return [...calls.values()].map(({ name, text }) => ({ name, arguments: canonicalJsonOf(text === "" ? "{}" : text) }));
};

const ollama: CallReader = (frames) =>
  frames
    .flatMap((frame) => listAt(frame, "message", "tool_calls"))
    .map((call) => ({
      name: String(at(call, "function", "name")),
      arguments: canonicalJson(at(call, "function", "arguments") ?? {}),
    }));

const bedrock: CallReader = (frames) => {
  const blocks = new Map<number, { name: string; text: string }>();
  for (const frame of frames) {
    const index = Number(
      at(frame, "contentBlockStart", "contentBlockIndex") ?? at(frame, "contentBlockDelta", "contentBlockIndex"),
    );
    const use = at(frame, "contentBlockStart", "start", "toolUse");
    if (use !== undefined) blocks.set(index, { name: String(at(use, "name")), text: "" });
    const block = blocks.get(index);
    if (block !== undefined) block.text += String(at(frame, "contentBlockDelta", "delta", "toolUse", "input") ?? "");
  }
  return [...blocks.values()].map(({ name, text }) => ({
    name,
    arguments: canonicalJsonOf(text === "" ? "{}" : text),
  }));
};

const CALL_READERS: Readonly<Record<DialectName, CallReader>> = {
  "openai-chat": chat,
  "openai-responses": responses,
  anthropic,
  gemini,
  "gemini-interactions": geminiInteractions,
  ollama,
  openrouter: chat,
  bedrock,
};
