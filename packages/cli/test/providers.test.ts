import { type SimServer, startSimulator } from "@toolglot/gateway";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { widthOf } from "../src/output/wrap.ts";
import { inProcess } from "./in-process.ts";
import { fileWith } from "./run.ts";

const PATH = process.env.PATH ?? "";

/** Runs the command with these variables and no others. */
function providers(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return inProcess(["providers", ...args], { env: { PATH, COLUMNS: "80", ...env } });
}

describe("toolglot providers", () => {
  it("lists all presets with their variables, in 80 columns", async () => {
    const { stdout, stderr, code: status } = await providers([]);
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeGreaterThan(130);
    for (const line of lines) expect(widthOf(line), line).toBeLessThanOrEqual(80);
    expect(stdout).toMatch(/^groq +openai-chat +GROQ_API_KEY$/m);
    expect(stderr).toContain("gitlab, sap-ai-core");
  });

  it("says which are set, and what the others lack", async () => {
    const env = { DASHSCOPE_API_KEY: "k", DATABRICKS_TOKEN: "k", GROQ_API_KEY: "k" };
    const { stdout, stderr } = await providers([], env);
    expect(stdout).toMatch(/^groq +openai-chat +GROQ_API_KEY +yes$/m);
    expect(stdout).toMatch(/^alibaba +openai-chat +DASHSCOPE_API_KEY +yes$/m);
    expect(stdout).toMatch(/^alibaba-cn +openai-chat +DASHSCOPE_API_KEY +shared$/m);
    expect(stdout).toMatch(/^databricks +openai-chat +DATABRICKS_TOKEN +partly$/m);
    expect(stderr).toContain("databricks also needs DATABRICKS_HOST");
    expect(stderr).toContain("alibaba-cn: the variable is another provider's too; write preset in a config");
    expect(stderr).toContain("2 set up by variables");
  });

  it.each([
    ["moonshot", ["moonshotai", "moonshotai-cn"]],
    ["TOGETHER_API_KEY", ["together"]],
    ["api.z.ai", ["zai", "zai-coding-plan"]],
    ["Fireworks", ["fireworks-ai"]],
    ["google", ["gemini"]],
  ])("searches names, variables and addresses for %s", async (word, names) => {
    const { stdout } = await providers([word, "--json"]);
    const found: { name: string }[] = JSON.parse(stdout).providers;
    expect(found.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
    expect(found.length).toBeLessThan(10);
  });

  it("has the base URLs on demand", async () => {
    expect((await providers(["together", "--urls"])).stdout).toContain("https://api.together.xyz/v1");
  });

  it("says what to write for a platform that needs more than a key", async () => {
    const { stderr, code: status } = await providers(["sap"]);
    expect([status, stderr]).toEqual([0, expect.stringContaining("sap-ai-core needs more than a key: run a proxy")]);
  });

  it("says which variables to set for those that were searched for", async () => {
    const { stdout, stderr } = await providers(["search", "vertex"]);
    expect(stdout.split("\n").slice(1).join(" ")).toMatch(/^vertex .*vertex-claude /);
    expect(stderr).toContain("vertex needs GOOGLE_APPLICATION_CREDENTIALS and GOOGLE_CLOUD_PROJECT");
    expect((await providers(["list"])).stdout).toBe((await providers([])).stdout);
  });

  it("fails for what is not there", async () => {
    const { stderr, code: status } = await providers(["togethr"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("did you mean together?")]);
  });
});

describe("toolglot providers test without credentials", () => {
  it("says what is wrong with them, and not that the provider cannot be reached", async () => {
    const env = { GOOGLE_CLOUD_PROJECT: "p", GOOGLE_APPLICATION_CREDENTIALS: "/nonexistent/account.json" };
    const { stdout, code } = await providers(["test", "vertex", "--json"], env);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      model: "gemini-3.8-flash",
      reason: expect.stringContaining("names /nonexistent/account.json, which does not exist"),
      next: "correct the credentials of vertex; nothing was sent",
    });
  });
});

const VERTEX = { platform: "vertex", project: "p", location: "global" };

