import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const venv = join(process.env.SERVERS_DIR ?? here, ".venv");

/** A Python with the packages of a requirements file, installed once. Throws where there is none. */
export function pythonWith(requirements) {
  const python = join(venv, "bin/python");
  if (!existsSync(python)) run(process.env.PYTHON ?? "python3", ["-m", "venv", venv]);
  const [file, installed] = [join(here, requirements), join(venv, `${requirements}.installed`)];
  const wanted = readFileSync(file, "utf8");
  if (!existsSync(installed) || readFileSync(installed, "utf8") !== wanted) {
    console.error(`installing ${requirements}…`);
    run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r", file]);
    writeFileSync(installed, wanted);
  }
  return python;
}

function run(command, args) {
  const { status, error, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.slice(0, 3).join(" ")}: ${stderr.trim().split("\n").at(-1)}`);
}
