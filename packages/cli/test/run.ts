import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProcess } from "./in-process.ts";
import { MAIN } from "./main-file.ts";

export { MAIN } from "./main-file.ts";

/** The exit code and the output of a run. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command in this process, with arguments as one would type them and an input on standard input. */
export function toolglot(line: string, input: Input = ""): Promise<Outcome> {
  return inProcess(wordsOf(line), { input: bytesOf(input) });
}

/** The same with the built program, in a process of its own. */
export function spawned(line: string, input: Input = ""): Promise<Outcome> {
  return outcomeOf(start(wordsOf(line)), bytesOf(input));
}

type Input = string | Buffer | object;

function wordsOf(line: string): string[] {
  return line.split(" ").filter((word) => word !== "");
}

function bytesOf(input: Input): string | Buffer {
  return typeof input === "string" || Buffer.isBuffer(input) ? input : JSON.stringify(input);
}

/** Writes the input of a process, and waits for its end. */
export function outcomeOf(child: ChildProcess, input: string | Buffer = ""): Promise<Outcome> {
  child.stdin?.on("error", () => {});
  child.stdin?.end(input);
  return ended(child);
}

/** Starts the built program. */
export function start(
  args: readonly string[],
  nodeArgs: readonly string[] = [],
  options: Pick<SpawnOptions, "env" | "cwd"> = {},
): ChildProcess {
  const env = { COLUMNS: "1000", ...(options.env ?? process.env) };
  return spawn(process.execPath, [...nodeArgs, MAIN, ...args], { ...options, env, stdio: ["pipe", "pipe", "pipe"] });
}

/** The exit code and the output of a process, when it has ended. */
export function ended(child: ChildProcess): Promise<Outcome> {
  const content = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    content.stdout += text;
  });
  child.stderr?.setEncoding("utf8").on("data", (text: string) => {
    content.stderr += text;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ code, ...content }));
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
