import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { afterTest } from "./support/cleanup.ts";
import { ROOT } from "./support/source.ts";

const PACKAGES = ["core", "toolbox", "gateway", "cli", "inspector"];
const STAMP = "packages/core/dist/.built";
const SOURCE = "packages/core/src/index.ts";

/** What the programs of a build do here: they write down their names and options, and write the files that a build has. */
const PROGRAMS: Readonly<Record<string, string>> = {
  "node_modules/typescript/bin/tsc": `
    if (readFileSync("${SOURCE}", "utf8").includes("broken")) process.exit(3);
    for (const name of packages) write(name + "/dist/.tsbuildinfo", name + "/dist/index.js", name + "/dist/index.d.ts");`,
  "packages/bundle.mjs": `
    for (const name of packages) rmSync("packages/" + name + "/dist/.tsbuildinfo");
    if (!process.argv.includes("--without-modules")) write("core/dist/modules/index.js");`,
  "packages/docs.mjs": 'write(...packages.map((name) => name + "/docs/index.md"));',
  "packages/inspector/build.mjs": 'write("inspector/dist/assets/index.html");',
};

const PRELUDE = `
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname } from "node:path";
const packages = ${JSON.stringify(PACKAGES)};
const write = (...files) => {
  for (const file of files) {
    mkdirSync(dirname("packages/" + file), { recursive: true });
    writeFileSync("packages/" + file, "");
  }
};
appendFileSync("log", [basename(process.argv[1]), ...process.argv.slice(2)].join(" ") + "\\n");`;

describe("the build", () => {
  it("builds what is missing or has changed, and nothing otherwise", () => {
    const copy = workspace();
    expect(copy.build("--without-modules").ran).toContain("bundle.mjs --without-modules");
    expect(copy.build("--without-modules").ran).toEqual([]);
    expect(copy.build()).toEqual({ code: 0, ran: ALL });
    expect(copy.build("--without-modules").ran).toEqual([]);
    copy.write(SOURCE, "export const two = 2;");
    expect(copy.build()).toEqual({ code: 0, ran: ALL });
  });

  it("leaves no stamp if it fails, not even that of the build before", () => {
    const copy = workspace();
    copy.write(STAMP, "");
    copy.write(SOURCE, "broken");
    expect(copy.build()).toMatchObject({ code: 3, ran: expect.not.arrayContaining(["bundle.mjs"]) });
    expect(copy.has(STAMP)).toBe(false);
  });
});

const ALL = ["build.mjs", "bundle.mjs", "docs.mjs", "tsc -b"];

/** A workspace with the real build, one source in each package, and programs that only pretend to build. */
function workspace() {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-build-"));
  afterTest(() => rmSync(folder, { recursive: true }));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  for (const [file, code] of Object.entries(PROGRAMS)) write(file, `${PRELUDE}\n${code}\n`);
  for (const name of PACKAGES) writePackage(name, write);
  for (const name of ["docs/index.md", "scripts/x.mjs", "log"]) write(name, "");
  write("node_modules/typescript/package.json", '{"type":"module"}');
  cpSync(join(ROOT, "packages/build.mjs"), join(folder, "packages/build.mjs"));
  return {
    write,
    has: (file: string) => existsSync(join(folder, file)),
    /** Runs the build: its exit code, and the programs that it has run. */
    build(...options: readonly string[]) {
      write("log", "");
      const { status } = spawnSync(process.execPath, [join(folder, "packages/build.mjs"), ...options]);
      const lines = readFileSync(join(folder, "log"), "utf8").split("\n");
      return { code: status, ran: lines.filter((line) => line !== "").toSorted() };
    },
  };
}

function writePackage(name: string, write: (file: string, text: string) => void): void {
  const module = name === "core" ? { module: "./dist/modules/index.js" } : {};
  const entry = { types: "./dist/index.d.ts", ...module, default: "./dist/index.js" };
  write(`packages/${name}/package.json`, JSON.stringify({ type: "module", exports: { ".": entry } }));
  write(`packages/${name}/src/index.ts`, "export const one = 1;");
}
