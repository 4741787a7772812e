import type { Json } from "@toolglot/core";
import { FAULTS, readConfig } from "@toolglot/gateway";
import { allowAll, functionTool, Registry, type RunnableTool, runAgent, withText } from "@toolglot/toolbox";
import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../test/support/extent.ts";
import { type ModelClient, openModel } from "../src/ask/model.ts";

const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"] as const;

/** So little time that a provider that says nothing more is found out soon. */
const IMPATIENT = { timeouts: { idle: 100, firstByte: 300 }, retries: { attempts: 1, delay: 1 } };

/** Faults that add to the text, which is passed on; some streams have no final event that would end them. */
const ADDED = new Set(["bad-utf8", "nul", "giant", "after-done"]);

describe.each(DIALECTS)("a provider of %s", (dialect) => {
  const all = FAULTS.map(({ name }) => name);
  const names = all.filter((_, index) => isDrawn(3, index, DIALECTS.indexOf(dialect)));

  it.concurrent.each(names)("under the fault %s prints its complete response, or none", async (fault) => {
    const { generate, close } = await faulty(dialect, fault);
    const messages = withText([], "Hello");
    const end = await runAgent({ generate, registry: new Registry([]), messages, confirm: allowAll });
    await close();
    if (end.type === "answered" && !ADDED.has(fault)) expect(end.text).toMatch(WHOLE);
    if (end.type === "failed") expect([end.error !== "", end.messages]).toEqual([true, messages]);
    expect(end.type).not.toBe("interrupted");
  });

  it.concurrent.each(names)(
    "under the fault %s has its calls run with complete arguments, or not at all",
    async (fault) => {
      const { generate, close } = await faulty(dialect, fault);
      const ran: Json[] = [];
      const registry = new Registry(["one_word", "two_words"].map((name) => sayer(name, ran)));
      const messages = withText([], "Call one_word and two_words in parallel.");
      const end = await runAgent({ generate, registry, messages, confirm: allowAll, maxTurns: 4 });
      await close();
      for (const input of ran) expect(input).toEqual({ words: "words" });
      // An answer that breaks off has no calls.
      if (end.type === "failed" && end.turns === 1) expect(ran).toHaveLength(0);
      if (end.type === "answered" && fault !== "bad-arguments") expect(ran).not.toHaveLength(0);
    },
  );
});

const WHOLE = /^Hello from .* heard: "Hello(?: parallel)?"$/;

async function faulty(dialect: string, fault: string): Promise<ModelClient> {
  const providers = { p: { dialect, baseUrl: "sim:", ...IMPATIENT } };
  return openModel(await readConfig(JSON.stringify({ providers }), { name: "config", env: {} }), `p/fault-${fault}`);
}

/** A tool that records its input. */
function sayer(name: string, ran: Json[]): RunnableTool {
  const inputSchema = { type: "object", properties: { words: { type: "string" } }, required: ["words"] };
  const call = (input: Json) => {
    ran.push(input);
    return "said";
  };
  return functionTool({ name, description: `says ${name}`, inputSchema, hints: { readOnly: true }, call });
}
