import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { MAIN } from "./main-file.ts";

const folder = fileURLToPath(new URL("..", import.meta.url));
const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
  readonly version: string;
  readonly bin: Readonly<Record<string, string>>;
};
const file = manifest.bin.toolglot ?? "";

describe("the installed command", () => {
  it("starts the program", () => {
    expect(execFileSync(process.execPath, [join(folder, file), "--version"], { encoding: "utf8" })).toBe(
      `${manifest.version}\n`,
    );
  });

  it("passes on the exit code", () => {
    expect(spawnSync(process.execPath, [join(folder, file), "convrt"]).status).toBe(2);
  });

  it("names the command to run in a clone that is not compiled", () => {
    const clone = temporaryFolder();
    cpSync(join(folder, "bin"), join(clone, "bin"), { recursive: true });
    const { status, stderr } = spawnSync(process.execPath, [join(clone, file)], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, "error: toolglot is not compiled yet; run: npm run build\n"]);
  });

  // npm links only to a file that exists when it installs, which is before the first build in a clone.
  it("is an executable file of the repository, not of a build", () => {
    expect(file).not.toContain("dist");
    expect(statSync(join(folder, file)).mode & 0o111).toBe(0o111);
  });
});

describe("a command that the program suggests", () => {
  it("starts with node where npx would not find the program", () => {
    expect(suggestedIn(temporaryFolder())).toMatch(/^node \S+main\.js$/);
  });

  it("starts with npx where the program is linked, as in a clone", () => {
    const clone = temporaryFolder();
    mkdirSync(join(clone, "node_modules/.bin"), { recursive: true });
    symlinkSync(join(folder, file), join(clone, "node_modules/.bin/toolglot"));
    expect(suggestedIn(clone)).toBe("npx toolglot");
  });
});

function suggestedIn(cwd: string): string {
  const { stderr } = spawnSync(process.execPath, [MAIN, "convrt"], { cwd, encoding: "utf8" });
  return /^try: (.*) --help$/m.exec(stderr)?.[1] ?? stderr;
}

function temporaryFolder(): string {
  const path = mkdtempSync(join(tmpdir(), "toolglot-bin-"));
  afterTest(() => rmSync(path, { recursive: true }));
  return path;
}
