// Builds all packages, unless nothing has changed since the last build: `node packages/build.mjs`. `--without-modules` leaves out the files
// for bundlers, which take longer than all else and which no test needs.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const BUNDLED = ["core", "toolbox", "gateway", "cli"];
const PACKAGES = [...BUNDLED, "inspector"];
const COMPILER = createRequire(import.meta.url)
  .resolve("typescript/package.json")
  .replace("package.json", "bin/tsc");

/** What the last build was given. */
const STAMP = join(ROOT, "packages/core/dist/.built");

const options = process.argv.slice(2);
const digest = digestOfInput();
if (!isBuilt()) await build();

async function build() {
  rmSync(STAMP, { force: true });
  const bundles = run(COMPILER, "-b").then(() => run("packages/bundle.mjs", ...options));
  await Promise.all([bundles, run("packages/inspector/build.mjs"), run("packages/docs.mjs")]);
  writeFileSync(STAMP, digest);
}

function isBuilt() {
  const isComplete = PACKAGES.every((name) => outputOf(name).every((file) => existsSync(file)));
  // It is there if the compiler has replaced bundles since.
  const isCompiled = BUNDLED.some((name) => existsSync(join(ROOT, "packages", name, "dist/.tsbuildinfo")));
  return isComplete && !isCompiled && existsSync(STAMP) && readFileSync(STAMP, "utf8") === digest;
}

/** Some file of each kind that a build writes. */
function outputOf(name) {
  const folder = join(ROOT, "packages", name);
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const kinds = options.includes("--without-modules") ? ["types", "default"] : ["types", "module", "default"];
  const files = Object.values(exports).flatMap((entry) => kinds.flatMap((kind) => entry[kind] ?? []));
  return [...files, "docs", ...(name === "inspector" ? ["dist/assets/index.html"] : [])].map((file) =>
    join(folder, file),
  );
}

/** Of the files that a build depends on, and of Node. */
function digestOfInput() {
  const folders = ["docs", "scripts", ...PACKAGES.map((name) => `packages/${name}/src`)];
  const beside = ["", "packages", ...PACKAGES.map((name) => `packages/${name}`)].flatMap(filesIn);
  const inside = folders.flatMap((folder) => filesIn(folder, { recursive: true }));
  const hash = createHash("sha256").update(process.version);
  for (const file of [...beside, ...inside.filter((name) => !name.includes("node_modules"))])
    hash.update(`\n${file}\n`).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

/** The sources, pages and settings of a folder. */
function filesIn(folder, { recursive = false } = {}) {
  const names = readdirSync(join(ROOT, folder), { recursive, encoding: "utf8" });
  return names.filter((name) => /\.(tsx?|mjs|css|json|md)$/.test(name)).map((name) => join(folder, name));
}

async function run(program, ...args) {
  const [code] = await once(spawn(process.execPath, [program, ...args], { cwd: ROOT, stdio: "inherit" }), "exit");
  if (code !== 0) process.exit(code ?? 1);
}
