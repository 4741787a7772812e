import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { MAIN } from "./main-file.ts";
import { ended, fileWith, mcpTool, start } from "./run.ts";

const line = `${JSON.stringify(mcpTool("now"))}\n`;

describe("the process", () => {
  it("exits without an error when its output is closed", async () => {
    const child = start(["convert", fileWith(line.repeat(20_000)), "--jsonl", "--from", "mcp", "--to", "anthropic"]);
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      stderr += chunk;
    });
    child.stdout?.once("data", () => child.stdout?.destroy());
    const [code] = await once(child, "exit");
    expect([code, stderr]).toEqual([0, ""]);
  });

  it.skipIf(!existsSync("/dev/full"))("says that its output cannot be written", () => {
    const { status, stderr } = spawnSync(process.execPath, [MAIN, "dialects"], {
      stdio: ["ignore", openSync("/dev/full", "w"), "pipe"],
    });
    expect([status, String(stderr)]).toEqual([1, "error: cannot write standard output: the disk is full\n"]);
  });

  it("exits with 130 when it is interrupted", async () => {
    const child = start(["convert", "--jsonl", "--from", "mcp", "--to", "anthropic"]);
    const outcome = ended(child);
    child.stdin?.write(line);
    if (child.stdout !== null) await once(child.stdout, "data");
    child.kill("SIGINT");
    expect((await outcome).code).toBe(130);
  });

  it("writes no colours to what is no terminal", async () => {
    const child = start(["demo"]);
    expect((await ended(child)).stdout).not.toContain("\u001b");
  });
});
