import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { requireToolDialect } from "../src/input/detect.ts";
import { findTools } from "../src/input/tools.ts";
import { mcpTool, toolglot } from "./run.ts";

const schema = { type: "object", properties: {} };

describe("the dialect of the input", () => {
  it.each([
    ["mcp", [mcpTool("f")]],
    ["anthropic", [{ name: "f", input_schema: schema }]],
    ["anthropic", [{ type: "web_search_20250305", name: "web_search" }]],
    ["openai-chat", [{ type: "function", function: { name: "f", parameters: schema } }]],
    ["openai-chat", [{ type: "custom", custom: { name: "f" } }]],
    ["openai-chat", { functions: [{ name: "f", parameters: schema }] }],
    ["openai-responses", [{ type: "function", name: "f", parameters: schema }]],
    ["openai-responses", [{ type: "web_search" }, { type: "function", name: "f", parameters: schema }]],
    ["gemini", [{ functionDeclarations: [{ name: "f" }] }]],
    ["gemini", [{ googleSearch: {} }]],
    ["gemini", { name: "f", parameters: { type: "OBJECT", properties: {} } }],
    ["executable", { name: "f", description: "d", parameters: schema }],
  ])("is detected by its shape: %s", (dialect, input) => {
    expect(requireToolDialect(findTools(input as unknown as Json))).toBe(dialect);
  });

  it("is reported to the user", async () => {
    const { code, stderr } = await toolglot("convert --to mcp", [{ name: "f", input_schema: schema }]);
    expect(stderr).toBe(
      "note: reading the input as anthropic tools, detected from its shape; use --what and --from to override\n",
    );
    expect(code).toBe(0);
  });

  it("must be given if the shape matches two dialects", async () => {
    const { code, stderr } = await toolglot("convert --to mcp", {
      tools: [mcpTool("f"), { name: "g", input_schema: schema }],
    });
    expect(stderr).toContain(
      "--from is required: the input is ambiguous: /tools/0 looks like mcp, /tools/1 looks like anthropic",
    );
    expect(code).toBe(2);
  });

  it("must be given if the shape matches no dialect", async () => {
    const { code, stderr } = await toolglot("convert --to mcp", [{ name: "f" }]);
    expect(stderr).toContain("--from is required: the dialect of the input cannot be detected");
    expect(code).toBe(2);
  });

  it("is detected for check, too", async () => {
    const { code, stderr } = await toolglot("check --for anthropic", [mcpTool("f")]);
    expect(stderr).toContain("note: reading the input as mcp");
    expect(code).toBe(0);
  });
});
