import { type Json, type JsonObject, jsonIn } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge, parseToolCalls } from "../support/dynamic.ts";
import { isDrawn } from "../support/extent.ts";
import { DIALECTS } from "./dialects.ts";

/** What servers send for a call without arguments. */
const NONE: readonly (Json | undefined)[] = [undefined, null, "", "null", " null\n", {}];

/** Arguments that are no JSON object. */
const WRONG: readonly Json[] = ["{bad", "[]", "5", '"str"', "true", [], 5];

/** Every two that differ; in the quick run, each dialect with two or three others, on each side. */
const PAIRS = DIALECTS.flatMap((one, row) =>
  DIALECTS.filter((other, column) => other !== one && isDrawn(3, row, column + 1)).map(
    (other) => [one, other] as const,
  ),
);

describe.each(PAIRS)("a call from %s to %s", (from, to) => {
  it("without arguments has empty ones, whole, streamed and in history", () => {
    for (const sent of NONE)
      for (const [way, { calls, losses }] of ways(from, to, sent))
        expect([way, sent, calls, losses]).toEqual([way, sent, [{}], []]);
  });

  it("with arguments that are no object reports them, whole, streamed and in history", () => {
    for (const sent of WRONG)
      for (const [way, { losses }] of ways(from, to, sent))
        expect([way, sent, losses]).toEqual([way, sent, ["invalid-arguments"]]);
  });
});

interface Seen {
  readonly calls: readonly (Json | undefined)[];
  readonly losses: readonly string[];
}

function ways(from: string, to: string, sent: Json | undefined): [string, Seen][] {
  const whole = createBridge({ client: to, provider: from }).response(answer(from, sent));
  const stream = createBridge({ client: to, provider: from }).stream();
  const bytes = stream.push(streamed(from, sent)) + stream.end();
  const history = createBridge({ client: from, provider: to }).request(asked(from, sent));
  return [
    ["whole", { calls: inputs(whole.value, to), losses: codes(whole) }],
    ["streamed", { calls: streamedInputs(bytes), losses: codes(stream) }],
    ["history", { calls: inputs(history.value, to), losses: codes(history) }],
  ];
}

function codes({ losses }: { losses: readonly { code: string }[] }): string[] {
  return losses.map(({ code }) => code).filter((code) => code === "invalid-arguments");
}

function inputs(body: Json, from: string): (Json | undefined)[] {
  const text = JSON.stringify(body);
  const calls = found(
    body,
    (node) => "functionCall" in node || "toolUse" in node || CALLS.has(String(node.type)) || isOllamaCall(node),
  );
  expect(calls.length, text).toBe(1);
  return parseToolCalls(calls, { from }).map(({ input }) => input);
}

const CALLS: ReadonlySet<string> = new Set(["function", "function_call", "tool_use"]);

function isOllamaCall({ function: called }: JsonObject): boolean {
  return typeof called === "object";
}

function found(value: Json, is: (node: JsonObject) => boolean): JsonObject[] {
  if (Array.isArray(value)) return value.flatMap((item: Json) => found(item, is));
  if (typeof value !== "object" || value === null) return [];
  const node = value as JsonObject;
  return is(node) ? [node] : Object.values(node).flatMap((item) => found(item, is));
}

function streamedInputs(bytes: string): Json[] {
  let text = "";
  for (const line of bytes.split("\n")) {
    const data = line.replace(/^data: ?/, "");
    if (data.startsWith("{")) text += argumentsIn(JSON.parse(data) as Frame);
  }
  return [jsonIn(text) ?? text];
}

interface Frame {
  readonly type?: string;
  readonly delta?: string | { readonly partial_json?: string; readonly arguments?: string };
  readonly choices?: readonly { delta?: { tool_calls?: readonly { function: { arguments?: string } }[] } }[];
  readonly candidates?: readonly { content?: { parts?: readonly { functionCall?: { args: Json } }[] } }[];
  readonly message?: { readonly tool_calls?: readonly { function: { arguments: Json } }[] };
  readonly contentBlockDelta?: { readonly delta: { readonly toolUse?: { readonly input: string } } };
}

