import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { type ExecutableOptions, runExecutable } from "../../src/run/executable.ts";
import { confine } from "../../src/run/sandbox.ts";
import type { ToolOutcome } from "../../src/tool.ts";
import { eventually } from "./process-groups.ts";
import { nodeScript, place, script } from "./scripts.ts";

function call(path: string, options: ExecutableOptions): Promise<ToolOutcome> {
  return runExecutable({ path, hints: {} }, { a: 1 }, { timeout: 20_000, ...options });
}

function works(name: string, args: readonly string[]): boolean {
  try {
    execFileSync(name, args, { stdio: "ignore" });
    return true;
  } catch {
    console.warn(`NOT TESTED: ${name} is not installed here, or may not do its work`);
    return false;
  }
}

const hasPrlimit = works("prlimit", ["--version"]);
const hasBwrap = works("bwrap", [
  ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all", "--cap-drop", "ALL"],
  ...["--", "/bin/true"],
]);

describe("a tool that is not confined", () => {
  it("is run as it is", () => {
    const command = { path: "/bin/tool", args: ["--schema"] };
    expect(confine(command, {}, "/")).toEqual(command);
    expect(confine(command, { limits: {} }, "/")).toEqual(command);
  });
});

describe("a tool that cannot be confined", () => {
  it("is not run at all", async () => {
    vi.stubEnv("PATH", place("empty"));
    try {
      for (const options of [{ sandbox: "bwrap" }, { limits: { openFiles: 9 } }] as const)
        expect(await call(script("echo 1"), options)).toMatchObject({
          code: "FAILED",
          error: expect.stringMatching(/not installed/),
        });
    } finally {
      vi.unstubAllEnvs();
    }
  });
});

describe.skipIf(!hasPrlimit)("a tool with limits", () => {
  it("has them, and works within them", async () => {
    const path = script(`printf '[%s,%s]' "$(ulimit -n)" "$(ulimit -t)"`);
    const outcome = await call(path, { limits: { openFiles: 64, cpuSeconds: 30 } });
    expect(outcome).toMatchObject({ success: true, result: [64, 30] });
  });

  it("is killed by the system when it takes more", async () => {
    const outcome = await call(script("while :; do :; done"), { limits: { cpuSeconds: 1 } });
    expect(outcome).toMatchObject({ code: "CRASHED", signal: expect.stringMatching(/SIGXCPU|SIGKILL/) });
  });
});

describe.skipIf(!hasBwrap)("a tool in a sandbox", () => {
  it("gets its arguments and gives its result", async () => {
    expect(await call(script("cat"), { sandbox: "bwrap" })).toMatchObject({ success: true, result: { a: 1 } });
  });

  it("can change no file but its own in /tmp", async () => {
    const path = script(`touch ${place("x")} 2>/dev/null || touch /tmp/mine && ls /tmp/mine | sed 's/.*/"&"/'`);
    expect(await call(path, { sandbox: "bwrap" })).toMatchObject({ success: true, result: "/tmp/mine" });
  });

  it("sees nothing of the home folder but itself and its interpreter", async () => {
    const home = realpathSync(mkdtempSync(join(tmpdir(), "toolglot-home-")));
    const [bin, tools] = [join(home, ".versions", "1", "bin"), join(home, "own", "tools")];
    for (const folder of [bin, tools]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(home, "secret"), "secret");
    writeFileSync(join(home, ".versions", "1", "library"), "");
    symlinkSync("/bin/sh", join(bin, "mysh"));
    const list = "printf '[' ; find . -type f -o -type l | sort | sed 's/.*/\"&\"/' | paste -sd, ; printf ']'";
    writeFileSync(join(tools, "list"), `#!/usr/bin/env mysh\ncd "$HOME"\n${list}\n`, { mode: 0o755 });
    vi.stubEnv("HOME", home);
    vi.stubEnv("PATH", `${bin}:${process.env.PATH}`);
    try {
      const outcome = await call(join(tools, "list"), { sandbox: "bwrap", cwd: home });
      expect(outcome).toMatchObject({
        success: true,
        result: ["./.versions/1/bin/mysh", "./.versions/1/library", "./own/tools/list"],
      });
    } finally {
      vi.unstubAllEnvs();
    }
  });

  it("has an empty home to write to", async () => {
    const outcome = await call(script('touch "$HOME/x" && echo 1'), { sandbox: "bwrap" });
    expect(outcome).toMatchObject({ success: true, result: 1 });
  });

  it("may read what is in its working folder", async () => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), "toolglot-cwd-")));
    writeFileSync(join(cwd, "data.json"), "[1]");
    expect(await call(script("cat data.json"), { sandbox: "bwrap", cwd })).toMatchObject({ result: [1] });
  });

  it("has no network", async () => {
    const path = nodeScript("console.log(JSON.stringify(Object.keys(require('node:os').networkInterfaces())))");
    const outcome = await call(path, { sandbox: "bwrap" });
    expect(outcome).toMatchObject({ success: true });
    expect(JSON.stringify(outcome)).not.toContain("eth");
  });

  it("ends with its time, and all that it started", async () => {
    const path = script("setsid sleep 1234.5 & sleep 1234.5");
    const outcome = await call(path, { sandbox: "bwrap", timeout: 300 });
    expect(outcome).toMatchObject({ code: "TIMEOUT" });
    expect(await eventually(() => !commands().includes("sleep 1234.5"))).toBe(true);
  });

  it("may be combined with limits", async () => {
    const outcome = await call(script("ulimit -n"), { sandbox: "bwrap", limits: { openFiles: 77 } });
    expect(outcome).toMatchObject({ success: true, result: 77 });
  });
});

function commands(): string {
  return execFileSync("ps", ["-eo", "args"], { encoding: "utf8" });
}
