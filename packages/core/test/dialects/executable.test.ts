import { convertToolCalls, convertToolResults, findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { Ledger } from "../../src/ledger.ts";
import { Report } from "../../src/report.ts";

describe("executable to executable", () => {
  it.each<readonly ["calls" | "results", Json]>([
    ["calls", { name: "f", arguments: { a: 1 } }],
    ["calls", { name: "f" }],
    ["results", { tool_success: true, result: { a: [1, null] } }],
    ["results", { tool_success: true, result: "noon" }],
    ["results", { tool_success: true, result: "" }],
    ["results", { tool_success: true, result: null }],
    ["results", { tool_success: true }],
    ["results", { tool_success: false, error: "no such file", error_code: "ENOENT", hint: "a" }],
    ["results", { tool_success: false }],
  ])("round-trips %s: %j", (what, body) => {
    const codec = findDialect("executable")?.[what];
    const ledger = new Ledger({ from: "executable", to: "executable" });
    const decoded = codec?.decode(body, new Report(ledger, "to_canonical"));
    expect(codec?.encode(decoded as never, new Report(ledger, "from_canonical"))).toEqual(body);
    expect(ledger.losses()).toEqual([]);
  });
});

describe("an executable", () => {
  it("is called by name, with its arguments as an object", () => {
    const called = { id: "call_1", type: "function", function: { name: "f", arguments: "" } };
    expect(convertToolCalls([called], { from: "openai-chat", to: "executable" })).toEqual({
      value: [{ name: "f", arguments: {} }],
      losses: [],
      changes: [{ path: "/0/id", rule: "call-id" }],
    });
  });

  it("returns data, which a model reads as JSON", () => {
    const { value, losses } = convertToolResults(
      { tool_success: true, result: { a: 1 } },
      { from: "executable", to: "anthropic" },
    );
    expect(value).toMatchObject([{ content: [{ type: "tool_result", content: '{"a":1}' }] }]);
    expect(losses).toEqual([]);
  });

  it("returns an error with its own code", () => {
    const failed = { tool_success: false, error: "no", error_code: "E1" };
    const { value, losses } = convertToolResults(failed, { from: "executable", to: "ollama" });
    expect(value).toMatchObject([{ role: "tool", content: "[Error] no" }]);
    expect(losses).toMatchObject([{ path: "/error_code" }]);
  });

  it("gets a generic code for an error of another dialect", () => {
    const failed = { type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: "no" };
    const { value } = convertToolResults([failed], { from: "anthropic", to: "executable" });
    expect(value).toEqual([{ tool_success: false, error: "no", error_code: "TOOL_ERROR" }]);
  });

  it("prefers data to text, and reports text that differs", () => {
    const content = [
      { type: "text", text: '{"a": 1}' },
      { type: "text", text: "see above" },
    ];
    const { value, losses } = convertToolResults(
      { content, structuredContent: { a: 1 } },
      { from: "mcp", to: "executable" },
    );
    expect(value).toEqual([{ tool_success: true, result: { a: 1 } }]);
    expect(losses.map(({ path }) => path)).toEqual(["/content/1"]);
  });

  it("refuses a result that is neither a success nor a failure", () => {
    const codec = findDialect("executable")?.results;
    const report = new Report(new Ledger({ from: "executable", to: "mcp" }), "to_canonical");
    expect(() => codec?.decode({ result: 1 }, report)).toThrow(/tool_success/);
  });
});

describe("errors", () => {
  it("are failed results in both directions", () => {
    const errors = findDialect("executable")?.errors;
    const wire = { tool_success: false, error: "no", error_code: "E1" };
    const failure = errors?.decode(wire, 500);
    expect(failure).toEqual({ kind: "server", status: 500, message: "no", code: "E1" });
    expect(errors?.encode(failure as never)).toEqual({ status: 500, value: wire });
  });
});
