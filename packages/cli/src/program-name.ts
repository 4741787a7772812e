import { basename, relative } from "node:path";

/** What a user types to get here: the installed command, or node with the path of the script. */
export function programName(): string {
  const script = process.argv[1] ?? "";
  return basename(script).startsWith("main") ? `node ${relative(process.cwd(), script)}` : "toolglot";
}
