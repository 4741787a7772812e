import { describe, expect, it } from "vitest";
import { mcpTool, toolglot } from "./run.ts";

const dotted = mcpTool("a.b");

describe("check", () => {
  it("exits with 1 and reports where and why a provider would refuse", async () => {
    const { code, stdout } = await toolglot("check --from mcp --for anthropic", { tools: [mcpTool("fine"), dotted] });
    const [title, head, row] = stdout.split("\n");
    expect(title).toBe("anthropic: refused, 1 error, 0 warnings");
    expect(head).toMatch(/^SEVERITY +TOOL +PATH +RULE +MESSAGE$/);
    expect(row).toMatch(/^error +a\.b +\/tools\/1\/name +\S+ +\S/);
    expect(code).toBe(1);
  });

  it("exits with 0 if there are no problems", async () => {
    const { code, stdout } = await toolglot("check --from mcp --for anthropic", [mcpTool("fine")]);
    expect(stdout).toBe("anthropic: accepted, 0 errors, 0 warnings\n");
    expect(code).toBe(0);
  });

  it("exits with 0 if there are only warnings", async () => {
    const tool = mcpTool("fine", { day: { type: "string", format: "date" } });
    const { code, stdout } = await toolglot("check --from mcp --for ollama", [tool]);
    expect(stdout).toMatch(/^ollama: accepted, 0 errors, 1 warning\n/);
    expect(stdout).toMatch(/^warning +fine +\/0\/inputSchema\/properties\/day\/format/m);
    expect(code).toBe(0);
  });

  it("checks every target by its own rules", async () => {
    const { code, stdout } = await toolglot("check --from mcp --for mcp --for claude --for gemini", [dotted]);
    expect(stdout).toMatch(/^mcp: accepted/m);
    expect(stdout).toMatch(/^claude: refused/m);
    expect(stdout).toMatch(/^gemini: accepted/m);
    expect(code).toBe(1);
  });

  it("checks what a profile would send", async () => {
    const { code } = await toolglot("check --from mcp --for anthropic --profile native", [dotted]);
    expect(code).toBe(0);
  });

  it("prints JSON", async () => {
    const { code, stdout } = await toolglot("check --from mcp --for mcp --for claude --json", dotted);
    expect(JSON.parse(stdout)).toMatchObject([
      { for: "mcp", accepted: true },
      { for: "claude", accepted: false, problems: [{ tool: "a.b", path: "/name", severity: "error" }] },
    ]);
    expect(code).toBe(1);
  });

  it("counts a tool that cannot be read as refused", async () => {
    const { code, stdout } = await toolglot("check --from mcp --for anthropic", [{ name: "f", inputSchema: 5 }]);
    expect(stdout).toMatch(/^error +f +\/0\/inputSchema/m);
    expect(code).toBe(1);
  });

  it("needs a target", async () => {
    const { code, stderr } = await toolglot("check --from mcp", [dotted]);
    expect(stderr).toContain("--for is missing: --for DIALECT, one of openai-chat, openai-responses, anthropic");
    expect(code).toBe(2);
  });

  it("takes several targets in one option or in several", async () => {
    const { stdout } = await toolglot("check --from mcp --for anthropic,gemini --for ollama", [dotted]);
    expect(stdout.match(/^\w+(?=: )/gm)).toEqual(["anthropic", "gemini", "ollama"]);
    const { code, stderr } = await toolglot("check --from mcp --for anthropic,gemin", [dotted]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('unknown dialect "gemin"; did you mean gemini?')]);
  });

  it("suggests the most similar target", async () => {
    const { code, stderr } = await toolglot("check --from mcp --for gemni", [dotted]);
    expect(stderr).toContain('unknown dialect "gemni"; did you mean gemini?');
    expect(code).toBe(2);
  });
});
