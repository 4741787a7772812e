import { describe, expect, it } from "vitest";
import { hasTerminals, inTerminal } from "../ask-tools.ts";
import { MAIN } from "../main-file.ts";
import { Project } from "../tools-folder.ts";

describe.skipIf(!hasTerminals)("toolglot mcp in a terminal", () => {
  it("says what it waits for, and how clients start it", async () => {
    const project = new Project();
    project.tool("search");
    const args = ["mcp", "--dir", "more", "--only", "search"];
    const { shown } = await inTerminal(args, [["--http PORT", "\u0003"]], project.home, project.folder);
    expect(shown).toContain("note: serving 1 tool, and waiting for the messages of an MCP client on standard input");
    const [, json = "{}"] = /their config needs: (\{.*\})/.exec(shown) ?? [];
    const words = [MAIN, "mcp", "--dir", `${project.folder}/more`, "--only", "search"];
    expect(JSON.parse(json)).toEqual({ mcpServers: { toolglot: { command: process.execPath, args: words } } });
    expect(shown).toContain("claude mcp add toolglot -- ");
  });

  it("says nothing of it to a client", async () => {
    const project = new Project();
    project.tool("search");
    expect((await project.run(["mcp"])).stderr).toBe("");
  });
});
