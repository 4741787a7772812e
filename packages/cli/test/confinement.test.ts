import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess } from "./in-process.ts";
import type { Outcome } from "./run.ts";
import { Project } from "./tools-folder.ts";

function run(project: Project, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return inProcess(args, { cwd: project.folder, env: { PATH: process.env.PATH, HOME: project.home, ...env } });
}

describe("--env", () => {
  const SECRETS = { TOKEN: "for one", OTHER: "for nobody" };
  const does = `printf '["%s","%s"]' "$TOKEN" "$OTHER"`;

  it("passes a variable to the named tool only", async () => {
    const project = new Project();
    for (const name of ["one", "two"]) project.tool(name, { does });
    const call = async (name: string) =>
      (await run(project, ["tools", "call", name, "--env", "one:TOKEN"], SECRETS)).stdout;
    expect(JSON.parse(await call("one"))).toEqual({ tool_success: true, result: ["for one", ""] });
    expect(JSON.parse(await call("two"))).toEqual({ tool_success: true, result: ["", ""] });
  });

  it.each([
    ["TOKEN", "--env needs TOOL:NAME, such as word_count:TOKEN, not"],
    ["one:MISSING", "--env one:MISSING: the environment variable MISSING is not set"],
  ])("is refused as %s", async (word, reason) => {
    const { code, stderr } = await run(new Project(), ["tools", "list", "--env", word], SECRETS);
    expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
  });
});

describe("--sandbox", () => {
  /** A folder with a program that is called as the sandbox is, notes what for, and runs what stands behind its options. */
  function sandboxIn(project: Project): string {
    const folder = join(project.folder, "bin");
    const noting = `echo "$@" >> "$(dirname "$0")/log"`;
    project.script("bwrap", `#!/bin/sh\n${noting}\nwhile [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n`, folder);
    return folder;
  }

  it("confines a tool when it describes itself and when it is called", async () => {
    const project = new Project();
    const path = project.tool("one", { does: "echo 1" });
    const folder = sandboxIn(project);
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const { code, stdout } = await run(project, ["tools", "call", "one", "--sandbox"], env);
    expect([code, JSON.parse(stdout)]).toEqual([0, { tool_success: true, result: 1 }]);
    const log = readFileSync(join(folder, "log"), "utf8").trimEnd().split("\n");
    expect(log.map((line) => line.split(" -- "))).toEqual([
      [expect.stringContaining("--unshare-all"), `${path} --schema`],
      [expect.stringContaining("--unshare-all"), path],
    ]);
  });

  it("runs nothing if no sandbox is available", async () => {
    const project = new Project();
    project.tool("one", { does: "echo 1" });
    const { stdout } = await run(project, ["tools", "list", "--sandbox"], { PATH: join(project.folder, "empty") });
    expect(stdout).toContain("the tool was not run, because bwrap is not installed");
    expect(stdout).not.toContain("Does one.");
  });
});
