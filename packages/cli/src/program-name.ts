import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

/** How the user started the program, so that a printed command works: installed, by npx, or with node. */
export function programName(): string {
  if (!isScript()) return isNpx() ? "npx toolglot" : "toolglot";
  return isLinked() ? "npx toolglot" : `node ${relative(process.cwd(), scriptPath())}`;
}

/** The words that start the program from any folder. */
export function programWords(): string[] {
  return isScript() || isNpx() ? [process.execPath, realpathSync(scriptPath())] : ["toolglot"];
}

function isScript(): boolean {
  return basename(scriptPath()).startsWith("main");
}

/** Whether npx, in the working folder, starts this very program, as in a clone after `npm ci`. */
function isLinked(): boolean {
  const link = join(process.cwd(), "node_modules/.bin/toolglot");
  const command = resolve(dirname(realpathSync(scriptPath())), "../bin/toolglot.js");
  return existsSync(link) && realpathSync(link) === command;
}

// npx sets `npm_command` to `exec`. It finds the command of a project, which is not on the user's PATH.
function isNpx(): boolean {
  return process.env.npm_command === "exec";
}

function scriptPath(): string {
  return process.argv[1] ?? "";
}