function argumentsIn({ type, delta, choices, candidates, message, contentBlockDelta }: Frame): string {
  if (contentBlockDelta !== undefined) return contentBlockDelta.delta.toolUse?.input ?? "";
  if (type === "response.function_call_arguments.delta") return String(delta);
  if (typeof delta === "object") return delta.partial_json ?? delta.arguments ?? "";
  const pieces = (choices ?? []).flatMap(({ delta: written }) => written?.tool_calls ?? []);
  const parts = (candidates ?? [])
    .flatMap(({ content }) => content?.parts ?? [])
    .flatMap((part) => part.functionCall ?? []);
  const calls = [
    ...parts.map(({ args }) => args),
    ...(message?.tool_calls ?? []).map((call) => call.function.arguments),
  ];
  return (
    pieces.map((call) => call.function.arguments ?? "").join("") + calls.map((args) => JSON.stringify(args)).join("")
  );
}

// ── the call in each dialect ────────────────────────────────────────────────

function callIn(dialect: string, sent: Json | undefined): JsonObject {
  const written = sent === undefined ? {} : { arguments: sent };
  switch (dialect) {
    case "openai-responses":
      return { type: "function_call", id: "fc_1", call_id: "call_1", name: "f", status: "completed", ...written };
    case "anthropic":
      return { type: "tool_use", id: "toolu_1", name: "f", ...(sent === undefined ? {} : { input: sent }) };
    case "gemini":
      return { functionCall: { name: "f", ...(sent === undefined ? {} : { args: sent }) } };
    case "gemini-interactions":
      return { type: "function_call", id: "call_1", name: "f", ...written };
    case "ollama":
      return { function: { name: "f", ...written } };
    case "bedrock":
      return { toolUse: { toolUseId: "tooluse_1", name: "f", ...(sent === undefined ? {} : { input: sent }) } };
    default:
      return { id: "call_1", type: "function", function: { name: "f", ...written } };
  }
}

function answer(dialect: string, sent: Json | undefined): JsonObject {
  const call = callIn(dialect, sent);
  switch (dialect) {
    case "openai-responses":
      return { id: "resp_1", object: "response", status: "completed", model: "m", output: [call] };
    case "anthropic":
      return { id: "msg_1", type: "message", role: "assistant", model: "m", content: [call], stop_reason: "tool_use" };
    case "gemini":
      return { candidates: [{ content: { role: "model", parts: [call] }, finishReason: "STOP" }] };
    case "gemini-interactions":
      return { id: "v1_1", object: "interaction", status: "requires_action", model: "m", steps: [call] };
    case "ollama":
      return { model: "m", message: { role: "assistant", content: "", tool_calls: [call] }, done: true };
    case "bedrock":
      return { output: { message: { role: "assistant", content: [call] } }, stopReason: "tool_use" };
    default:
      return {
        object: "chat.completion",
        choices: [
          { index: 0, message: { role: "assistant", content: null, tool_calls: [call] }, finish_reason: "tool_calls" },
        ],
      };
  }
}

