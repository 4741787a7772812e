import { startSimulator } from "@toolglot/gateway";
import { describe, expect, it } from "vitest";
import { configFile, folderOf, hasTerminals, inTerminal, SAY } from "./ask-tools.ts";

const writing = folderOf({ ...SAY, readOnly: false });
const asking = ["ask", "Call say_it.", "--model", "sim/tools", "--dir", writing];
const REQUEST = "[a]lways this tool: ";

describe.skipIf(!hasTerminals)("toolglot ask in a terminal", () => {
  it.each([
    ["y", 'tool_success":true'],
    ["", "DENIED"],
    ["n", "DENIED"],
    ["yesterday", "DENIED"],
  ])("prompts before it runs a tool with side effects, and follows the reply %j", async (word, output) => {
    const { code, shown } = await inTerminal(asking, [[REQUEST, `${word}\n`]]);
    expect([code, shown]).toEqual([0, expect.stringContaining(output)]);
    expect(shown).toContain('{ "words": "words" }');
  });

  it("prompts once for a tool that is approved for all calls", async () => {
    const simulator = await startSimulator();
    const [one, two] = ["one", "two"].map((text) => ({ tool_calls: [{ name: "say_it", arguments: { words: text } }] }));
    simulator.simulator.expect({ responses: [one ?? {}, two ?? {}, { content: "Both." }] });
    const config = configFile(["openai-chat"], simulator.url);
    const args = [...asking, "--config", config, "--model", "openai-chat/x"];
    const { code, shown } = await inTerminal(args, [[REQUEST, "a\n"]]);
    await simulator.close();
    expect([code, shown.split(REQUEST).length, shown]).toEqual([0, 2, expect.stringContaining("Both.")]);
  });

  it("exits at once on Ctrl-C during a prompt", async () => {
    const { code, shown } = await inTerminal(asking, [[REQUEST, "\u0003"]]);
    expect([code, shown]).toEqual([130, expect.stringContaining("CANCELLED")]);
  });

  it("escapes terminal control sequences", async () => {
    const simulator = await startSimulator();
    const evil = "\u001b]52;c;aGk=\u0007\u001b[2Jfine\n\u202eok";
    const calls = [{ name: "say_it", arguments: { words: evil } }];
    simulator.simulator.expect({ responses: [{ content: evil, tool_calls: calls }, { content: evil }] });
    const config = configFile(["openai-chat"], simulator.url);
    const args = [...asking, "--config", config, "--model", "openai-chat/x"];
    const { shown } = await inTerminal(args, [[REQUEST, "y\n"]]);
    await simulator.close();
    for (const control of ["\u001b", "\u0007", "\u202e"]) expect(shown).not.toContain(control);
    expect(shown).toContain("\\u001b]52;c;aGk=\\u0007\\u001b[2Jfine\r\n\\u202eok");
  });
});
