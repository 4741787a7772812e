import { findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { Ledger } from "../../../src/ledger.ts";
import { Report } from "../../../src/report.ts";
import { type Fields, OWN, partsOf, sent, text } from "./bodies.ts";

const CALLS: Json[] = [
  { role: "user", content: "Go" },
  { role: "assistant", tool_calls: [call("1", "f"), call("2", "f")] },
  { role: "tool", tool_call_id: "1", content: "one" },
  { role: "tool", tool_call_id: "2", content: "[Error] two" },
];

function call(id: string, name: string, args = "{}"): Json {
  return { id, type: "function", function: { name, arguments: args } };
}

describe("requests for Gemini", () => {
  it("have a signature on the first call of each step of the current turn, for models that require one", () => {
    const dummy = "skip_thought_signature_validator";
    const [, called] = sent({ messages: CALLS }).contents as Fields[];
    expect(partsOf(called).map((part) => part.thoughtSignature)).toEqual([dummy, undefined]);
    expect(text(sent({ messages: CALLS }, "gemini-2.5-flash"))).not.toContain(dummy);
  });

  it("have one within the dialect if another vendor made the call, and keep existing ones", () => {
    const step = (...parts: Json[]) => ({ role: "model", parts });
    const called = (name: string, more: Fields = {}) => ({ functionCall: { name, args: {} }, ...more });
    const reported = (name: string) => ({ role: "user", parts: [{ functionResponse: { name, response: {} } }] });
    const dummy = { thoughtSignature: "skip_thought_signature_validator" };
    const contents = [
      { role: "user", parts: [{ text: "Go" }] },
      ...[step({ text: "Well" }, called("a"), called("b")), reported("a"), reported("b")],
      ...[step(called("c", { thoughtSignature: "EqUC" })), reported("c")],
      ...[step({ function_call: { name: "d", args: {} }, thought_signature: "EqUD" }), reported("d")],
      ...[step(called("e", dummy)), reported("e")],
    ];
    const pass = (providerModel: string, profile?: string) =>
      createBridge({ client: OWN, provider: OWN, providerModel, ...(profile && { profile }) }).request({ contents });
    for (const profile of [undefined, "native"]) {
      const { value, changes } = pass("gemini-3.8-pro", profile);
      expect(value.contents).toEqual(contents.with(1, step({ text: "Well" }, called("a", dummy), called("b"))));
      expect(changes).toContainEqual(expect.objectContaining({ path: "/contents/1/parts/1", rule: "dummy-signature" }));
    }
    expect(pass("gemini-2.5-pro")).toEqual({ value: { contents }, losses: [], changes: [] });
  });

  it("report a placeholder signature", () => {
    const { changes } = createBridge({ client: "openai-chat", provider: OWN }).request({ model: "m", messages: CALLS });
    expect(changes).toContainEqual(
      expect.objectContaining({ path: "/messages/1/tool_calls/0", rule: "dummy-signature" }),
    );
  });

  it("have all results of a step in one content, with the names of their calls", () => {
    const [, , results] = sent({ messages: CALLS }).contents as Fields[];
    expect(results).toEqual({
      role: "user",
      parts: [
        { functionResponse: { id: "1", name: "f", response: { output: "one" } } },
        { functionResponse: { id: "2", name: "f", response: { error: "two" } } },
      ],
    });
  });

  it("keep the digits of arguments", () => {
    const bridge = createBridge({ client: "openai-chat", provider: OWN });
    const messages = [
      { role: "user", content: "a" },
      { role: "assistant", tool_calls: [call("1", "f", '{"n":1.10,"m":123456789012345678901}')] },
    ];
    const { value } = bridge.request({ model: "m", messages });
    const args = partsOf((value.contents as Fields[])[1])[0]?.functionCall as Fields;
    expect(String((args.args as Fields).n)).toBe("1.10");
    expect(String((args.args as Fields).m)).toBe("123456789012345678901");
  });

  it("have media within results, and next to them for older models", () => {
    const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } };
    const messages = [
      { role: "user", content: "Go" },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [image] }] },
    ];
    const shown = { inlineData: { mimeType: "image/png", data: "AAAA" } };
    const partsFor = (model: string) =>
      (sent({ messages, max_tokens: 9 }, model, "anthropic").contents as Fields[])[2]?.parts;
    expect(partsFor("gemini-3.8-flash")).toMatchObject([
      { functionResponse: { response: { output: "" }, parts: [shown] } },
    ]);
    expect(partsFor("gemini-2.5-flash")).toEqual([
      { functionResponse: expect.not.objectContaining({ parts: [shown] }) },
      shown,
    ]);
  });

  it.each([
    ["gemini-3.8-flash", "xhigh", { thinkingLevel: "HIGH" }],
    ["gemini-3.5-flash", "none", { thinkingLevel: "MINIMAL" }],
    ["gemini-3.8-flash", "none", { thinkingLevel: "LOW" }],
    ["some-model", "low", { thinkingLevel: "LOW" }],
    ["gemini-2.5-flash", "none", { thinkingBudget: 0 }],
    ["gemini-2.5-pro", "none", { thinkingBudget: 128 }],
    ["gemini-2.5-flash", "medium", { thinkingBudget: 8192 }],
    ["gemini-2.0-flash", "high", undefined],
  ])("set the reasoning effort for %s, if it is %s", (model, effort, thinkingConfig) => {
    const { generationConfig } = sent({ messages: [], reasoning_effort: effort }, model);
    expect((generationConfig as Fields | undefined)?.thinkingConfig).toEqual(thinkingConfig);
  });

  it("have at most five stop sequences, and report the others", () => {
    const bridge = createBridge({ client: "anthropic", provider: OWN });
    const stop = ["1", "2", "3", "4", "5", "6"];
    const { value, losses } = bridge.request({ model: "m", max_tokens: 9, messages: [], stop_sequences: stop });
    expect(value.generationConfig).toMatchObject({ stopSequences: stop.slice(0, 5) });
    expect(losses).toMatchObject([{ path: "/stop_sequences", action: "truncated" }]);
  });

  it.each([
    [{ mode: "auto" }, "AUTO", undefined],
    [{ mode: "required" }, "ANY", undefined],
    [{ mode: "none" }, "NONE", undefined],
    [{ mode: "required", tool: { kind: "function", name: "f" } }, "ANY", ["f"]],
    [{ mode: "auto", validated: true }, "VALIDATED", undefined],
    [{ mode: "auto", allowed: [{ kind: "function", name: "f" }] }, "VALIDATED", ["f"]],
  ])("choose tools: %j", (choice, mode, allowedFunctionNames) => {
    const report = new Report(new Ledger({ from: "a", to: OWN }), "from_canonical");
    const wire = findDialect(OWN)?.choice?.encode(choice as never, report);
    expect(wire).toEqual({ functionCallingConfig: { mode, ...(allowedFunctionNames && { allowedFunctionNames }) } });
  });

  it.each([
    ["gemini-3.8-flash", 2, { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true }],
    ["gemini-2.5-flash", 1, undefined],
  ])("have functions beside built-in tools for %s, if it takes both", (model, count, toolConfig) => {
    const tools = [
      { name: "f", input_schema: { type: "object", properties: {} } },
      { type: "web_search_20250305", name: "web_search" },
    ];
    const value = sent({ messages: [], max_tokens: 9, tools }, model, "anthropic");
    expect(value.toolConfig).toEqual(toolConfig);
    expect(value.tools).toHaveLength(count);
  });

  it("cannot disable parallel calls, and report it", () => {
    const bridge = createBridge({ client: "openai-chat", provider: OWN });
    const tools = [{ type: "function", function: { name: "f" } }];
    const { value, losses } = bridge.request({ model: "m", messages: [], tools, parallel_tool_calls: false });
    expect(value.toolConfig).toBeUndefined();
    expect(losses).toContainEqual(expect.objectContaining({ path: "/parallel_tool_calls" }));
  });
});

