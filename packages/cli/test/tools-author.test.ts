import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasTerminals, inTerminal } from "./ask-tools.ts";
import { Project } from "./tools-folder.ts";

describe("tools new", () => {
  it.each(["sh", "python", "node"])(
    "writes a tool in %s that loads, and a call that works as printed",
    async (lang) => {
      const project = new Project();
      const { code, stdout } = await project.run(["tools", "new", "word_count", "--lang", lang]);
      expect(code).toBe(0);
      const file = join(project.tools, "word-count");
      expect(stdout.split("\n")[0]).toBe(file);
      expect(statSync(file).mode & 0o777).toBe(0o755);
      const [, call = ""] = /^Call it:\n {2}(.+)$/m.exec(stdout) ?? [];
      const env = { ...process.env, HOME: project.home };
      const printed = execFileSync("sh", ["-c", call], { cwd: project.folder, env, encoding: "utf8" });
      expect(JSON.parse(printed)).toMatchObject({ tool_success: true });
      const check = await project.run(["tools", "check", project.tools, "--json"]);
      expect(JSON.parse(check.stdout)).toMatchObject({ ok: true, tools: ["word_count"], problems: [] });
    },
  );

  it.each([
    ["python", '{"text":""}'],
    ["node", '{"text":""}'],
    ["sh", '{"count":0}'],
  ])("shows how to fail in %s", async (lang, json) => {
    const project = new Project();
    await project.run(["tools", "new", "fails", "--lang", lang]);
    const { code, stdout } = await project.run(["tools", "call", "fails", json]);
    expect([code, JSON.parse(stdout)]).toMatchObject([1, { tool_success: false, error_code: "NON_ZERO_EXIT" }]);
  });

  it("counts two lines as two", async () => {
    const project = new Project();
    for (const lang of ["python", "node"]) {
      await project.run(["tools", "new", `count_${lang}`, "--lang", lang]);
      const { stdout } = await project.run(["tools", "call", `count_${lang}`, '{"text":"one\\n\\"two\\" 日"}']);
      expect(JSON.parse(stdout).result).toEqual({ lines: 2, words: 3, characters: 11 });
    }
  });

  it("writes into --dir, with a note that a project's folder needs trust", async () => {
    const project = new Project();
    const { stdout } = await project.run(["tools", "new", "here-tool", "--dir", ".toolglot/tools", "--json"]);
    expect(JSON.parse(stdout)).toEqual({
      name: "here",
      file: join(project.shipped, "here"),
      call: expect.stringMatching(/tools call here '\{"count":3\}' --dir \.toolglot\/tools$/),
    });
    const text = await project.run(["tools", "new", "there", "--dir", ".toolglot/tools"]);
    expect(text.stdout).toContain("tools trust");
  });

  it("overwrites nothing", async () => {
    const project = new Project();
    const file = project.script("mine", "#!/bin/sh\n");
    const { code, stderr } = await project.run(["tools", "new", "mine"]);
    expect([code, stderr]).toEqual([1, `error: cannot write ${file}: it exists already, and is not overwritten\n`]);
    expect(readFileSync(file, "utf8")).toBe("#!/bin/sh\n");
  });

  it.each([
    [[], "no name given"],
    [["../evil"], '"../evil" cannot be the name of a tool'],
    [["Upper"], "use lower-case letters"],
    [["ok", "--lang", "pyton"], 'unknown language "pyton"; did you mean python?'],
  ])("is refused: %j", async (args, message) => {
    const outcome = await new Project().run(["tools", "new", ...args]);
    expect([outcome.code, outcome.stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("tools check", () => {
  it("lists the tools, and what every dialect loses of them", async () => {
    const project = new Project();
    project.tool("search", { annotations: { readOnlyHint: true } });
    const { code, stdout } = await project.run(["tools", "check", project.tools]);
    expect(stdout).toMatch(/^ok +search +home\/\.toolglot\/tools\/search$/m);
    expect(stdout).toMatch(
      /^search +\/annotations +annotations: left out: .* openai-chat, openai-responses, anthropic/m,
    );
    expect(stdout).toContain("1 tool, no errors");
    expect(code).toBe(0);
  });

  it("reports that nothing is lost", async () => {
    const project = new Project();
    project.tool("search");
    const { stdout } = await project.run(["tools", "check", project.tools, "--to", "anthropic"]);
    expect(stdout).toContain("nothing is lost for anthropic");
  });

  it("reports what loading refuses, with the reason, and exits with 1", async () => {
    const project = new Project();
    project.tool("fine");
    project.script("garbage", "#!/bin/sh\necho hello\n");
    project.script("hangs", "#!/bin/sh\nsleep 60\n");
    project.script("wrong", `#!/bin/sh\necho '{"name":"wrong","description":"d","parameters":{"type":"array"}}'\n`);
    chmodSync(project.script("forgotten", "#!/bin/sh\n"), 0o644);
    const { code, stdout } = await project.run(["tools", "check", project.tools, "--json", "--schema-timeout", "300"]);
    const { ok, tools, problems } = JSON.parse(stdout);
    const reasons = Object.fromEntries(
      problems.map(({ where, reason, level }: Record<string, string>) => [
        where?.split("/").at(-1),
        `${level}: ${reason}`,
      ]),
    );
    expect(reasons).toMatchObject({
      garbage: expect.stringContaining("error: --schema printed invalid JSON"),
      hangs: "error: --schema took longer than 300 ms; it should print the definition and exit",
      wrong: expect.stringContaining("error: /parameters"),
      forgotten: "error: not executable; fix it with chmod +x",
    });
    expect([code, ok, tools]).toEqual([1, false, ["fine"]]);
  });

  it.skipIf(!hasTerminals)("says in a terminal that it waits for a program", async () => {
    const project = new Project();
    project.script("hangs", "#!/bin/sh\nsleep 60\n");
    const { code, shown } = await inTerminal(["tools", "check", project.tools, "--schema-timeout", "2500"], []);
    expect(shown).toMatch(/^note: waiting for a program that has not printed its definition yet/);
    expect(shown).toContain("--schema took longer than 2500");
    expect(code).toBe(1);
  });

  it("runs nothing of a project that is not trusted", async () => {
    const project = new Project();
    const ran = join(project.folder, "ran");
    project.script("spy", `#!/bin/sh\ntouch ${ran}\n`, project.shipped);
    const { code, stdout } = await project.run(["tools", "check", ".toolglot/tools"]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("run: toolglot tools trust")]);
    expect(() => statSync(ran)).toThrow();
  });

  it.each([
    ["no folder", [], 2, "no folder given"],
    ["a missing folder", ["nowhere"], 1, "no such file or folder"],
    ["an unknown dialect", [".", "--to", "klingon"], 2, "unknown dialect"],
  ])("refuses %s", async (_, args, code, message) => {
    const outcome = await new Project().run(["tools", "check", ...args]);
    expect([outcome.code, outcome.stdout + outcome.stderr]).toEqual([code, expect.stringContaining(message)]);
  });

  it("names a missing folder once", async () => {
    const { stdout } = await new Project().run(["tools", "check", "nowhere"]);
    expect(stdout).toMatch(/^STATE.*\nerror +\S*nowhere +no such file or folder\n\n0 tools, 1 error\n$/);
  });

  it("fails for a folder without tools", async () => {
    const project = new Project();
    const empty = join(project.folder, "empty");
    mkdirSync(empty);
    writeFileSync(join(empty, "README.md"), "");
    const { code, stdout } = await project.run(["tools", "check", empty]);
    expect([code, stdout]).toEqual([1, expect.stringContaining("no tool in this folder can be used")]);
    expect(stdout).toMatch(/0 tools, 1 error\n$/);
  });
});
