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

  it("comes before packing, and nothing is run where a package is installed", () => {
    for (const name of PACKAGES) {
      const { scripts } = JSON.parse(readFileSync(join(ROOT, "packages", name, "package.json"), "utf8"));
      expect(scripts, name).toEqual({ prepack: PREPACK });
    }
    const copy = workspace();
    copy.build("--without-modules");
    expect(copy.pack("core")).toMatchObject({ code: 0, ran: ALL });
    expect(copy.pack("cli")).toMatchObject({ code: 0, ran: [] });
  });
});

/** A tarball of files that the compiler alone has written cannot be started, and one without modules cannot be bundled. */
const PREPACK = "node ../build.mjs";

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
    build: (...options: readonly string[]) => run(process.execPath, join(folder, "packages/build.mjs"), ...options),
    pack: (name: string) => run("npm", "pack", "--dry-run", join(folder, "packages", name)),
  };

  /** The exit code of a program, and the programs of the build that it has run. */
  function run(program: string, ...args: readonly string[]) {
    write("log", "");
    const { status } = spawnSync(program, args);
    const lines = readFileSync(join(folder, "log"), "utf8").split("\n");
    return { code: status, ran: lines.filter((line) => line !== "").toSorted() };
  }
}

function writePackage(name: string, write: (file: string, text: string) => void): void {
  const module = name === "core" ? { module: "./dist/modules/index.js" } : {};
  const entry = { types: "./dist/index.d.ts", ...module, default: "./dist/index.js" };
  write(
    `packages/${name}/package.json`,
    JSON.stringify({ name, version: "1.0.0", type: "module", exports: { ".": entry }, scripts: { prepack: PREPACK } }),
  );
  write(`packages/${name}/src/index.ts`, "export const one = 1;");
}
