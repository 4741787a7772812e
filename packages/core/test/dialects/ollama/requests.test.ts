import { type Bridge, ConversionError, findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { Ledger } from "../../../src/ledger.ts";
import { Report } from "../../../src/report.ts";
import { type Fields, OWN, tools } from "./bodies.ts";

const toOllama = (): Bridge => createBridge({ client: "openai-chat", provider: OWN });
const user = { role: "user", content: "Hi" };
const called = { id: "call_1", type: "function", function: { name: "f", arguments: '{"n":12345678901234567890}' } };

const SCHEMA = { type: "object", properties: { a: { type: "string", pattern: "^a" } }, required: ["a"] };

describe("a request to Ollama", () => {
  it("sets stream to false, because the default is true", () => {
    expect(toOllama().request({ model: "m", messages: [user] }).value).toEqual({
      model: "m",
      messages: [user],
      stream: false,
    });
  });

  it("has settings in its options, and reports those without a field", () => {
    const settings = { max_completion_tokens: 5, temperature: 0.5, top_p: 1, seed: 3, stop: "END", user: "u", n: 2 };
    const { value, losses } = toOllama().request({ model: "m", messages: [user], ...settings });
    expect(value.options).toEqual({ num_predict: 5, temperature: 0.5, top_p: 1, seed: 3, stop: ["END"] });
    expect(losses.map(({ path }) => path).sort()).toEqual(["/n", "/user"]);
  });

  it.each([
    ["none", false, 0],
    ["minimal", "low", 1],
    ["medium", "medium", 0],
    ["xhigh", "max", 1],
    ["ultra", undefined, 1],
  ])("writes the effort %s as %s", (effort, think, lost) => {
    const { value, losses } = toOllama().request({ model: "m", messages: [user], reasoning_effort: effort });
    expect([value.think, losses.length]).toEqual([think, lost]);
  });

  it("has no think field unless the caller sets the effort, because models without reasoning refuse it", () => {
    const bridge = createBridge({ client: "anthropic", provider: OWN });
    const body = { model: "m", max_tokens: 9, messages: [user], thinking: { type: "adaptive" } };
    expect(bridge.request(body).value).not.toHaveProperty("think");
  });

  it.each([
    [{ type: "json_object" }, "json"],
    [{ type: "json_schema", json_schema: { name: "a", schema: SCHEMA } }, SCHEMA],
    [{ type: "text" }, undefined],
  ])("formats %j", (format, expected) => {
    const { value, losses } = toOllama().request({ model: "m", messages: [user], response_format: format });
    expect([value.format, losses]).toEqual([expected, []]);
  });

  it("has no tools where none may be called, for there is no tool choice", () => {
    const { value, losses, changes } = toOllama().request({ model: "m", messages: [user], tools, tool_choice: "none" });
    expect(value).not.toHaveProperty("tools");
    expect(losses).toEqual([]);
    expect(changes).toContainEqual({ path: "/tool_choice", rule: "tools-left-out" });
  });

  it("has the allowed tools alone", () => {
    const other = { type: "function", function: { name: "g", parameters: { type: "object", properties: {} } } };
    const choice = {
      type: "allowed_tools",
      allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "g" } }] },
    };
    const { value, losses } = toOllama().request({
      model: "m",
      messages: [user],
      tools: [...tools, other],
      tool_choice: choice,
    });
    expect([value.tools, losses]).toEqual([[other], []]);
  });

  it("has only the forced tool, which makes its call likely", () => {
    const choice = { type: "function", function: { name: "f" } };
    const others = [...tools, { type: "function", function: { name: "g", parameters: { type: "object" } } }];
    const { value } = toOllama().request({ model: "m", messages: [user], tools: others, tool_choice: choice });
    expect(value.tools).toMatchObject([{ function: { name: "f" } }]);
  });

  it.each(["required", { type: "function", function: { name: "f" } }])("reports that %j cannot be forced", (choice) => {
    const { value, losses } = toOllama().request({ model: "m", messages: [user], tools, tool_choice: choice as Json });
    expect(value).toHaveProperty("tools");
    expect(losses).toMatchObject([{ code: "forced-choice", path: "/tool_choice" }]);
  });

  it("holds arguments as objects, exact to the digit, and both names of a result", () => {
    const messages = [
      user,
      { role: "assistant", content: null, tool_calls: [called, { ...called, id: "call_2" }] },
      { role: "tool", tool_call_id: "call_1", content: "one" },
      { role: "tool", tool_call_id: "call_2", content: "two" },
    ];
    const { value } = toOllama().request({ model: "m", messages, tools });
    const [, assistant, one, two] = value.messages as Fields[];
    const [first, second] = fieldsIn(assistant?.tool_calls) as { id: string; function: Fields }[];
    expect([first?.id, first?.function.index, second?.id, second?.function.index]).toEqual(["call_1", 0, "call_2", 1]);
    expect(String((first?.function.arguments as Fields | undefined)?.n)).toBe("12345678901234567890");
    expect(one).toEqual({ role: "tool", content: "one", tool_name: "f", tool_call_id: "call_1" });
    expect(two).toEqual({ role: "tool", content: "two", tool_name: "f", tool_call_id: "call_2" });
  });

  it("joins texts, holds images as Base64 and describes what it cannot show", () => {
    const image = (url: string) => ({ type: "image_url", image_url: { url } });
    const content = [{ type: "text", text: "a" }, image("data:image/png;base64,AAAA"), image("https://x.test/b.png")];
    const { value, losses } = toOllama().request({ model: "m", messages: [{ role: "user", content }] });
    expect(value.messages).toEqual([
      { role: "user", content: "a\n[image: https://x.test/b.png (not shown)]", images: ["AAAA"] },
    ]);
    expect(losses).toMatchObject([{ code: "media", action: "described", path: "/messages/0/content/2" }]);
  });

  it("marks a failed result, and the mark is read again", () => {
    const bridge = createBridge({ client: "anthropic", provider: OWN });
    const result = { type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: "no" };
    const messages = [
      user,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }] },
      { role: "user", content: [result] },
    ];
    const { value } = bridge.request({ model: "m", max_tokens: 9, messages });
    expect((value.messages as Fields[])[2]).toMatchObject({ role: "tool", content: "[Error] no" });
    const back = createBridge({ client: OWN, provider: "anthropic" }).request(value).value.messages as Fields[];
    expect(back[2]?.content).toMatchObject([{ is_error: true, content: "no" }]);
  });
});

