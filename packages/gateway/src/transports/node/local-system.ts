import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import type { LocalSystem } from "../../providers/credentials/credentials.ts";

/** The machine that Node runs on. */
export const nodeSystem: LocalSystem = {
  env: process.env,
  home: homedir(),
  readFile: (path) => readFile(path, "utf8").catch(undefinedIfMissing),
  run,
};

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === "ENOENT" || error.code === "ENOTDIR") return undefined;
  throw new Error(`${error.path ?? "a file"} cannot be read (${error.code ?? error.name})`);
}

/** In milliseconds. */
const RUN_TIMEOUT = 30_000;
const MAX_OUTPUT = 1024 * 1024;

function run(command: string | readonly string[]): Promise<string> {
  const [program = "", ...words] = typeof command === "string" ? [command] : command;
  const options = {
    timeout: RUN_TIMEOUT,
    maxBuffer: MAX_OUTPUT,
    shell: typeof command === "string",
    windowsHide: true,
  };
  return new Promise((resolve, reject) => {
    execFile(program, words, options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      // The message of the error has the whole command, whose arguments may be secrets.
      else reject(new Error(`${outcomeOf(error)}${lastLine(stderr)}`));
    });
  });
}

function outcomeOf({ code, killed }: { code?: string | number | null; killed?: boolean }): string {
  if (killed) return `it took longer than ${RUN_TIMEOUT / 1000} seconds`;
  return typeof code === "number" ? `it ended with status ${code}` : `it could not be started (${code})`;
}

// What a program says to people about its failure.
function lastLine(stderr: string): string {
  const line = stderr.trim().split("\n").at(-1)?.trim().slice(0, 200) ?? "";
  return line === "" ? "" : `: ${line}`;
}