describe("requests of Gemini", () => {
  const requested = (body: Fields, provider = "openai-chat") =>
    createBridge({ client: OWN, provider, providerModel: "m" }).request(body);

  it("have lower-case types for other providers, wherever the schema is", () => {
    const responseJsonSchema = { type: "OBJECT", properties: { a: { type: "STRING" } }, required: ["a"] };
    const generationConfig = { responseMimeType: "application/json", responseJsonSchema };
    const { response_format: format } = requested({ contents: [], generationConfig }).value as Fields;
    expect(text(format as Json)).toContain('"type":"object"');
    expect(text(format as Json)).not.toMatch(/OBJECT|STRING/);
  });

  it("pair results with calls that have no ids", () => {
    const contents = [
      { parts: [{ text: "Go" }] },
      { role: "model", parts: [{ functionCall: { name: "f" } }, { functionCall: { name: "g", args: { a: 1 } } }] },
      { role: "user", parts: ["g", "f"].map((name) => ({ functionResponse: { name, response: { output: name } } })) },
    ];
    const { messages } = requested({ contents }).value as { messages: Fields[] };
    const ids = ((messages[1] as Fields).tool_calls as Fields[]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect(messages.slice(2)).toMatchObject([
      { tool_call_id: ids[1], content: "g" },
      { tool_call_id: ids[0], content: "f" },
    ]);
  });

  it("do not repeat calls that the vendor ran itself", () => {
    const served = [{ functionCall: { name: "g" } }, { functionResponse: { name: "g", response: { a: 1 } } }];
    const contents = [{ parts: [{ text: "Go" }] }, { role: "model", parts: [...served, { text: "Done" }] }];
    const { value, losses } = requested({ contents });
    expect(value.messages).toEqual([
      { role: "user", content: "Go" },
      { role: "assistant", content: "Done" },
    ]);
    expect(losses.map(({ path }) => path)).toEqual(["/contents/1/parts/0", "/contents/1/parts/1"]);
  });

  it("are refused for an unknown role", () => {
    expect(() => requested({ contents: [{ role: "nobody", parts: [] }] })).toThrow(/expected a role/);
  });
});
