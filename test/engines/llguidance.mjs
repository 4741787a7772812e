import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** A process that makes grammars with llguidance, one question at a time; `undefined`, and loudly, where there is none. */
export function startLlguidance() {
  const python = preparePython();
  if (python === undefined) return undefined;
  const child = spawn(python, [join(here, "engine.py")], { stdio: ["pipe", "pipe", "inherit"] });
  const replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** Which of the texts the grammar of a schema takes, and some random texts by it; an error where it has none. */
    async ask({ id, schema, texts = [], walks = 0 }) {
      child.stdin.write(`${JSON.stringify({ id, schema, texts, walks })}\n`);
      const { value: line, done } = await replies.next();
      if (done) throw new Error(`llguidance ended at ${id}`);
      return JSON.parse(line);
    },
    end: () => child.stdin.end(),
  };
}

/** A Python with llguidance in an environment of its own. */
function preparePython() {
  const folder = join(here, ".venv");
  const python = join(folder, "bin/python");
  const has = () => existsSync(python) && spawnSync(python, ["-c", "import llguidance"]).status === 0;
  if (!has()) {
    spawnSync("python3", ["-m", "venv", folder], { stdio: "inherit" });
    spawnSync(python, ["-m", "pip", "install", "--quiet", "-r", join(here, "requirements.txt")], { stdio: "inherit" });
  }
  if (has()) return python;
  console.error("*** llguidance cannot be had from PyPI: no schema was tried in it ***");
  return undefined;
}
