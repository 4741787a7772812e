import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A fresh folder with tools that need nothing but a shell: one that answers, one that fails, one that never ends. */
export function toolFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-tools-"));
  addTool(folder, "echo", "cat");
  addTool(folder, "fail", "echo broken >&2; exit 3");
  // Its children hold the pipe, and its pid is the name of a file that others can find.
  addTool(folder, "hang", `sleep 1000 & echo $$ > ${folder}/hanging.pid; sleep 1000; wait`);
  return folder;
}

/** Puts a tool into a folder. */
export function addTool(folder: string, name: string, body: string): void {
  const schema = JSON.stringify({
    name,
    description: `Does ${name}`,
    parameters: { type: "object", properties: PROPERTIES },
  });
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\nif [ "$1" = --schema ]; then cat <<'END'\n${schema}\nEND\nexit; fi\n${body}\n`);
  chmodSync(file, 0o755);
}

const PROPERTIES = { text: { type: "string" }, number: { type: "number" } };
