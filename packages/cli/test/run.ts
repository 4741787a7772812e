import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The built program. */
export const MAIN: string = fileURLToPath(new URL("../dist/main.js", import.meta.url));

/** How a run ended, and what it said. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program with arguments as one would type them, and an input on standard input. */
export function toolglot(line: string, input: string | Buffer | object = ""): Promise<Outcome> {
  const child = start(line.split(" ").filter((word) => word !== ""));
  child.stdin?.on("error", () => {});
  child.stdin?.end(typeof input === "string" || Buffer.isBuffer(input) ? input : JSON.stringify(input));
  return ended(child);
}

/** Starts the built program. */
export function start(
  args: readonly string[],
  nodeArgs: readonly string[] = [],
  options: Pick<SpawnOptions, "env" | "cwd"> = {},
): ChildProcess {
  return spawn(process.execPath, [...nodeArgs, MAIN, ...args], { ...options, stdio: ["pipe", "pipe", "pipe"] });
}

/** What a started program says until it ends. */
export function ended(child: ChildProcess): Promise<Outcome> {
  const said = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    said.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ code, ...said }));
  });
}

/** A file in a fresh folder. */
export function fileWith(text: string | Buffer, name: string = "tools.json"): string {
  const file = join(mkdtempSync(join(tmpdir(), "toolglot-")), name);
  writeFileSync(file, text);
  return file;
}

/** An MCP tool with these properties. */
export function mcpTool(name: string, properties: object = {}): { name: string; inputSchema: object } {
  return { name, inputSchema: { type: "object", properties } };
}
