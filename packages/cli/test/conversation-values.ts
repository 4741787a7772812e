import { dialects } from "@toolglot/core";
import type { InputKind } from "../src/convert/input-kind.ts";
import { supports } from "../src/names.ts";

/** The lines of a JSONL file; texts are lines as they are. */
export function jsonl(...lines: unknown[]): string {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

/** The values in lines of JSON. */
export function parsed(stdout: string): unknown[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

/** The same call, request and response in two dialects. */
export const claudeCall = { type: "tool_use", id: "toolu_1", name: "now", input: { zone: "UTC" } };
export const chatCall = { type: "function", id: "call_1", function: { name: "now", arguments: '{"zone":"UTC"}' } };

export const claudeRequest = {
  model: "claude-opus-4-6",
  max_tokens: 100,
  system: "Be brief.",
  messages: [{ role: "user", content: "hi" }],
};
export const chatRequest = {
  model: "gpt-4.1",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "hi" },
  ],
};

export const claudeResponse = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-opus-4-6",
  content: [{ type: "text", text: "Let me see." }, claudeCall],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};
export const chatResponse = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-4.1",
  choices: [
    {
      index: 0,
      message: { role: "assistant", content: "Let me see.", tool_calls: [chatCall] },
      finish_reason: "tool_calls",
    },
  ],
  usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
};

/** The dialects that have such values. */
export function speakers(what: InputKind): string[] {
  return dialects.filter((dialect) => supports(dialect, what)).map(({ id }) => id);
}