describe("a request from Ollama", () => {
  it("streams by default", () => {
    const { value } = createBridge({ client: OWN, provider: "anthropic" }).request({ model: "m", messages: [user] });
    expect(value.stream).toBe(true);
  });

  it("detects image types by their first bytes", () => {
    const message = { role: "user", content: "a", images: ["iVBORw0KGgoAAAA"] };
    const { value } = createBridge({ client: OWN, provider: "anthropic" }).request({ model: "m", messages: [message] });
    const source = { type: "base64", media_type: "image/png", data: "iVBORw0KGgoAAAA" };
    expect((value.messages as Fields[])[0]?.content).toEqual([
      { type: "text", text: "a" },
      { type: "image", source },
    ]);
  });

  it("pairs calls and results that have no ids, even two of one tool", () => {
    const call = (city: string) => ({ function: { name: "f", arguments: { city } } });
    const messages = [
      user,
      { role: "assistant", content: "", tool_calls: [call("Bern"), call("Rome")] },
      { role: "tool", tool_name: "f", content: "cold" },
      { role: "tool", tool_name: "f", content: "warm" },
    ];
    const { value } = createBridge({ client: OWN, provider: "openai-chat" }).request({ model: "m", messages, tools });
    const [, assistant, cold, warm] = value.messages as Fields[];
    const ids = fieldsIn(assistant?.tool_calls).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect([cold?.tool_call_id, cold?.content, warm?.tool_call_id, warm?.content]).toEqual([
      ids[0],
      "cold",
      ids[1],
      "warm",
    ]);
  });

  it("is refused where it makes a tool choice on its own", () => {
    const report = new Report(new Ledger({ from: OWN, to: OWN }), "to_canonical");
    expect(() => findDialect(OWN)?.choice?.decode("auto", report)).toThrow(ConversionError);
  });
});

function fieldsIn(list: Json | undefined): Fields[] {
  return (list ?? []) as Fields[];
}
