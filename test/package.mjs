// Packs every package and reads the result as npm, Node and TypeScript will: publint, are-the-types-wrong, and twice the same bytes.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = new URL("..", import.meta.url).pathname;
const folder = mkdtempSync(join(tmpdir(), "toolglot-pack-"));

try {
  for (const name of ["core", "toolbox", "gateway", "cli"]) checkPackage(join(root, "packages", name));
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function checkPackage(path) {
  const first = pack(path);
  const digest = sha256(first);
  if (sha256(pack(path)) !== digest) throw new Error(`${path}: packing twice gives different bytes`);
  run("publint", [first, "--strict"]);
  run("attw", [first, "--profile", "esm-only"]);
  console.log(`${path.slice(root.length)}: packed, sha256 ${digest.slice(0, 16)}…`);
}

function pack(path) {
  const out = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], { cwd: path, encoding: "utf8" });
  return join(folder, JSON.parse(out)[0].filename);
}

function sha256(file) {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}

function run(command, args) {
  execFileSync("npx", ["--no-install", command, ...args], { cwd: root, stdio: "inherit" });
}
