import { describe, expect, it } from "vitest";
import { environmentConfig } from "../../src/config/environment.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { destinationsFor } from "../../src/exchange/destinations.ts";

type Env = Record<string, string>;

/** Where a model goes. */
async function target(env: Env, model: string): Promise<string[]> {
  const destinations = destinationsFor(await environmentConfig(env), model);
  return destinations.map(({ provider, model: request }) => `${provider.name}/${request}`);
}

describe("without a config", () => {
  it.each([
    [{ OPENAI_API_KEY: "k" }, "openai", "openai-responses", "https://api.openai.com/v1"],
    [{ ANTHROPIC_API_KEY: "k" }, "anthropic", "anthropic", "https://api.anthropic.com"],
    [{ GEMINI_API_KEY: "k" }, "gemini", "gemini", "https://generativelanguage.googleapis.com"],
    [{ GOOGLE_API_KEY: "k" }, "gemini", "gemini", "https://generativelanguage.googleapis.com"],
    [{ OPENROUTER_API_KEY: "k" }, "openrouter", "openrouter", "https://openrouter.ai/api/v1"],
    [{ OLLAMA_API_KEY: "k" }, "ollama", "ollama", "https://ollama.com"],
    [{ DEEPSEEK_API_KEY: "k" }, "deepseek", "openai-chat", "https://api.deepseek.com"],
    [{ GROQ_API_KEY: "k" }, "groq", "openai-chat", "https://api.groq.com/openai/v1"],
    [{ MISTRAL_API_KEY: "k" }, "mistral", "openai-chat", "https://api.mistral.ai/v1"],
    [{ XAI_API_KEY: "k" }, "xai", "openai-chat", "https://api.x.ai/v1"],
  ])("%j gives a provider", async (env, name, dialect, baseUrl) => {
    const { providers } = await environmentConfig(env as Env);
    expect([...providers.keys()]).toEqual([name, "sim"]);
    expect(providers.get(name)).toMatchObject({ name, dialect, baseUrl, apiKey: "k" });
  });

  it.each([
    ["localhost", "http://localhost:11434"],
    ["0.0.0.0", "http://127.0.0.1:11434"],
    ["0.0.0.0:8000", "http://127.0.0.1:8000"],
    [":8000", "http://127.0.0.1:8000"],
    ["http://box:80", "http://box"],
    ["https://ollama.example/sub/", "https://ollama.example/sub"],
    ["[::]:8000", "http://[::1]:8000"],
  ])("the host %s of Ollama is asked at %s", async (host, baseUrl) => {
    const { providers } = await environmentConfig({ OLLAMA_HOST: host });
    expect(providers.get("ollama")?.baseUrl).toBe(baseUrl);
    expect(providers.get("ollama")).not.toHaveProperty("apiKey");
  });

  it("Ollama's key is sent to ollama.com only", async () => {
    const keyOf = async (OLLAMA_HOST: string) =>
      (await environmentConfig({ OLLAMA_HOST, OLLAMA_API_KEY: "k" })).providers.get("ollama")?.apiKey;
    expect(await keyOf("https://ollama.com")).toBe("k");
    expect(await keyOf("192.168.0.9")).toBeUndefined();
  });

  it("the simulated provider serves all models if there is no other", async () => {
    const { providers } = await environmentConfig({});
    expect([...providers.values()]).toMatchObject([{ name: "sim", dialect: "openai-chat", baseUrl: "sim:" }]);
    expect(await target({}, "claude-x")).toEqual(["sim/default"]);
  });

  it("models go to their vendors, and all others to the first", async () => {
    const env = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", GEMINI_API_KEY: "k" };
    expect(await target(env, "claude-haiku-5-5")).toEqual(["anthropic/claude-haiku-5-5"]);
    expect(await target(env, "gpt-5.4")).toEqual(["openai/gpt-5.4"]);
    expect(await target(env, "o3-mini")).toEqual(["openai/o3-mini"]);
    expect(await target(env, "codex-mini")).toEqual(["openai/codex-mini"]);
    expect(await target(env, "gemini-3.8-flash")).toEqual(["gemini/gemini-3.8-flash"]);
    expect(await target(env, "olmo")).toEqual(["openai/gpt-5.6"]);
    expect(await target({ ANTHROPIC_API_KEY: "k" }, "gpt-5.4")).toEqual(["anthropic/claude-sonnet-5-5"]);
  });

  it("the simulated provider is never a fallback of a real one", async () => {
    const { routes } = await environmentConfig({ OPENAI_API_KEY: "k", OLLAMA_HOST: "h" });
    expect(routes.flatMap(({ to }) => to).filter(({ provider }) => provider === "sim")).toEqual([]);
  });

  it("variables with base URLs for clients are ignored", async () => {
    const names = ["OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL"];
    const env = { OPENAI_API_KEY: "k", ANTHROPIC_API_KEY: "k", GEMINI_API_KEY: "k" };
    const pointed = { ...env, ...Object.fromEntries(names.map((name) => [name, "http://127.0.0.1:4141"])) };
    expect(await environmentConfig(pointed)).toEqual(await environmentConfig(env));
  });

  it("empty keys are ignored", async () => {
    const { providers, keys } = await environmentConfig({ OPENAI_API_KEY: " ", TOOLGLOT_KEYS: " , ", OLLAMA_HOST: "" });
    expect([...providers.keys()]).toEqual(["sim"]);
    expect(keys).toEqual([]);
  });

  it("clients' keys are read from the environment", async () => {
    const { keys } = await environmentConfig({ TOOLGLOT_KEYS: "one" });
    expect(keys).toEqual([{ name: "TOOLGLOT_KEYS[0]", sha256: await sha256("one"), concurrency: 0 }]);
  });
});
