import { describe, expect, it } from "vitest";
import { someOf } from "../../../test/support/extent.ts";
import { inProcess } from "./in-process.ts";
import { fileWith, mcpTool, outcomeOf, spawned, toolglot } from "./run.ts";
import { Project } from "./tools-folder.ts";

const TOOLS = [mcpTool("now"), mcpTool("when", { day: { type: "string", format: "date" } })];
const LINES = TOOLS.map((tool) => `${JSON.stringify(tool)}\n`).join("");
const CHUNK = { id: "c1", object: "chat.completion.chunk", created: 1, model: "m" };
const STREAM = `data: ${JSON.stringify({ ...CHUNK, choices: [{ index: 0, delta: { content: "Grüße" } }] })}\n\n`;

/** The other tests call commands in their own process; these hold that it makes no difference. */
describe("the built program behaves like its commands called in process", () => {
  it.each(
    someOf<readonly [string, Parameters<typeof spawned>[1]]>(
      [
        ["--version", ""],
        ["--schema", ""],
        ["help convert", ""],
        ["", ""],
        ["", { command: "convert", input: JSON.stringify(TOOLS), to: "gemini" }],
        ["convrt", ""],
        ["demo", ""],
        ["dialects --json", ""],
        ["convert --from mcp --to ollama", TOOLS],
        ["convert --from mcp --to ollama --fail-on-loss --report -", TOOLS],
        ["convert --from mcp --to anthropic", "{nope"],
        ["convert nowhere.json --to anthropic --json", ""],
        ["convert --jsonl --from mcp --to ollama", `${LINES}[\n`],
        ["convert --what stream --from openai --to claude", STREAM],
        ["check --from mcp --for gemini", TOOLS],
        ["serve --port x", ""],
        ["run cloude", ""],
        ["mcp --http many", ""],
      ],
      3,
    ),
  )("%s", async (line, input) => {
    const [one, other] = await Promise.all([spawned(line, input), toolglot(line, input)]);
    expect(one).toEqual(other);
  });

  it.each(
    someOf(
      [
        [["tools", "list"]],
        [["tools", "call", "echo", '{"text":"x"}']],
        [["tools", "schema", "--to", "gemini"]],
        [["tools", "show", "ecko"]],
        [["tools", "trust", "--json"]],
        [["ask", "Hello"]],
        [["ask", "Call echo.", "--json", "--only", "ecko"]],
        [["doctor", "-q", "--config", fileWith("providers: 7\n", "toolglot.yaml")]],
        [["mcp"]],
      ],
      3,
    ),
  )("%j in a project", async (args) => {
    const project = new Project();
    project.tool("echo");
    expect(await outcomeOf(project.start(args))).toEqual(await project.run(args));
  });

  it("in an environment of its own", async () => {
    const env = { HOME: "/nowhere", TOOLGLOT_KEYS: "" };
    const args = ["serve", "--host", "0.0.0.0"];
    expect((await inProcess(args, { env })).stderr).toContain("TOOLGLOT_KEYS");
    expect(process.env.HOME).not.toBe("/nowhere");
  });
});
