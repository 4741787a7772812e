import { describe, expect, it } from "vitest";
import { DIALECTS } from "./clients/index.ts";
import { useSockets } from "./harness.ts";

const harness = useSockets({ models: [{ match: "sim-1", refuses: [], accepts: [] }] });

/** The providers that count tokens themselves. */
const COUNTING: readonly string[] = ["openai-responses", "anthropic", "gemini", "bedrock"];

describe.each(DIALECTS)("the SDK of %s", (dialect) => {
  it("lists the models of every provider", async () => {
    expect(await harness.client(dialect).models()).toEqual(DIALECTS.map((provider) => `${provider}/sim-1`));
  });

  if (COUNTING.includes(dialect))
    it.each(DIALECTS)("counts tokens by %s, or has them estimated", async (provider) => {
      const { count } = harness.client(dialect);
      const few = (await count?.(`${provider}/sim-1`, "one two three")) ?? 0;
      const more = (await count?.(`${provider}/sim-1`, "one two three ".repeat(100))) ?? 0;
      expect(few).toBeGreaterThan(0);
      expect(more).toBeGreaterThan(few + 100);
      const source = harness.exchanges.at(-1)?.replied.get("x-toolglot-token-count");
      expect(source).toBe(COUNTING.includes(provider) ? "provider" : "estimate");
    });

  it("gets the losses and the target in headers", async () => {
    for (const provider of DIALECTS) {
      const schema = { type: "object" as const, properties: { a: { type: "string", minLength: 2 } }, required: ["a"] };
      const tools = [{ name: "f", schema }];
      const conversation = harness.client(dialect).converse({ model: `${provider}/sim-1`, streams: true, tools });
      conversation.addUserMessage("Hello");
      await conversation.send();
      const { replied } = harness.exchanges.at(-1) ?? {};
      const lost = dialect !== provider && ["gemini", "gemini-interactions", "ollama"].includes(provider);
      expect(replied?.get("x-toolglot-losses")).toMatch(lost ? /^1; \S+$/ : /^0$/);
      expect(replied?.get("x-toolglot-target")).toBe(`${provider}/sim-1`);
      expect(replied?.get("x-toolglot-attempts")).toBe("1");
    }
  });
});
