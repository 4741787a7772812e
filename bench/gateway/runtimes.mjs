// Other runtimes than this one, from npm: `--runtimes node@22,node@24,bun`. npx installs what is missing.
import { execFileSync } from "node:child_process";

/** For each, its name with its version, and the path of its executable. */
export async function runtimes(names) {
  return names.map((name) => {
    const [program] = name.split("@");
    const run = (script) =>
      execFileSync("npx", ["--yes", "--package", name, "--", "sh", "-c", script], { encoding: "utf8" });
    const [runtime, version] = run(`command -v ${program}; ${program} --version`).trim().split("\n");
    return { name: `toolglot on ${program} ${version}`, runtime };
  });
}
