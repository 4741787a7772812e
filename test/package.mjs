// Packs every package and reads the result as npm, Node and TypeScript will: publint, are-the-types-wrong, twice the same bytes, the
// links of its pages, installed into empty folders, and bundled into a program.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { measureSizes, sizeProblems } from "../bench/size.mjs";
import { deadLinks, REPOSITORY } from "../scripts/markdown.mjs";
import { checkBundles } from "./bundled.mjs";

const root = new URL("..", import.meta.url).pathname;
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages;
/** The most KB that the page may have, gzipped. */
const PAGE_LIMIT = 80;
const folder = mkdtempSync(join(tmpdir(), "toolglot-pack-"));
// In the order in which they need each other.
const packages = ["core", "toolbox", "gateway", "inspector", "cli"].map((name) => ({
  name,
  path: join(root, "packages", name),
}));

try {
  for (const { name, path } of packages) checkPackage(name, path);
  for (const { name, path } of packages.slice(0, -1)) installAlone(name, manifest(path));
  installGlobally();
  await checkSizes();
  checkPageSize();
  console.log(`${await checkBundles()} translations are the same in a bundle`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function checkSizes() {
  const page = readFileSync(join(root, "docs/library.md"), "utf8").replaceAll("`", "");
  const sizes = await measureSizes();
  const problems = sizeProblems(sizes);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  for (const { name, size, limit } of sizes) {
    if (!page.includes(`| ${name} | ${limit} KB |`))
      throw new Error(`docs/library.md does not say ${limit} KB: ${name}`);
    console.log(`${name}: ${size.toFixed(1)} KB gzipped`);
  }
}

/** What the inspector's page loads before somebody opens an exchange, and what the worker adds then. */
function checkPageSize() {
  const sizeOf = (file) =>
    gzipSync(readFileSync(join(root, "packages/inspector/dist/assets", file)), { level: 9 }).length / 1000;
  const page = ["inspector.js", "inspector.css", "plots.js"].reduce((total, file) => total + sizeOf(file), 0);
  if (page > PAGE_LIMIT)
    throw new Error(`the inspector's page: ${page.toFixed(1)} KB gzipped, more than ${PAGE_LIMIT}`);
  console.log(
    `the inspector's page: ${page.toFixed(1)} KB gzipped, and its worker ${sizeOf("core-worker.js").toFixed(1)} KB`,
  );
}

function checkPackage(name, path) {
  const first = pack(path);
  const digest = sha256(first);
  if (sha256(pack(path)) !== digest) throw new Error(`${path}: packing twice gives different bytes`);
  run("publint", [first, "--strict"]);
  run("attw", [first, "--profile", "esm-only"]);
  checkContent(name, unpack(name, first));
  console.log(`${path.slice(root.length)}: packed, sha256 ${digest.slice(0, 16)}…`);
}

function checkContent(name, path) {
  const { repository, homepage, bugs, license, keywords = [] } = manifest(path);
  const expected = { url: `git+${REPOSITORY}.git`, directory: `packages/${name}` };
  if (repository?.url !== expected.url || repository.directory !== expected.directory)
    throw new Error(`${name}: repository is ${JSON.stringify(repository)}, not ${JSON.stringify(expected)}`);
  if (
    !homepage?.startsWith(REPOSITORY) ||
    bugs?.url !== `${REPOSITORY}/issues` ||
    license !== "MIT" ||
    keywords.length < 5
  )
    throw new Error(`${name}: homepage, bugs, license or keywords is missing in package.json`);
  for (const file of ["README.md", "LICENSE", "docs"])
    if (!existsSync(join(path, file))) throw new Error(`${name}: ${file} is not in the tarball`);
  const dead = deadLinks(path, { repository: root });
  if (dead.length > 0) throw new Error(`${name}: dead links in the tarball:\n${dead.join("\n")}`);
}

/** A library with nothing but what it depends on. */
function installAlone(name, { name: wanted }) {
  const target = emptyFolder(`alone-${name}`);
  npm(["install", ...closure([wanted]).map(source)], target);
  const script = `await import(${JSON.stringify(wanted)})`;
  execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: target });
  console.log(`${wanted}: installed into an empty folder, from tarballs and offline`);
}

/** The command, and with it all packages together. */
function installGlobally() {
  const prefix = emptyFolder("global");
  npm(["install", "--global", "--prefix", prefix, ...closure(["toolglot"]).map(source)], prefix);
  checkCommand(process.platform === "win32" ? join(prefix, "toolglot.cmd") : join(prefix, "bin", "toolglot"));
  console.log("toolglot: installed globally, from tarballs and offline");
}

function checkCommand(command) {
  const version = execFileSync(command, ["--version"], { encoding: "utf8" }).trim();
  if (version !== manifest(join(root, "packages/cli")).version) throw new Error(`${command} --version says ${version}`);
  const input = JSON.stringify([{ name: "now", inputSchema: { type: "object", properties: {} } }]);
  const output = execFileSync(command, ["convert", "-", "--from", "mcp", "--to", "openai-chat"], {
    input,
    encoding: "utf8",
  });
  if (JSON.parse(output)[0].function.name !== "now") throw new Error(`${command} convert says ${output}`);
}

/** What npm installs a package from: our own tarballs, and for others the copy that this repository has installed. */
function source(name) {
  const own = packages.find(({ path }) => manifest(path).name === name);
  return own === undefined ? join(root, "node_modules", name) : tarball(own.path);
}

/** Packages with all that they need, by the lock file. */
function closure(names) {
  const found = new Set();
  for (const queue = [...names]; queue.length > 0; ) {
    const name = queue.shift();
    if (found.has(name)) continue;
    found.add(name);
    const { link, resolved } = lock[`node_modules/${name}`];
    queue.push(...Object.keys((link ? lock[resolved] : lock[`node_modules/${name}`]).dependencies ?? {}));
  }
  return [...found];
}

// Nothing is fetched: what is missing is an error here, as it would be for a user whose registry lacks it.
function npm(args, cwd) {
  const options = ["--offline", "--install-links", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  return execFileSync("npm", [...args, ...options], { cwd, encoding: "utf8" });
}

function emptyFolder(name) {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, "package.json"), "{}\n");
  return path;
}

function pack(path) {
  const out = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: path, encoding: "utf8" });
  return join(folder, JSON.parse(out)[0].filename);
}

function tarball(path) {
  const { name, version } = manifest(path);
  return join(folder, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
}

function unpack(name, file) {
  const path = join(folder, `unpacked-${name}`);
  mkdirSync(path);
  execFileSync("tar", ["-xzf", file, "-C", path]);
  return join(path, "package");
}

function manifest(path) {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8"));
}

function sha256(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function run(command, args) {
  execFileSync("npx", ["--no-install", command, ...args], { cwd: root, stdio: "inherit" });
}
