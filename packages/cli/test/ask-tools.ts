import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProcess } from "./in-process.ts";
import { MAIN, type Outcome, start } from "./run.ts";

/** Asks in this process, in a folder and a home of its own, and waits for the end. */
export function ask(args: readonly string[], home: string = emptyFolder(), input: string = ""): Promise<Outcome> {
  return inProcess(["ask", ...args], { input, ...surroundings(home) });
}

/** Has the built program ask, and leaves the end to the caller. */
export function startAsking(args: readonly string[], home: string = emptyFolder()): ChildProcess {
  return start(["ask", ...args], [], surroundings(home));
}

function surroundings(home: string): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  return { cwd: home, env: { PATH: process.env.PATH, HOME: home } };
}

export function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), "toolglot-ask-"));
}

/** A tool to be written: what stands in its script after the schema. */
export interface ToolFile {
  readonly name: string;
  readonly properties?: object;
  readonly readOnly?: boolean;
  readonly script: string;
}

/** A folder of tools, which are shell scripts. */
export function folderOf(...tools: readonly ToolFile[]): string {
  const folder = emptyFolder();
  for (const { name, properties = {}, readOnly = true, script } of tools) {
    const schema = {
      name,
      description: `does ${name}`,
      parameters: { type: "object", properties, required: Object.keys(properties) },
      annotations: { readOnlyHint: readOnly },
    };
    const file = join(folder, name.replaceAll("_", "-"));
    writeFileSync(
      file,
      `#!/bin/sh\nif [ "\${1-}" = --schema ]; then\n  echo '${JSON.stringify(schema)}'\n  exit\nfi\n${script}\n`,
    );
    chmodSync(file, 0o755);
  }
  return folder;
}

/** Returns its input. */
export const SAY: ToolFile = { name: "say_it", properties: { words: { type: "string" } }, script: "cat" };

/** A file of MCP servers: one that offers the tools of a folder. */
export function serversFile(folder: string): string {
  const file = join(emptyFolder(), "mcp.json");
  const server = { command: process.execPath, args: [MAIN, "mcp", "--dir", folder] };
  writeFileSync(file, JSON.stringify({ mcpServers: { remote: server } }));
  return file;
}

/** A config with one provider for each dialect, at an address or simulated; each is called as its dialect is. */
export function configFile(dialects: readonly string[], address?: string): string {
  const file = join(emptyFolder(), "toolglot.json");
  const providers = dialects.map((dialect) => [dialect, { dialect, baseUrl: baseUrl(dialect, address), ...FAST }]);
  writeFileSync(file, JSON.stringify({ providers: Object.fromEntries(providers) }));
  return file;
}

const FAST = { retries: { delay: 1 } };

/** What the official SDK of a dialect takes. */
function baseUrl(dialect: string, address: string | undefined): string {
  if (address === undefined) return "sim:";
  return dialect.startsWith("openai") ? `${address}/v1` : address;
}

/** Whether there is the program that gives others a terminal; most systems have it. */
export const hasTerminals: boolean = spawnSync("script", ["--version"]).status === 0;

/** Runs a command in a terminal of its own, and types when a text has been shown; resolves to the exit code and all that was shown. */
export async function inTerminal(
  args: readonly string[],
  typing: readonly (readonly [shown: string, keys: string])[],
  home: string = emptyFolder(),
  cwd: string = home,
): Promise<{ readonly code: number | null; readonly shown: string }> {
  const line = [process.execPath, MAIN, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
  const env = { PATH: process.env.PATH, HOME: home, NO_COLOR: "1" };
  const child = spawn("script", ["-qefc", line, "/dev/null"], { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
  const left = [...typing];
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    const [next] = left;
    if (next === undefined || !shown.includes(next[0])) return;
    left.shift();
    child.stdin.write(next[1]);
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject).on("close", (code) => resolve({ code, shown }));
  });
}
