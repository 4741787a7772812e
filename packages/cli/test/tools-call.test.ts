import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ended, MAIN } from "./run.ts";
import { Project } from "./tools-folder.ts";

describe("tools call", () => {
  it("prints the result that a model would get", async () => {
    const project = new Project();
    project.tool("echo");
    const { code, stdout, stderr } = await project.run(["tools", "call", "echo", '{"text":"$(id) `id`"}']);
    expect(stdout).toBe('{"tool_success":true,"result":{"text":"$(id) `id`"}}\n');
    expect([code, stderr]).toEqual([0, ""]);
  });

  it("accepts arguments from standard input, or none, and keeps all digits", async () => {
    const project = new Project();
    project.tool("echo");
    const piped = await project.run(["tools", "call", "echo", "-"], '{"n":12345678901234567890}');
    expect(piped.stdout).toBe('{"tool_success":true,"result":{"n":12345678901234567890}}\n');
    expect((await project.run(["tools", "call", "echo"])).stdout).toBe('{"tool_success":true,"result":{}}\n');
  });

  it.each([
    ["the arguments are wrong", ["echo", '{"n":"one"}'], 1, "INVALID_ARGUMENTS", 'n: expected an integer, got "one"'],
    ["there is no such tool", ["ecko"], 1, "NOT_FOUND", "did you mean echo?"],
    ["the tool fails", ["fails"], 1, "NON_ZERO_EXIT", "disk on fire"],
    ["the tool prints no JSON", ["babbles"], 1, "INVALID_OUTPUT", "babble"],
    ["the tool takes too long", ["hangs", "--timeout", "300"], 124, "TIMEOUT", "300 ms"],
    ["the tool takes longer than it said itself", ["patient"], 124, "TIMEOUT", "200 ms"],
  ])("has its own exit code if %s", async (_, args, code, errorCode, expectedText) => {
    const project = new Project();
    project.tool("echo");
    project.tool("fails", { does: "echo 'disk on fire' >&2; exit 3" });
    project.tool("babbles", { does: "echo babble" });
    project.tool("hangs", { does: "sleep 600" });
    project.tool("patient", { does: "sleep 600", timeout: 200 });
    const outcome = await project.run(["tools", "call", ...args]);
    expect(JSON.parse(outcome.stdout)).toMatchObject({ tool_success: false, error_code: errorCode });
    expect(outcome.stdout.replaceAll('\\\\"', '\\"')).toContain(expectedText.replaceAll('"one"', '\\"one\\"'));
    expect(outcome.code).toBe(code);
  });

  it("ends the tool on Ctrl-C", async () => {
    const project = new Project();
    const started = join(project.folder, "started");
    project.tool("hangs", { does: `touch ${started}; sleep 600` });
    const child = project.start(["tools", "call", "hangs"]);
    const outcome = ended(child);
    while (!existsSync(started)) await new Promise((resolve) => setTimeout(resolve, 50));
    child.kill("SIGINT");
    const { code, stdout } = await outcome;
    expect(JSON.parse(stdout)).toMatchObject({ tool_success: false, error_code: "CANCELLED" });
    expect(code).toBe(130);
  });

  it("reports which part of a schema is not checked", async () => {
    const project = new Project();
    const folder = join(project.folder, "remote");
    const properties = { text: { type: "string", minLength: "5" } };
    project.tool("echo", { folder, parameters: { type: "object", properties } });
    const { code, stderr } = await project.run(["tools", "call", "echo", '{"text":"a"}', "--dir", folder]);
    expect(stderr).toContain(`note: in the tool's schema, "minLength" is not checked: it is malformed`);
    expect(code).toBe(0);
  });

  it("refuses arguments that are not JSON", async () => {
    const project = new Project();
    project.tool("echo");
    const { code, stdout, stderr } = await project.run(["tools", "call", "echo", "{text}"]);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("error: the arguments: ");
  });
});

describe("toolglot itself", () => {
  it("is a tool in its own toolbox", async () => {
    const project = new Project();
    project.script("toolglot", `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    const { tools, refusals } = JSON.parse((await project.run(["tools", "list", "--json"])).stdout);
    expect(tools).toMatchObject([{ name: "toolglot", hints: { readOnly: true } }]);
    expect(refusals).toEqual([]);
    const input = '[{"name":"a","inputSchema":{"type":"object"}}]';
    const call = (args: object) => project.run(["tools", "call", "toolglot", JSON.stringify(args)]);
    const converted = await call({ command: "convert", input, from: "mcp", to: "anthropic" });
    expect(JSON.parse(converted.stdout)).toMatchObject({ tool_success: true, result: { value: [{ name: "a" }] } });
    const checked = await call({ command: "check", input, to: "gemini" });
    expect(JSON.parse(checked.stdout)).toMatchObject({ result: { for: "gemini", accepted: expect.any(Boolean) } });
    const listed = JSON.parse((await call({ command: "dialects" })).stdout);
    expect(listed.result.dialects.map(({ id }: { id: string }) => id)).toContain("ollama");
  });

  it.each([
    [{ command: "convert", input: "[", to: "mcp" }, "expected a value"],
    [{ command: "convert", input: "[]" }, "to: required for this command, but missing"],
    [{ command: "serve" }, 'command: expected one of "convert", "check", "dialects"'],
    [{}, "command: required, but missing"],
  ])("reports what is wrong to a model: %j", async (args, expectedText) => {
    const { code, stdout } = await new Project().run([], JSON.stringify(args));
    const { tool_success, error } = JSON.parse(stdout);
    expect([code, tool_success]).toEqual([1, false]);
    expect(error).toContain(expectedText);
  });
});