describe("toolglot providers test", () => {
  let server: SimServer;
  let config: string;

  beforeAll(async () => {
    server = await startSimulator();
    const keyless = (dialect: string, path: string) => ({ dialect, baseUrl: `${server.url}${path}` });
    const provider = (dialect: string, path: string) => ({ ...keyless(dialect, path), apiKey: "sk-canary" });
    config = fileWith(
      JSON.stringify({
        providers: {
          chat: provider("openai-chat", "/v1"),
          responses: provider("openai-responses", "/v1"),
          claude: provider("anthropic", ""),
          google: provider("gemini", ""),
          local: provider("ollama", ""),
          azure: { ...provider("openai-responses", "/openai/v1"), platform: "azure" },
          bedrock: { ...keyless("bedrock", ""), region: "eu-central-1", auth: { bearer: "sk-canary" } },
          vertex: { ...keyless("gemini", ""), ...VERTEX, auth: { bearer: "sk-canary" } },
        },
        routes: [{ match: "*", to: "chat/tools" }],
      }),
      "toolglot.json",
    );
  });

  afterAll(() => server.close());

  const test = (...args: string[]) => providers(["test", ...args, "--config", config]);

  it.each(["chat", "responses", "claude", "google", "local"])(
    "asks %s to call a tool, and shows the call",
    async (name) => {
      const { stdout, code: status } = await test(name, "--model", "tools");
      expect(status).toBe(0);
      expect(stdout).toMatch(/^call +add \{"a":\d+,"b":\d+\}$/m);
      expect(stdout).toMatch(/^arguments +valid$/m);
      expect(stdout).toMatch(/^tokens +in \d+, .*out \d+/m);
      expect(stdout).toMatch(/^time +[\d,]+ ms$/m);
      expect(stdout).not.toContain("sk-canary");
    },
  );

  it("takes a model that the config names", async () => {
    const { stdout, code: status } = await test("chat", "--json");
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      provider: "chat",
      model: "tools",
      call: { name: "add", valid: true },
    });
  });

  it.each([
    ["fault-status-401", "401: ", "check the key of chat"],
    ["fault-status-404", "404: ", "check the name of the model"],
    ["fault-status-429", "429: ", "no credit, or too many requests"],
    ["fault-status-503", "503: ", "can be reached from here"],
    ["fault-reset@0", "502: ", "can be reached from here"],
  ])("fails with %s: the reason and what to do", async (model, reason, next) => {
    const { stdout, code: status } = await test("chat", "--model", model, "--json");
    const result = JSON.parse(stdout);
    expect([status, result.ok]).toEqual([1, false]);
    expect(result.reason).toContain(reason);
    expect(result.next).toContain(next);
  });

  it.each([
    ["azure", "404: ", "check the name of the deployment (--model)"],
    ["bedrock", "404: ", "and whether it is served in region eu-central-1"],
    ["vertex", "404: ", "and whether it is served in location global"],
  ])("names what a model is, and where it is, on %s", async (provider, reason, next) => {
    const { stdout } = await test(provider, "--model", "fault-status-404", "--json");
    const result = JSON.parse(stdout);
    expect(result.reason).toContain(reason);
    expect(result.next).toContain(next);
  });

  it("fails if the model calls nothing", async () => {
    const { stdout, code } = await providers(["test", "sim", "--model", "default"]);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^result +it answered without calling the tool/m);
    expect(stdout).toMatch(/^next +try another model/m);
  });

  it("needs a model where none is known, and names some", async () => {
    const { stderr, code: status } = await test("claude");
    expect(status).toBe(2);
    expect(stderr).toContain("no model given: toolglot providers test claude --model MODEL");
  });

  it("tries a preset that is not in the config", async () => {
    const { stderr, code: status } = await test("together");
    expect(status).toBe(1);
    expect(stderr).toContain("the preset is together, whose key is in TOGETHER_API_KEY, which is not set");
  });

  it("suggests a provider of the config for an unknown name", async () => {
    const { stderr, code: status } = await test("locla");
    expect([status, stderr]).toEqual([2, expect.stringContaining('unknown provider "locla"; did you mean local?')]);
  });

  it("works without a key and without a network by the simulator", async () => {
    expect((await providers(["test", "sim"])).code).toBe(0);
  });

  it.each([
    [["test"], "no provider given"],
    [["test", "togehter"], "did you mean together?"],
    [["one", "two"], 'unexpected argument: "two"'],
  ])("rejects %j", async (args, message) => {
    const { stderr, code: status } = await providers(args);
    expect([status, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});
