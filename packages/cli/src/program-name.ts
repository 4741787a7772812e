import { realpathSync } from "node:fs";
import { basename, relative } from "node:path";

/** How the user started the program, so that a printed command works: installed, by npx, or with node. */
export function programName(): string {
  if (isScript()) return `node ${relative(process.cwd(), scriptPath())}`;
  return isNpx() ? "npx toolglot" : "toolglot";
}

/** The words that start the program from any folder. */
export function programWords(): string[] {
  return isScript() || isNpx() ? [process.execPath, realpathSync(scriptPath())] : ["toolglot"];
}

function isScript(): boolean {
  return basename(scriptPath()).startsWith("main");
}

// npx finds the command of a project, which is not on the user's PATH: https://docs.npmjs.com/cli/commands/npx
function isNpx(): boolean {
  return process.env.npm_command === "exec";
}

function scriptPath(): string {
  return process.argv[1] ?? "";
}
