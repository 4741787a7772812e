import { basename, relative } from "node:path";

/** How the user started the program: the installed command, or node with the path of the script. */
export function programName(): string {
  const script = process.argv[1] ?? "";
  return basename(script).startsWith("main") ? `node ${relative(process.cwd(), script)}` : "toolglot";
}
