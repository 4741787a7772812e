import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DialectName, type Json, stringifyJson } from "@toolglot/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { formatToolResult, parseToolCalls } from "../../../../test/support/dynamic.ts";
import { discover } from "../../src/discover/discover.ts";
import { envelope } from "../../src/envelope.ts";
import { Registry } from "../../src/registry.ts";

const WEATHER = { type: "object", properties: { location: { type: "string" } }, required: ["location"] };
const NUMBERS = {
  type: "object",
  required: ["a", "b"],
  properties: { a: { type: "integer" }, b: { type: "integer" } },
};
const folder = mkdtempSync(join(tmpdir(), "toolglot-examples-"));
let registry = new Registry([]);

beforeAll(async () => {
  addTool(
    "get-weather",
    "Get current weather",
    WEATHER,
    '({ location }) => ({ temperature: 25, unit: "C", location })',
  );
  addTool("add", "Add two numbers", NUMBERS, "({ a, b }) => a + b");
  const { tools, refusals } = await discover({ directories: [folder], timeout: 60_000 });
  registry = new Registry(tools, refusals);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CALL = {
  id: "call_abc123",
  type: "function",
  function: { name: "get_weather", arguments: '{"location": "Paris"}' },
};
const CHAT = { choices: [{ message: { role: "assistant", content: null, tool_calls: [CALL] } }] };
const CLAUDE = {
  role: "assistant",
  content: [
    { type: "text", text: "I'll check the weather for you." },
    { type: "tool_use", id: "toolu_01ABC123", name: "get_weather", input: { location: "Paris" } },
  ],
};
const OLLAMA = {
  message: {
    role: "assistant",
    content: "",
    tool_calls: [{ function: { name: "add", arguments: { a: 11434, b: 12341 } } }],
  },
};
const PARIS = '{"tool_success":true,"result":{"temperature":25,"unit":"C","location":"Paris"}}';
const SUM = '{"tool_success":true,"result":23775}';

describe("AI-Gents' examples with executables", () => {
  it("finds its tools", () => {
    expect(registry.refusals).toEqual([]);
    expect(registry.list().map(({ name }) => name)).toEqual(["add", "get_weather"]);
  });

  it.each(["openai", "ollama", "openrouter"] as const)("shows them to %s as it says", (to) => {
    expect(registry.encode({ to, profile: "passthrough" }).value).toEqual([
      { type: "function", function: { name: "add", description: "Add two numbers", parameters: NUMBERS } },
      { type: "function", function: { name: "get_weather", description: "Get current weather", parameters: WEATHER } },
    ]);
  });

  it("converts them for Anthropic as the document shows it", () => {
    expect(registry.encode({ to: "anthropic", profile: "passthrough" }).value).toEqual([
      { name: "add", description: "Add two numbers", input_schema: NUMBERS },
      { name: "get_weather", description: "Get current weather", input_schema: WEATHER },
    ]);
  });

  it.each<[DialectName, Json, Json]>([
    ["openai", CHAT, { role: "tool", tool_call_id: "call_abc123", content: PARIS }],
    ["openrouter", CHAT, { role: "tool", tool_call_id: "call_abc123", content: PARIS }],
    [
      "anthropic",
      CLAUDE,
      { role: "user", content: [{ type: "tool_result", tool_use_id: "toolu_01ABC123", content: PARIS }] },
    ],
    ["ollama", OLLAMA, { role: "tool", tool_name: "add", tool_call_id: expect.any(String), content: SUM }],
  ])(
    "runs the calls of the response of %s, and formats the results as documented",
    async (provider, answer, message) => {
      const { lift } = registry.encode({ to: provider });
      const messages = parseToolCalls(answer, { from: provider }).map(async ({ id, name, input }) => {
        const outcome = await registry.call(name, lift(name, input as Json));
        const content = stringifyJson(envelope(outcome));
        return formatToolResult({ id, name, content, ...(outcome.success ? {} : { isError: true }) }, { to: provider });
      });
      expect(await Promise.all(messages)).toEqual([message]);
    },
  );
});

function addTool(file: string, description: string, parameters: Json, body: string): void {
  const schema = JSON.stringify({ name: file.replace("-", "_"), description, parameters });
  const text = `#!${process.execPath}
const run = ${body};
if (process.argv[2] === "--schema") console.log(${JSON.stringify(schema)});
else console.log(JSON.stringify(run(JSON.parse(require("node:fs").readFileSync(0, "utf8")))));
`;
  writeFileSync(join(folder, file), text, { mode: 0o755 });
}
