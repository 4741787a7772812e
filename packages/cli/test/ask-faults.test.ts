import { FAULTS, readConfig } from "@toolglot/gateway";
import { allowAll, Registry, runAgent, withText } from "@toolglot/toolbox";
import { describe, expect, it } from "vitest";
import { modelIn } from "../src/ask/model.ts";

const DIALECTS = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"] as const;

/** So little time that a provider that says nothing more is found out soon. */
const IMPATIENT = { timeouts: { idle: 100, firstByte: 300 }, retries: { attempts: 1, delay: 1 } };

/** What is said beside the answer, and passed on as it came; some streams have no last word that would end them. */
const ADDED = new Set(["bad-utf8", "nul", "giant", "after-done"]);

describe.each(DIALECTS)("a provider of %s", (dialect) => {
  it.each(FAULTS.map(({ name }) => name))("that rehearses %s gives its whole answer, or none", async (fault) => {
    const providers = { p: { dialect, baseUrl: "sim:", ...IMPATIENT } };
    const config = await readConfig(JSON.stringify({ providers }), { name: "config", env: {} });
    const { ask, close } = modelIn(config, `p/fault-${fault}`);
    const messages = withText([], "Hello");
    const end = await runAgent({ ask, registry: new Registry([]), messages, confirm: allowAll });
    await close();
    if (end.type === "answered" && !ADDED.has(fault))
      expect(end.text).toMatch(/^Hello from .* heard: "Hello(?: parallel)?"$/);
    if (end.type === "failed") expect([end.error !== "", end.messages]).toEqual([true, messages]);
    expect(end.type).not.toBe("interrupted");
  });
});
