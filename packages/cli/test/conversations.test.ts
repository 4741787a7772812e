import { readFileSync } from "node:fs";
import { dialects } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import type { InputKind } from "../src/convert/input-kind.ts";
import { supports } from "../src/names.ts";
import { fileWith, toolglot } from "./run.ts";

function jsonl(...lines: unknown[]): string {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

function parsed(stdout: string): unknown[] {
  return stdout
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const claudeCall = { type: "tool_use", id: "toolu_1", name: "now", input: { zone: "UTC" } };
const chatCall = { type: "function", id: "call_1", function: { name: "now", arguments: '{"zone":"UTC"}' } };

const claudeRequest = {
  model: "claude-opus-4-6",
  max_tokens: 100,
  system: "Be brief.",
  messages: [{ role: "user", content: "hi" }],
};
const chatRequest = {
  model: "gpt-4.1",
  messages: [
    { role: "system", content: "Be brief." },
    { role: "user", content: "hi" },
  ],
};

const claudeResponse = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "claude-opus-4-6",
  content: [{ type: "text", text: "Let me see." }, claudeCall],
  stop_reason: "tool_use",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 2 },
};
const chatResponse = {
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

function speakers(what: InputKind): string[] {
  return dialects.filter((dialect) => supports(dialect, what)).map(({ id }) => id);
}

describe("convert --what choice", () => {
  it.each([
    ["openai", "claude", "required", { type: "any" }],
    ["claude", "openai", { type: "any" }, "required"],
    ["openai", "claude", { type: "function", function: { name: "now" } }, { type: "tool", name: "now" }],
    ["claude", "openai", { type: "tool", name: "now" }, { type: "function", function: { name: "now" } }],
  ])("from %s to %s: %j", async (from, to, input, output) => {
    const line = `convert --what choice --from ${from} --to ${to}`;
    const { code, stdout, stderr } = await toolglot(line, JSON.stringify(input));
    expect(JSON.parse(stdout)).toEqual(output);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("reports the other request fields, as text and as JSON", async () => {
    const input = { type: "any", disable_parallel_tool_use: true };
    const [forPeople, json] = await Promise.all([
      toolglot("convert --what choice --from claude --to openai", input),
      toolglot("convert --what choice --from claude --to openai --json", input),
    ]);
    expect(JSON.parse(forPeople.stdout)).toBe("required");
    expect(forPeople.stderr).toBe(
      'note: part of the choice is set elsewhere in the request: {"parallel_tool_calls":false}\n',
    );
    expect(JSON.parse(json.stdout)).toMatchObject({ value: "required", request: { parallel_tool_calls: false } });
    expect(json.stderr).toBe("");
  });

  it("refuses a value that is not a tool choice", async () => {
    const { code, stdout, stderr } = await toolglot("convert --what choice --from openai --to claude", '"sometimes"');
    expect(stderr).toMatch(/^error: <stdin>: openai adapter to_canonical: .*"sometimes".* \(at the root\)\n$/);
    expect([code, stdout]).toEqual([1, ""]);
  });
});

describe("convert --what calls", () => {
  it.each([
    ["claude", "openai", claudeCall, chatCall],
    ["openai", "claude", chatCall, claudeCall],
  ])("returns one call for one call, from %s to %s", async (from, to, input, output) => {
    const { code, stdout, stderr } = await toolglot(`convert --what calls --from ${from} --to ${to}`, input);
    expect(JSON.parse(stdout)).toEqual(output);
    expect([code, stderr]).toEqual([0, ""]);
  });

  it.each([
    ["a list of calls", [claudeCall]],
    ["a message", { role: "assistant", content: [{ type: "text", text: "Hm." }, claudeCall] }],
    ["a response", claudeResponse],
  ])("returns a list for %s", async (_, input) => {
    const { stdout } = await toolglot(`convert ${fileWith(JSON.stringify(input))} --what calls --to openai`);
    expect(JSON.parse(stdout)).toEqual([chatCall]);
  });

  it.each(speakers("calls"))("goes to %s and back", async (to) => {
    const there = await toolglot(`convert --what calls --from openai --to ${to}`, chatCall);
    const back = await toolglot(`convert --what calls --from ${to} --to openai`, there.stdout);
    expect(JSON.parse(back.stdout)).toMatchObject({ type: "function", function: chatCall.function });
    expect([there.code, back.code]).toEqual([0, 0]);
  });

  it("keeps the digits of arguments", async () => {
    const input = '{"type":"tool_use","id":"toolu_1","name":"f","input":{"x":9007199254740993,"y":1.10}}';
    const { stdout } = await toolglot("convert --what calls --from claude --to openai", input);
    expect(JSON.parse(stdout).function.arguments).toBe('{"x":9007199254740993,"y":1.10}');
  });

  it("writes one line per input line", async () => {
    const input = jsonl(claudeCall, [claudeCall], { role: "user", content: "hi" });
    const { code, stdout, stderr } = await toolglot("convert --what calls --jsonl --from claude --to openai", input);
    expect(parsed(stdout)).toEqual([chatCall, [chatCall]]);
    expect(stderr).toContain("error: <stdin>: line 3: the input contains no calls\n");
    expect(code).toBe(1);
  });

  it("reports an input without any", async () => {
    const answer = { role: "assistant", content: "noon" };
    const { code, stdout, stderr } = await toolglot("convert --what calls --from claude --to openai", answer);
    expect([code, stdout, stderr]).toEqual([1, "", "error: <stdin>: the input contains no calls\n"]);
  });

  it("reports what is wrong with an invalid value", async () => {
    const { code, stderr } = await toolglot("convert --what calls --from claude --to openai", { a: 1 });
    expect([code, stderr]).toEqual([1, expect.stringContaining("expected a tool_use block")]);
  });

  it("returns an empty list for an empty list", async () => {
    const { code, stdout } = await toolglot("convert --what calls --from claude --to openai", []);
    expect([code, stdout]).toEqual([0, "[]\n"]);
  });
});

describe("convert --what results", () => {
  const block = { type: "tool_result", tool_use_id: "toolu_1", content: "noon" };
  const claude = { role: "user", content: [block] };
  const chat = { role: "tool", tool_call_id: "call_1", content: "noon" };

  it("returns one message for one result", async () => {
    const [toClaude, toChat] = await Promise.all([
      toolglot("convert --what results --from openai --to claude", chat),
      toolglot("convert --what results --from claude --to openai", block),
    ]);
    expect(JSON.parse(toClaude.stdout)).toEqual(claude);
    expect(JSON.parse(toChat.stdout)).toEqual(chat);
    expect([toClaude.code, toClaude.stderr, toChat.code, toChat.stderr]).toEqual([0, "", 0, ""]);
  });

  it("returns a list for dialects with several results per message", async () => {
    const failed = { ...block, tool_use_id: "toolu_2", content: "no clock", is_error: true };
    const [one, two] = await Promise.all([
      toolglot("convert --what results --from claude --to openai", claude),
      toolglot("convert --what results --from claude --to openai", { role: "user", content: [block, failed] }),
    ]);
    expect(JSON.parse(one.stdout)).toEqual([chat]);
    expect(JSON.parse(two.stdout)).toEqual([
      chat,
      { role: "tool", tool_call_id: "call_2", content: "[Error] no clock" },
    ]);
  });

  it("writes one line per input line", async () => {
    const line = "convert --what results --jsonl --to claude --json";
    const { code, stdout } = await toolglot(line, jsonl(chat, [chat]));
    expect(parsed(stdout)).toMatchObject([
      { line: 1, value: claude, losses: [] },
      { line: 2, value: [claude], losses: [] },
    ]);
    expect(code).toBe(0);
  });

  it("reports an input without any", async () => {
    const written = { role: "user", content: "noon" };
    const { code, stderr } = await toolglot("convert --what results --from openai --to claude", written);
    expect([code, stderr]).toEqual([1, "error: <stdin>: the input contains no results\n"]);
  });

  it("reports what is wrong with an invalid value", async () => {
    const { code, stderr } = await toolglot("convert --what results --from openai --to claude", "5");
    expect([code, stderr]).toEqual([1, expect.stringContaining("expected a message")]);
  });
});

describe("convert --what request", () => {
  it("translates from the client's dialect to the provider's", async () => {
    const { code, stdout, stderr } = await toolglot("convert --what request --from claude --to openai", claudeRequest);
    expect(JSON.parse(stdout)).toMatchObject({ model: "claude-opus-4-6", messages: chatRequest.messages });
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("translates a file in the other direction", async () => {
    const file = fileWith(JSON.stringify({ ...chatRequest, max_tokens: 100 }));
    const { code, stdout } = await toolglot(
      `convert ${file} --what request --from openai --to claude --model claude-x`,
    );
    expect(JSON.parse(stdout)).toEqual({ ...claudeRequest, model: "claude-x" });
    expect(code).toBe(0);
  });

  it("follows the profile", async () => {
    const tools = [{ name: "now", input_schema: { type: "object", properties: { zone: { type: "string" } } } }];
    const line = "convert --what request --from claude --to openai --profile strict";
    const { stdout } = await toolglot(line, { ...claudeRequest, tools });
    expect(JSON.parse(stdout).tools[0].function).toMatchObject({ strict: true, parameters: { required: ["zone"] } });
  });

  it("reports losses with their paths in the body, and exits with 3 under --fail-on-loss", async () => {
    const line = "convert --what request --from claude --to openai --fail-on-loss";
    const { code, stdout, stderr } = await toolglot(line, { ...claudeRequest, top_k: 5 });
    const [title, head, row] = stderr.split("\n");
    expect(title).toBe("1 loss, from claude to openai");
    expect(head).toMatch(/^PATH +FEATURE +ACTION +WHAT WAS DONE$/);
    expect(row).toMatch(/^\/top_k +top_k +dropped +left out: the target has no such field$/);
    expect(JSON.parse(stdout).messages).toHaveLength(2);
    expect(code).toBe(3);
  });

  it("reports as JSON", async () => {
    const report = fileWith("", "report.json");
    const line = `convert --what request --from claude --to openai --report ${report}`;
    const { code } = await toolglot(line, { ...claudeRequest, top_k: 5 });
    expect(JSON.parse(readFileSync(report, "utf8"))).toMatchObject({ losses: [{ path: "/top_k", from: "claude" }] });
    expect(code).toBe(0);
  });

  it("writes one line per input line", async () => {
    const input = jsonl(claudeRequest, '{"model": nope}', { ...claudeRequest, messages: [5] }, claudeRequest);
    const { code, stdout, stderr } = await toolglot("convert --what request --jsonl --from claude --to openai", input);
    expect(parsed(stdout)).toHaveLength(2);
    expect(stderr).toContain("error: <stdin>: expected a value after ':', found \"n\" (line 2, column 11)\n");
    expect(stderr).toMatch(/^error: <stdin>: line 3: claude adapter to_canonical: .* \(at \/messages\/0\)$/m);
    expect(code).toBe(1);
  });

  it("reports invalid JSON with its line, and an invalid body with its pointer", async () => {
    const [syntax, shape] = await Promise.all([
      toolglot("convert --what request --from claude --to openai", '{\n  "model": nope\n}'),
      toolglot("convert --what request --from claude --to openai", { ...claudeRequest, messages: ["hi"] }),
    ]);
    expect(syntax.stderr).toBe("error: <stdin>: expected a value after ':', found \"n\" (line 2, column 12)\n");
    expect(shape.stderr).toMatch(/^error: <stdin>: claude adapter to_canonical: .* \(at \/messages\/0\)\n$/);
    expect([syntax.code, syntax.stdout, shape.code, shape.stdout]).toEqual([1, "", 1, ""]);
  });

  it.each(speakers("request"))("goes to %s and back", async (to) => {
    const there = await toolglot(`convert --what request --from openai --to ${to} --model m`, chatRequest);
    const back = await toolglot(`convert --what request --from ${to} --to openai --model gpt-4.1`, there.stdout);
    expect(JSON.parse(back.stdout)).toMatchObject(chatRequest);
    expect([there.code, back.code]).toEqual([0, 0]);
  });
});

describe("convert --what response", () => {
  it("translates from the provider's dialect to the client's", async () => {
    const [toChat, toClaude] = await Promise.all([
      toolglot("convert --what response --from claude --to openai", claudeResponse),
      toolglot(`convert ${fileWith(JSON.stringify(chatResponse))} --what response --from openai --to claude`),
    ]);
    expect(JSON.parse(toChat.stdout)).toMatchObject({ choices: chatResponse.choices, usage: chatResponse.usage });
    expect(JSON.parse(toClaude.stdout)).toMatchObject({ content: claudeResponse.content, stop_reason: "tool_use" });
    expect([toChat.code, toChat.stderr, toClaude.code, toClaude.stderr]).toEqual([0, "", 0, ""]);
  });

  it.each(speakers("response"))("is detected by its shape, from %s and back", async (to) => {
    const there = await toolglot(`convert --what response --from openai --to ${to}`, chatResponse);
    const back = await toolglot("convert --what response --to openai", there.stdout);
    expect(JSON.parse(back.stdout).choices).toMatchObject([{ message: { content: "Let me see." } }]);
    expect(JSON.parse(back.stdout).choices[0].message.tool_calls).toMatchObject([{ function: chatCall.function }]);
    expect([there.code, back.code]).toEqual([0, 0]);
  });

  it("prints the report along with the value as JSON", async () => {
    const line = "convert --what response --from claude --to openai --json --compact";
    const { stdout } = await toolglot(line, claudeResponse);
    expect(JSON.parse(stdout)).toMatchObject({
      value: { object: "chat.completion" },
      losses: expect.any(Array),
      changes: expect.any(Array),
    });
    expect(stdout).toMatch(/^.*\n$/);
  });

  it("translates an error, and exits with 1", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const [forPeople, json] = await Promise.all([
      toolglot("convert --what response --from claude --to openai", error),
      toolglot("convert --what response --from claude --to openai --json", error),
    ]);
    expect(JSON.parse(forPeople.stdout)).toMatchObject({ error: { message: "Overloaded" } });
    expect(forPeople.stderr).toBe("error: <stdin>: the response is an error: Overloaded\n");
    expect(JSON.parse(json.stdout)).toMatchObject({ value: { error: {} }, status: expect.any(Number) });
    expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: "error_answer" } });
    expect([forPeople.code, json.code]).toEqual([1, 1]);
  });

  it("writes one line per input line, errors included", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const line = "convert --what response --jsonl --to openai";
    const { code, stdout, stderr } = await toolglot(line, jsonl(claudeResponse, error, claudeResponse));
    expect(parsed(stdout)).toMatchObject([{ choices: [{}] }, { error: {} }, { choices: [{}] }]);
    expect(stderr).toContain("error: <stdin>: line 2: the response is an error: Overloaded\n");
    expect(stderr).toContain("note: 3 lines: 1 failure, 0 losses\n");
    expect(code).toBe(1);
  });
});
