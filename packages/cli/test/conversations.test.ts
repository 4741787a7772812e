import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import {
  chatCall,
  chatRequest,
  chatResponse,
  claudeRequest,
  claudeResponse,
  jsonl,
  parsed,
  speakers,
} from "./conversation-values.ts";
import { fileWith, toolglot } from "./run.ts";

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
    expect(row).toMatch(/^\/top_k +top_k +dropped +left out: the target has no field for this value$/);
    expect(JSON.parse(stdout).messages).toHaveLength(2);
    expect(code).toBe(3);
  });

  it("does not say of a value that cannot be translated that the target lacks its field", async () => {
    const file = fileWith(JSON.stringify({ ...claudeRequest, max_tokens: 12345 }).replace("12345", "1e400"));
    const { stderr } = await toolglot(`convert ${file} --what request --from claude --to openai`);
    expect(stderr).toMatch(/^\/max_tokens +max_tokens +dropped +left out: the target has no field for this value$/m);
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

  it.each([
    ["bedrock", { message: "expired" }],
    ["gemini", [{ error: { code: 429, message: "expired", status: "RESOURCE_EXHAUSTED" } }]],
    ["gemini-interactions", { event_type: "error", error: { code: "internal_error", message: "expired" } }],
    ["ollama", { error: "expired" }],
    ["openai-chat", { object: "error", message: "expired", type: "invalid_model", code: "1500" }],
    ["openai-responses", { type: "error", code: "server_error", message: "expired", sequence_number: 2 }],
    ["openrouter", { error: { code: 429, message: "expired", metadata: {} } }],
  ])("recognises and translates an error of %s", async (dialect, error) => {
    const { code, stdout, stderr } = await toolglot("convert --to anthropic --compact", error);
    expect(JSON.parse(stdout)).toMatchObject({ type: "error", error: { message: "expired" } });
    expect(stderr).toMatch(new RegExp(`^note: reading the input as an? ${dialect} response, .*\nerror: .*expired\n$`));
    expect(code).toBe(1);
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