// Texts come character by character, where the dialect has them in pieces.
function streamed(dialect: string, sent: Json | undefined): string {
  const pieces = typeof sent === "string" ? [...sent] : [];
  switch (dialect) {
    case "openai-responses":
      return [
        { type: "response.output_item.added", output_index: 0, item: callIn(dialect, "") },
        ...pieces.map((delta) => ({ type: "response.function_call_arguments.delta", output_index: 0, delta })),
        { type: "response.output_item.done", output_index: 0, item: callIn(dialect, sent) },
        { type: "response.completed", response: answer(dialect, sent) },
      ].reduce((all, event) => all + frame(event), "");
    case "anthropic":
      return [
        { type: "message_start", message: { ...answer(dialect, {}), content: [], stop_reason: null } },
        { type: "content_block_start", index: 0, content_block: callIn(dialect, typeof sent === "string" ? {} : sent) },
        ...pieces.map((partial_json) => ({ type: "content_block_delta", index: 0, delta: { partial_json } })),
        { type: "content_block_stop", index: 0 },
        { type: "message_delta", delta: { stop_reason: "tool_use" } },
        { type: "message_stop" },
      ].reduce((all, event) => all + frame(event), "");
    case "gemini":
      return frame(answer(dialect, sent));
    case "gemini-interactions":
      return [
        {
          event_type: "interaction.created",
          interaction: { ...answer(dialect, {}), status: "in_progress", steps: [] },
        },
        { event_type: "step.start", index: 0, step: callIn(dialect, typeof sent === "string" ? {} : sent) },
        ...pieces.map((piece) => ({
          event_type: "step.delta",
          index: 0,
          delta: { type: "arguments_delta", arguments: piece },
        })),
        { event_type: "step.stop", index: 0 },
        { event_type: "interaction.completed", interaction: { ...answer(dialect, {}), steps: [] } },
      ].reduce((all, event) => all + frame(event), "");
    case "ollama":
      return `${JSON.stringify(answer(dialect, sent))}\n`;
    case "bedrock":
      return [
        { messageStart: { role: "assistant" } },
        { contentBlockStart: { contentBlockIndex: 0, start: { toolUse: { toolUseId: "tooluse_1", name: "f" } } } },
        ...(typeof sent === "string" || sent === undefined || sent === null ? pieces : [JSON.stringify(sent)]).map(
          (input) => ({ contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input } } } }),
        ),
        { contentBlockStop: { contentBlockIndex: 0 } },
        { messageStop: { stopReason: "tool_use" } },
      ].reduce((all, event) => `${all}${JSON.stringify(event)}\n`, "");
    default: {
      const first = { index: 0, ...callIn(dialect, typeof sent === "string" ? "" : sent) };
      const deltas = [first, ...pieces.map((piece) => ({ index: 0, function: { arguments: piece } }))];
      const choice = (delta: Json, finish: Json = null) =>
        frame({ choices: [{ index: 0, delta, finish_reason: finish }] });
      return deltas.map((call) => choice({ tool_calls: [call] })).join("") + choice({}, "tool_calls");
    }
  }
}

function frame(event: Json): string {
  return `data: ${JSON.stringify(event)}\n\n`;
}

function asked(dialect: string, sent: Json | undefined): JsonObject {
  const call = callIn(dialect, sent);
  const user = { role: "user", content: "Hi" };
  switch (dialect) {
    case "openai-responses":
      return { model: "m", input: [user, call, { type: "function_call_output", call_id: "call_1", output: "ok" }] };
    case "anthropic": {
      const result = { type: "tool_result", tool_use_id: "toolu_1", content: "ok" };
      const turns = [
        { role: "assistant", content: [call] },
        { role: "user", content: [result] },
      ];
      return { model: "m", max_tokens: 9, messages: [user, ...turns] };
    }
    case "gemini": {
      const result = { functionResponse: { name: "f", response: { output: "ok" } } };
      const written = [
        { role: "model", parts: [call] },
        { role: "user", parts: [result] },
      ];
      return { contents: [{ role: "user", parts: [{ text: "Hi" }] }, ...written] };
    }
    case "gemini-interactions": {
      const result = { type: "function_result", call_id: "call_1", name: "f", result: "ok" };
      return { model: "m", input: [{ type: "user_input", content: [{ type: "text", text: "Hi" }] }, call, result] };
    }
    case "bedrock": {
      const result = { toolResult: { toolUseId: "tooluse_1", content: [{ text: "ok" }] } };
      const turns = [
        { role: "user", content: [{ text: "Hi" }] },
        { role: "assistant", content: [call] },
        { role: "user", content: [result] },
      ];
      return { messages: turns };
    }
    default: {
      const result = { role: "tool", tool_call_id: "call_1", tool_name: "f", content: "ok" };
      return { model: "m", messages: [user, { role: "assistant", content: "", tool_calls: [call] }, result] };
    }
  }
}
