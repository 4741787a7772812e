import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { connectServers, parseServers } from "@toolglot/toolbox";
import { describe, expect, it } from "vitest";
import { MAIN } from "./main-file.ts";
import { Project } from "./tools-folder.ts";

const page = readFileSync(fileURLToPath(new URL("../../../docs/tools.md", import.meta.url)), "utf8");
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``, "g"))].map(([, text = ""]) => text);

interface Server {
  readonly type?: string;
  readonly command: string;
  readonly args: readonly string[];
}

const hasJq = spawnSync("jq", ["--version"]).status === 0;

describe.skipIf(!hasJq)("the example of a tool", () => {
  const [example = ""] = blocks("sh");

  it("loads, and survives two lines, quotes and other letters", async () => {
    const project = new Project();
    project.script("shout", example);
    const { stdout } = await project.run(["tools", "call", "shout", JSON.stringify({ text: 'one\n"two" é\\n' })]);
    expect(JSON.parse(stdout)).toEqual({ tool_success: true, result: { shouted: 'ONE\n"TWO" é\\N' } });
    expect((await project.run(["tools", "check", project.tools])).code).toBe(0);
  });
});

describe("what the page says of failures", () => {
  it.each([
    [`echo '{"tool_success": false, "error": "no"}'; exit 1`, "no", "NON_ZERO_EXIT"],
    ["echo printed; echo logged >&2; exit 3", "exited with code 3: printed", "NON_ZERO_EXIT"],
    ["echo logged >&2; exit 3", "exited with code 3: logged", "NON_ZERO_EXIT"],
    [`echo '{"tool_success": false, "error": "no"}'`, "no", "FAILED"],
    ["echo printed", expect.stringContaining("printed invalid JSON"), "INVALID_OUTPUT"],
    ["kill -SEGV $$", expect.stringContaining("was killed by SIGSEGV"), "CRASHED"],
  ])("is so: %s", async (does, error, code) => {
    const project = new Project();
    project.tool("fails", { does });
    const { stdout } = await project.run(["tools", "call", "fails"]);
    expect(JSON.parse(stdout)).toEqual({ tool_success: false, error, error_code: code });
  });

  it("is so of the working folder", async () => {
    const project = new Project();
    project.tool("where", { does: `printf '"%s"' "$PWD"` });
    expect(JSON.parse((await project.run(["tools", "call", "where"])).stdout)).toMatchObject({
      result: project.folder,
    });
  });
});

describe("the configs of MCP clients", () => {
  const [desktop, vscode] = blocks("json").map((text) => JSON.parse(text) as Record<string, Record<string, Server>>);
  const [, claude = ""] = /^claude mcp add .* -- (.+)$/m.exec(page) ?? [];

  it("are the formats of their clients, and the same command", () => {
    expect(Object.keys(desktop ?? {})).toEqual(["mcpServers"]);
    expect(Object.keys(vscode ?? {})).toEqual(["servers"]);
    expect(vscode?.servers?.toolglot).toEqual({ type: "stdio", ...desktop?.mcpServers?.toolglot });
    const { command = "", args = [] } = desktop?.mcpServers?.toolglot ?? {};
    expect(claude.split(" ")).toEqual([command, ...args]);
  });

  it("start a server that has the user's tools", async () => {
    const project = new Project();
    project.tool("search");
    const { args = [] } = desktop?.mcpServers?.toolglot ?? {};
    const toolglot = {
      command: process.execPath,
      args: [MAIN, ...args],
      cwd: project.folder,
      env: { HOME: project.home },
    };
    const servers = await connectServers(
      parseServers(JSON.stringify({ mcpServers: { toolglot } }), { file: "tools.md" }),
      {},
    );
    await servers.settled;
    expect(servers.tools.map(({ name }) => name)).toEqual(["search"]);
    await servers.close();
  });
});
