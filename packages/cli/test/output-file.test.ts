import { once } from "node:events";
import { existsSync, lstatSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { commands } from "../src/commands/index.ts";
import { ended, mcpTool, start, toolglot } from "./run.ts";

const folder = () => mkdtempSync(join(tmpdir(), "toolglot-output-"));
const when = mcpTool("when", { day: { type: "string", format: "date" } });

// The others print nothing that a file could hold.
const WITHOUT_DATA = ["serve", "run", "mcp", "inspect"];

describe("-o and -q", () => {
  it.each(commands.filter(({ name }) => !WITHOUT_DATA.includes(name)))("are options of $name", ({ options }) => {
    expect(options).toMatchObject({ output: { short: "o" }, quiet: { short: "q" } });
  });
});

describe("-o", () => {
  it.each([
    ["convert --from mcp --to ollama", when],
    ["check --from mcp --for ollama", when],
    ["dialects", ""],
    ["dialects --json", ""],
    ["demo", ""],
    ["tools list --dir examples/tools --json", ""],
    ["completion bash", ""],
  ])("writes what would be printed: %s", async (line, input) => {
    const file = join(folder(), "out");
    const [printed, written] = [await toolglot(line, input), await toolglot(`${line} -o ${file}`, input)];
    expect(readFileSync(file, "utf8")).toBe(printed.stdout);
    expect(written).toEqual({ ...printed, stdout: "" });
  });

  it("takes - for standard output", async () => {
    expect((await toolglot("convert --from mcp --to anthropic -o -", when)).stdout).toContain("input_schema");
  });

  it("leaves the file as it was if the command fails", async () => {
    const into = folder();
    const file = join(into, "out.json");
    writeFileSync(file, "before");
    const { code } = await toolglot(`convert --from mcp --to anthropic --output ${file}`, "[");
    expect([code, readFileSync(file, "utf8"), readdirSync(into)]).toEqual([1, "before", ["out.json"]]);
  });

  it("writes the translation of an error response, although the exit code is 1", async () => {
    const file = join(folder(), "out.json");
    const { code } = await toolglot(`convert --from ollama --to anthropic --what response -o ${file}`, { error: "no" });
    expect([code, JSON.parse(readFileSync(file, "utf8"))]).toMatchObject([1, { type: "error" }]);
  });

  it("follows a link, and keeps the permissions of the file", async () => {
    const into = folder();
    writeFileSync(join(into, "real"), "", { mode: 0o600 });
    symlinkSync("real", join(into, "link"));
    await toolglot(`convert --from mcp --to anthropic -o ${join(into, "link")}`, when);
    expect(lstatSync(join(into, "link")).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(into, "real"), "utf8")).toContain("input_schema");
    expect(lstatSync(join(into, "real")).mode & 0o777).toBe(0o600);
  });

  it("writes to what is no regular file", async () => {
    expect((await toolglot("convert --from mcp --to anthropic -o /dev/null", when)).code).toBe(0);
    expect(lstatSync("/dev/null").isCharacterDevice()).toBe(true);
  });

  it.each([
    ["a folder that is not there", "no/such/folder/out.json", "its folder does not exist"],
    ["a folder", ".", "it is a folder"],
  ])("refuses %s", async (_, file, reason) => {
    const { code, stderr } = await toolglot(`convert --from mcp --to anthropic -o ${file}`, when);
    expect([code, stderr]).toEqual([1, `error: cannot write ${file}: ${reason}\n`]);
  });

  it("leaves nothing behind if it is interrupted", async () => {
    const into = folder();
    const args = ["convert", "--jsonl", "--from", "mcp", "--to", "ollama", "-o", join(into, "out.jsonl")];
    const child = start(args);
    const outcome = ended(child);
    child.stdin?.write(`${JSON.stringify(when)}\n`);
    if (child.stderr !== null) await once(child.stderr, "data");
    expect(readdirSync(into)).toHaveLength(1);
    child.kill("SIGINT");
    expect((await outcome).code).toBe(130);
    expect(readdirSync(into)).toEqual([]);
    expect(existsSync(join(into, "out.jsonl"))).toBe(false);
  });
});

describe("-q", () => {
  it.each([
    ["convert --to ollama", when],
    ["convert --to ollama --jsonl", JSON.stringify(when)],
    ["check --for ollama", when],
    ["convert --to anthropic", '{"name":"a","name":"b","inputSchema":{"type":"object"}}'],
  ])("prints no notes, warnings and losses: %s", async (line, input) => {
    const [loud, quiet] = [await toolglot(line, input), await toolglot(`${line} -q`, input)];
    expect(loud.stderr).not.toBe("");
    expect(quiet).toEqual({ ...loud, stderr: "" });
  });

  it("prints errors, and keeps exit codes", async () => {
    expect(await toolglot("convert --from mcp --to ollama --fail-on-loss --quiet", when)).toMatchObject({
      code: 3,
      stderr: "",
    });
    expect(await toolglot("convert --from mcp --to ollama -q", "[")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^error: /),
    });
  });
});
