import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { destinationsFor } from "../../src/exchange/destinations.ts";
import { read } from "./reading.ts";
import { referenceTables } from "./reference.ts";

const text = readFileSync(new URL("../../../../docs/config.md", import.meta.url), "utf8");
const sections = new Map(
  text
    .split(/^#+ /m)
    .slice(1)
    .map((section) => [section.slice(0, section.indexOf("\n")), section]),
);

describe("the reference of configs", () => {
  it.each(Object.entries(referenceTables()))("has the table of %s that the schema gives", (name, table) => {
    const lines = sections.get(name)?.split("\n") ?? [];
    expect(lines.filter((line) => line.startsWith("|")).join("\n")).toBe(table);
  });

  it("has a valid example with the documented effect", async () => {
    const [, example = ""] = /```yaml\n([\s\S]*?)```/.exec(text) ?? [];
    const env = { OPENAI_API_KEY: "sk-1", ALICE_KEY: "alice-key" };
    const config = await read(example, { env, readFile: () => "sk-2" });
    const targets = (model: string) =>
      destinationsFor(config, model).map(({ provider, model: request }) => `${provider.name}/${request}`);
    expect([...config.providers.keys()]).toEqual(["openai", "anthropic", "local", "sim"]);
    expect(targets("claude-haiku-5-5")).toEqual(["local/qwen3"]);
    expect(targets("claude-opus-5-5")).toEqual(["anthropic/claude-opus-5-5", "openai/gpt-5.6"]);
    expect(targets("anything")).toEqual(["openai/gpt-5.6"]);
    expect(targets("local/anything")).toEqual(["local/anything"]);
  });
});
