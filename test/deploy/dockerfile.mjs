// Runs the steps of the Dockerfile in folders of this machine, for machines without Docker. A stage is a folder: a file that a step
// copies must exist there, or in what .dockerignore leaves of the repository.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, matchesGlob } from "node:path";

/** The instructions of a Dockerfile: `[instruction, rest of the line]`. */
export function readDockerfile(text) {
  const lines = text.replaceAll(/\\\n/g, " ").split("\n");
  return lines.filter((line) => /^[A-Z]/.test(line)).map((line) => /^(\w+)\s+(.*)$/.exec(line).slice(1));
}

/** Copies what Docker would be sent: the files of the repository that are not ignored. */
export function copyContext(root, target) {
  const patterns = readFileSync(join(root, ".dockerignore"), "utf8").split("\n").filter(Boolean);
  const files = execFileSync("git", ["ls-files", "-co", "--exclude-standard"], { cwd: root, encoding: "utf8" });
  for (const file of files.split("\n").filter(Boolean))
    if (existsSync(join(root, file)) && !isIgnored(file, patterns)) cpSync(join(root, file), join(target, file));
}

/** The last pattern that matches a file, or a folder that it is in, decides. */
function isIgnored(file, patterns) {
  const parts = file.split("/");
  const paths = parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  const last = patterns.findLast((pattern) => paths.some((path) => matchesGlob(path, pattern.replace(/^!/, ""))));
  return last !== undefined && !last.startsWith("!");
}

/** Runs all stages below a folder, and returns the last one: its folder and settings. */
export function runStages(instructions, context, folder) {
  const stages = new Map();
  let stage;
  for (const [name, rest] of instructions) {
    if (name === "FROM") {
      const [, alias = String(stages.size)] = / AS (\w+)$/i.exec(rest) ?? [];
      stage = { folder: join(folder, alias), workdir: "/", env: {}, user: "root" };
      stages.set(alias, stage);
      mkdirSync(stage.folder, { recursive: true });
    } else STEPS[name](stage, rest, { stages, context });
  }
  return stage;
}

const STEPS = {
  WORKDIR: (stage, path) => {
    stage.workdir = path;
    mkdirSync(join(stage.folder, path), { recursive: true });
  },
  ENV: (stage, text) => Object.assign(stage.env, Object.fromEntries([text.split("=", 2)])),
  USER: (stage, user) => Object.assign(stage, { user }),
  EXPOSE: (stage, port) => Object.assign(stage, { port: Number(port) }),
  HEALTHCHECK: (stage, text) => Object.assign(stage, { health: JSON.parse(text.slice(text.indexOf("["))) }),
  ENTRYPOINT: (stage, text) => Object.assign(stage, { entrypoint: JSON.parse(text) }),
  CMD: (stage, text) => Object.assign(stage, { command: JSON.parse(text) }),
  RUN: (stage, script) => {
    const options = { cwd: join(stage.folder, stage.workdir), env: { ...process.env, ...stage.env } };
    const began = Date.now();
    execFileSync("sh", ["-ec", script], { ...options, stdio: ["ignore", "ignore", "inherit"] });
    console.log(`ok - RUN ${script} (${Math.round((Date.now() - began) / 1000)} s)`);
  },
  COPY: (stage, text, { stages, context }) => {
    const words = text.split(/\s+/);
    const from = words[0].startsWith("--from=") ? stages.get(words.shift().slice("--from=".length)).folder : context;
    const target = join(stage.folder, stage.workdir, words.pop());
    for (const word of words) copy(join(from, word), target, words.length > 1 || text.endsWith("/"));
  },
};

function copy(source, target, intoFolder) {
  if (!existsSync(source)) throw new Error(`COPY: there is no ${source}`);
  const isFile = statSync(source).isFile();
  cpSync(source, intoFolder && isFile ? join(target, basename(source)) : target, {
    recursive: true,
    verbatimSymlinks: true,
  });
}
