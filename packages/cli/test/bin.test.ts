import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";

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
    const clone = mkdtempSync(join(tmpdir(), "toolglot-bin-"));
    afterTest(() => rmSync(clone, { recursive: true }));
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
