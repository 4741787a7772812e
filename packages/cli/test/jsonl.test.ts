import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linesOf } from "../src/input/lines.ts";
import { PEAK_MEMORY } from "./peak-memory.ts";
import { ended, fileWith, mcpTool, start, toolglot } from "./run.ts";

const now = mcpTool("now");
const when = mcpTool("when", { day: { type: "string", format: "date" } });

function jsonl(...lines: unknown[]): string {
  return lines.map((line) => `${typeof line === "string" ? line : JSON.stringify(line)}\n`).join("");
}

describe("convert --jsonl", () => {
  it("gives a line for a line: a tool for a tool, an array for an array", async () => {
    const { code, stdout } = await toolglot("convert --jsonl --from mcp --to anthropic", jsonl(now, [now, when]));
    const [one, many, end] = stdout.split("\n");
    expect(JSON.parse(one ?? "")).toMatchObject({ name: "now" });
    expect(JSON.parse(many ?? "")).toMatchObject([{ name: "now" }, { name: "when" }]);
    expect([code, end]).toEqual([0, ""]);
  });

  it("skips blank lines and accepts any line ending", async () => {
    const input = `\n${JSON.stringify(now)}\r\n\r\n${JSON.stringify(when)}`;
    const { code, stdout } = await toolglot("convert --jsonl --from mcp --to anthropic", input);
    expect(stdout.match(/\n/g)).toHaveLength(2);
    expect(code).toBe(0);
  });

  it("keeps a line separator within a string", async () => {
    const tool = JSON.stringify({ ...now, description: "a\u2028b" });
    const { stdout } = await toolglot("convert --jsonl --from mcp --to anthropic", jsonl(tool));
    expect(JSON.parse(stdout)).toMatchObject({ description: "a\u2028b" });
  });

  it("reports an invalid line with its number, continues, and exits with 1", async () => {
    const input = jsonl(now, '{"name": nope}', { name: "x", inputSchema: 5 }, { model: "m" }, when);
    const { code, stdout, stderr } = await toolglot("convert --jsonl --from mcp --to anthropic", input);
    expect(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line).name),
    ).toEqual(["now", "when"]);
    expect(stderr).toContain("error: <stdin>: expected a value after ':', found \"n\" (line 2, column 10)");
    expect(stderr).toMatch(/^error: <stdin>: line 3: .*expected a JSON Schema.* \(at \/inputSchema\)$/m);
    expect(stderr).toContain("error: <stdin>: line 4: the input contains no tools\n");
    expect(stderr).toContain("note: 5 lines: 3 failures, 0 losses");
    expect(code).toBe(1);
  });

  it("reports losses with their line numbers", async () => {
    const { code, stderr } = await toolglot("convert --jsonl --from mcp --to ollama", jsonl(now, when));
    expect(stderr).toContain("line 2  when  /inputSchema/properties/day/format  described  moved to the description\n");
    expect(code).toBe(0);
  });

  it("exits with 3 for losses under --fail-on-loss, and with 1 if a line failed as well", async () => {
    const [lossy, bad] = await Promise.all([
      toolglot("convert --jsonl --from mcp --to ollama --fail-on-loss", jsonl(when)),
      toolglot("convert --jsonl --from mcp --to ollama --fail-on-loss", jsonl(when, "[")),
    ]);
    expect([lossy.code, bad.code]).toEqual([3, 1]);
  });

  it("reports as JSON lines", async () => {
    const report = fileWith("", "report.jsonl");
    const { stderr } = await toolglot(
      `convert --jsonl --from mcp --to ollama --report ${report}`,
      jsonl(now, "[", when),
    );
    const lines = readFileSync(report, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { line: 1, losses: [] },
      { line: 2, error: { code: "syntax", column: 2 } },
      { line: 3, losses: [{ feature: "format" }], changes: expect.any(Array) },
    ]);
    expect(stderr).not.toContain("described");
  });

  it("prints values with their losses as JSON lines", async () => {
    const { stdout } = await toolglot("convert --jsonl --from mcp --to ollama --json", jsonl(when));
    expect(JSON.parse(stdout)).toMatchObject({ line: 1, value: { type: "function" }, losses: [{ feature: "format" }] });
  });

  it("detects the dialect by the first readable line", async () => {
    const { code, stdout, stderr } = await toolglot("convert --jsonl --to anthropic", jsonl("[", now, when));
    expect(stderr.match(/note: reading the input as mcp/g)).toHaveLength(1);
    expect(stdout.match(/\n/g)).toHaveLength(2);
    expect(code).toBe(1);
  });

  it("requires the dialect if the first line is ambiguous", async () => {
    const { code, stderr } = await toolglot("convert --jsonl --to anthropic", jsonl({ name: "x" }, now));
    expect(stderr).toContain("--from is required");
    expect(code).toBe(2);
  });

  it("accepts the same name on two lines", async () => {
    const { code, stdout } = await toolglot("convert --jsonl --from mcp --to anthropic", jsonl(now, now));
    expect(stdout.match(/"name":"now"/g)).toHaveLength(2);
    expect(code).toBe(0);
  });

  it("writes each line as soon as it is read", async () => {
    const child = start(["convert", "--jsonl", "--from", "mcp", "--to", "anthropic"]);
    const outcome = ended(child);
    child.stdin?.write(jsonl(now));
    const [first] = child.stdout === null ? [] : await once(child.stdout, "data");
    expect(JSON.parse(first)).toMatchObject({ name: "now" });
    child.stdin?.end();
    expect((await outcome).code).toBe(0);
  });
});

describe("a file of 50 MB", () => {
  const LINES = 2500;

  it("needs constant memory", async () => {
    const file = fileWith("", "big.jsonl");
    await writeBig(file);
    const args = ["convert", file, "--jsonl", "--from", "mcp", "--to", "anthropic"];
    const child = start(args, ["--max-old-space-size=64", "--import", PEAK_MEMORY]);
    const { code, lines, stderr } = await counted(child);
    expect([code, lines]).toEqual([0, LINES]);
    // In kilobytes: what Node needs anyway, and a little more.
    expect(Number(stderr.match(/peak (\d+)/)?.[1])).toBeLessThan(200_000);
  });

  async function counted(child: ChildProcess): Promise<{ code: number | null; lines: number; stderr: string }> {
    let lines = 0;
    let stderr = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) lines++;
    });
    child.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk;
    });
    const [code] = await once(child, "close");
    return { code, lines, stderr };
  }

  async function writeBig(file: string): Promise<void> {
    const out = createWriteStream(file);
    const description = "All about a day. ".repeat(1250);
    for (let number = 0; number < LINES; number++) {
      if (!out.write(jsonl({ ...when, name: `when_${number}`, description }))) await once(out, "drain");
    }
    out.end();
    await once(out, "close");
  }
});

describe("lines", () => {
  it("are the same however the bytes are cut", async () => {
    const text = "one\n\nthree\u2028é\r\nfour";
    const bytes = Buffer.from(text);
    for (let size = 1; size <= bytes.length; size++) {
      expect(await collect(cut(bytes, size), 100)).toEqual(["one", "", "three\u2028é\r", "four"]);
    }
  });

  it("that are too long are reported, and not buffered", async () => {
    expect(await collect(cut(Buffer.from("short\nmuch too long\nend\n"), 4), 5)).toEqual(["short", undefined, "end"]);
  });

  async function collect(chunks: AsyncIterable<Buffer>, limit: number): Promise<(string | undefined)[]> {
    const lines: (string | undefined)[] = [];
    for await (const { bytes } of linesOf(chunks, limit)) lines.push(bytes?.toString());
    return lines;
  }

  async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
});
