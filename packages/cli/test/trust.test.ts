import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasTerminals, inTerminal } from "./ask-tools.ts";
import { Project } from "./tools-folder.ts";

/** A clone of a repository, with a program that leaves a file when it is run. */
function clone(): { project: Project; ran: () => boolean } {
  const project = new Project();
  const trace = join(project.folder, "ran");
  project.tool("shipped", { folder: project.shipped, does: "echo 1", annotations: { readOnlyHint: true } });
  const spy = `touch ${trace}\n`;
  project.script("spy", `#!/bin/sh\n${spy}`, project.shipped);
  return { project, ran: () => existsSync(trace) };
}

const HINT = "the folder is not trusted yet; review the folder, then run: toolglot tools trust";

describe("a folder that is not trusted", () => {
  it.each([
    [["tools", "list"]],
    [["tools", "list", "--json"]],
    [["tools", "list", "--dir", ".toolglot/tools"]],
    [["tools", "list", "--follow", "--dir", "./.toolglot/../.toolglot/tools/"]],
    [["tools", "schema", "--to", "mcp"]],
    [["tools", "call", "shipped"]],
    [["tools", "lock"]],
    [["ask", "hi", "--model", "sim/tools", "--yes"]],
    [["ask", "hi", "--model", "sim/tools", "--yes", "--json"]],
    [["mcp"]],
  ])("is not run by %j, which explains what to do", async (args) => {
    const { project, ran } = clone();
    const { stdout, stderr } = await project.run(args);
    expect(ran()).toBe(false);
    expect(stdout + stderr).toContain(HINT);
  });

  it.each([[["doctor"]], [["tools", "show", "shipped"]], [["tools", "trust", "--json"]], [["tools", "trust"]]])(
    "is not run by %j",
    async (args) => {
      const { project, ran } = clone();
      await project.run(args);
      expect(ran()).toBe(false);
    },
    60_000,
  );

  it("cannot declare itself trusted", async () => {
    const { project, ran } = clone();
    const lock = join(project.folder, ".toolglot", "tools.lock");
    writeFileSync(lock, JSON.stringify({ version: 1, tools: { shipped: {} } }));
    await project.run(["tools", "list"]);
    await project.run(["tools", "list", "--lock", lock]);
    expect(ran()).toBe(false);
  });
});

describe("tools trust", () => {
  it("shows the content, and trusts it with --yes until it changes", async () => {
    const { project } = clone();
    const trusted = await project.run(["tools", "trust", "--yes"]);
    expect(trusted.code).toBe(0);
    expect(trusted.stdout).toMatch(/^spy +new +yes +\d+ +[0-9a-f]{12} +#!\/bin\/sh$/m);
    expect((await project.run(["tools", "call", "shipped"])).stdout).toBe('{"tool_success":true,"result":1}\n');

    project.tool("more", { folder: project.shipped });
    const { stdout } = await project.run(["tools", "list"]);
    expect(stdout).toContain("the folder has changed since it was trusted (new: .more.json, more)");
    expect((await project.run(["tools", "call", "shipped"])).code).toBe(1);
    const again = await project.run(["tools", "trust", project.folder, "--yes"]);
    expect(again.stdout).toMatch(/^more +new +yes/m);
    expect(again.stdout).toMatch(/^shipped +same +yes/m);
    expect((await project.run(["tools", "call", "shipped"])).code).toBe(0);
  });

  it("lists trusted folders, and revokes trust", async () => {
    const { project } = clone();
    await project.run(["tools", "trust", "--yes", "--json"]);
    const list = async () => JSON.parse((await project.run(["tools", "trust", "--list", "--json"])).stdout);
    expect(await list()).toMatchObject({ folders: [{ folder: project.shipped, trusted: true }], problems: [] });
    project.script("spy", "#!/bin/sh\n", project.shipped);
    expect(await list()).toMatchObject({
      folders: [{ trusted: false, reason: expect.stringContaining("changed: spy") }],
    });
    const { stdout } = await project.run(["tools", "trust", "--revoke", "--json"]);
    expect(JSON.parse(stdout)).toEqual({ folder: project.shipped, revoked: true });
    expect(await list()).toEqual({ folders: [], problems: [] });
  });

  it("trusts nothing without a terminal", async () => {
    const { project } = clone();
    const { code, stderr } = await project.run(["tools", "trust"]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("use --yes to trust what is listed")]);
    const json = await project.run(["tools", "trust", "--json"]);
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { trusted: false, state: "new" }]);
    expect((await project.run(["tools", "list"])).stdout).toContain(HINT);
  });

  it("escapes control sequences of files", async () => {
    const { project } = clone();
    project.script("\u001b[2Jtrap", "#!/bin/sh \u001b[2K\u202e\n", project.shipped);
    const { stdout } = await project.run(["tools", "trust"]);
    expect(stdout).toContain("\\u001b[2Jtrap");
    expect(stdout).toContain("\\u001b[2K\\u202e");
  });

  it.each([
    [["trust", "nowhere"], 1, "there is no folder"],
    [["trust", "--list", "--revoke"], 2, "--list and --revoke exclude each other"],
    [["list", "--yes"], 2, "--yes is for tools trust"],
  ])("is reported: %j", async (args, code, message) => {
    const outcome = await clone().project.run(["tools", ...args]);
    expect([outcome.code, outcome.stderr]).toEqual([code, expect.stringContaining(message)]);
  });
});

describe.skipIf(!hasTerminals)("tools trust in a terminal", () => {
  it.each([
    ["y", 0, "is trusted until a file in it changes"],
    ["", 1, "not trusted"],
    ["no", 1, "not trusted"],
    ["\u0003", 130, "Trust 2 programs and 1 other file to run as you?"],
  ])("prompts, and follows the reply %j", async (word, code, content) => {
    const { project, ran } = clone();
    const keys = word === "\u0003" ? word : `${word}\n`;
    const outcome = await inTerminal(["tools", "trust"], [["[n]o: ", keys]], project.home, project.folder);
    expect([outcome.code, outcome.shown]).toEqual([code, expect.stringContaining(content)]);
    expect(ran()).toBe(false);
    const { stdout } = await project.run(["tools", "list"]);
    expect(stdout.includes(HINT)).toBe(code !== 0);
  });
});
