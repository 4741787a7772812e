import { describe, expect, it } from "vitest";
import { chatCall, claudeCall, claudeResponse, jsonl, parsed, speakers } from "./conversation-values.ts";
import { fileWith, toolglot } from "./run.ts";

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
