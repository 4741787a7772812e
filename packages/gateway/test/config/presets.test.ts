import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { environmentConfig } from "../../src/config/environment.ts";
import { expand } from "../../src/config/expand.ts";
import { noDestination } from "../../src/config/missing-provider.ts";
import { isSimulatedOnly } from "../../src/config/simulated.ts";
import { destinationsFor } from "../../src/exchange/destinations.ts";
import { otherPlatforms } from "../../src/providers/other-platforms.ts";
import type { Preset } from "../../src/providers/preset.ts";
import { findPreset, isFirstOfItsVariable, presets, sharing } from "../../src/providers/presets.ts";
import { problemsIn, read } from "./reading.ts";

const LIST = new URL("../../../../../shared/facts/providers.models-dev.json", import.meta.url);
const HERE = existsSync(LIST);
if (!HERE) console.warn("SKIPPED: the list of providers is not here; presets are not compared with it");

const PAGE = readFileSync(new URL("../../../../docs/providers/presets.md", import.meta.url), "utf8");

/** An environment with the variables of a preset. */
function environmentOf({ keys: [key = ""], baseUrl, place = {} }: Preset): Record<string, string> {
  const parts = expand(baseUrl, {}).missing.map((name) => [name, baseUrl.startsWith("$") ? "https://h.example" : "x"]);
  const places = Object.values(place).map(({ variables: [name = ""] }) => [name, "x"]);
  return { [key]: "k-1", ...Object.fromEntries([...parts, ...places]) };
}

/** What a provider gets for the key `k-1` of a preset. */
function credentialsOf({ auth }: Preset) {
  return auth === undefined ? { apiKey: "k-1" } : { auth };
}

describe("presets", () => {
  it.runIf(HERE)("include every provider of models.dev, or say what to write instead", () => {
    const listed = Object.keys(JSON.parse(readFileSync(LIST, "utf8")));
    const unknown = listed.filter((name) => findPreset(name) === undefined && !otherPlatforms.has(name));
    expect(unknown).toEqual([]);
    expect(listed.length).toBeGreaterThan(140);
  });

  it.runIf(HERE)("have the variables and base URLs of models.dev", () => {
    const listed: [string, { env: string[]; api?: string }][] = Object.entries(JSON.parse(readFileSync(LIST, "utf8")));
    for (const [name, { env, api }] of listed) {
      const preset = findPreset(name);
      if (preset === undefined) continue;
      expect(env, name).toEqual(expect.arrayContaining(preset.keys.filter((key) => env.includes(key))));
      expect(
        env.some((key) => preset.keys.includes(key)),
        name,
      ).toBe(true);
      const host = /^https?:\/\/([^/]*)/.exec(api ?? "")?.[1] ?? "";
      if (name !== "privatemode-ai") expect(preset.baseUrl, name).toContain(host);
    }
  });

  it.each(presets.map((preset) => [preset.name, preset] as const))("%s is set up by its name", async (name, preset) => {
    const { providers } = await read(`providers: { p: { preset: ${JSON.stringify(name)} } }`, {
      env: environmentOf(preset),
    });
    const provider = providers.get("p");
    expect(provider).toMatchObject({ name: "p", dialect: preset.dialect, ...credentialsOf(preset) });
    expect(URL.canParse(provider?.baseUrl ?? "")).toBe(true);
    expect(provider?.baseUrl).not.toMatch(/\/$|\/chat\/completions$|\$/);
  });

  it.each(presets.filter(isFirstOfItsVariable).map((preset) => [preset.name, preset] as const))(
    "%s is set up by its variable alone, and gets what names it",
    async (name, preset) => {
      const config = await environmentConfig(environmentOf(preset));
      // The machine's credentials set up all presets that have a place.
      const found = [...config.providers.keys()].filter((each) => each === name || !findPreset(each)?.auth);
      expect(found).toEqual([name, "sim"]);
      expect(config.providers.get(name)).toMatchObject({
        ...credentialsOf(preset),
        foundBy: { variable: preset.keys[0] },
      });
      const [destination] = destinationsFor(config, `${name}/some/model`);
      expect([destination?.provider.name, destination?.model]).toEqual([name, "some/model"]);
    },
  );

  it("have names that models of a client can begin with", () => {
    const names = presets.flatMap(({ name, aliases = [] }) => [name, ...aliases]);
    expect(names.filter((name) => !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("are on the page of presets, except for the vendors of the config's page", () => {
    const rows = presets.filter(({ models, model }) => models.length === 0 && model === undefined);
    for (const { name, dialect, baseUrl, keys } of rows) {
      const row = PAGE.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? "";
      expect(row, name).toContain(`| ${dialect} | \`${baseUrl}\` |`);
      for (const key of keys) expect(row, name).toContain(`\`${key}\``);
    }
  });
});

describe("a variable alone", () => {
  it("sets up one of the presets that share it: that with the shortest name", async () => {
    const shared = presets.filter((preset) => sharing(preset).length > 0);
    const variables = new Set(shared.flatMap(({ keys }) => keys));
    const found = [];
    for (const variable of variables) {
      const { providers } = await environmentConfig({ [variable]: "k" });
      found.push([variable, [...providers.keys()].filter((name) => name !== "sim").join(" ")]);
    }
    expect(Object.fromEntries(found)).toEqual({
      ALIBABA_CODING_PLAN_API_KEY: "alibaba-coding-plan",
      ALIBABA_TOKEN_PLAN_API_KEY: "alibaba-token-plan",
      DASHSCOPE_API_KEY: "alibaba",
      GITHUB_TOKEN: "github-models",
      MINIMAX_API_KEY: "minimax",
      MOONSHOT_API_KEY: "moonshotai",
      OPENCODE_API_KEY: "opencode",
      PERPLEXITY_API_KEY: "perplexity",
      STEPFUN_API_KEY: "stepfun",
      XIAOMI_API_KEY: "xiaomi",
      ZHIPU_API_KEY: "zai",
    });
  });

  it("says which other presets share it", async () => {
    const { providers } = await environmentConfig({ MOONSHOT_API_KEY: "k" });
    expect(providers.get("moonshotai")?.foundBy).toEqual({ variable: "MOONSHOT_API_KEY", others: ["moonshotai-cn"] });
  });

  it("does not change where other models go, if a vendor is set up", async () => {
    const before = await environmentConfig({ XAI_API_KEY: "k" });
    const after = await environmentConfig({ XAI_API_KEY: "k", TOGETHER_API_KEY: "k", GITHUB_TOKEN: "k" });
    expect(after.routes).toEqual(before.routes);
  });

  it("sends models as they are, if no vendor is set up", async () => {
    const config = await environmentConfig({ TOGETHER_API_KEY: "k", ZENMUX_API_KEY: "k" });
    expect(destinationsFor(config, "claude-x").map(({ provider, model }) => [provider.name, model])).toEqual([
      ["together", "claude-x"],
    ]);
  });

  it("of a token for more than models gets no models that do not name its provider", async () => {
    const config = await environmentConfig({ GITHUB_TOKEN: "k", HF_TOKEN: "k" });
    expect([...config.providers.keys()]).toEqual(["github-models", "huggingface", "sim"]);
    expect(isSimulatedOnly(config)).toBe(true);
    expect(destinationsFor(config, "gpt-5.6").map(({ provider }) => provider.name)).toEqual(["sim"]);
  });

  it("is not enough if the address needs another", async () => {
    expect([...(await environmentConfig({ DATABRICKS_TOKEN: "k" })).providers.keys()]).toEqual(["sim"]);
    const { providers } = await environmentConfig({ DATABRICKS_TOKEN: "k", DATABRICKS_HOST: "https://adb-1.net/" });
    expect(providers.get("databricks")?.baseUrl).toBe("https://adb-1.net/ai-gateway/mlflow/v1");
  });

  it("of Cloudflare's gateway names the gateway in a header", async () => {
    const env = { CLOUDFLARE_API_TOKEN: "k", CLOUDFLARE_ACCOUNT_ID: "acc" };
    const { providers } = await environmentConfig({ ...env, CLOUDFLARE_GATEWAY_ID: "mine" });
    expect(providers.get("cloudflare-ai-gateway")).toMatchObject({
      baseUrl: "https://api.cloudflare.com/client/v4/accounts/acc/ai/v1",
      headers: { "cf-aig-gateway-id": "mine" },
    });
  });
});

describe("other platforms", () => {
  it("are no presets, and each says what to do", () => {
    expect([...otherPlatforms.keys()].filter((name) => findPreset(name) !== undefined)).toEqual([]);
    expect([...otherPlatforms.values()].filter(({ advice }) => advice === "")).toEqual([]);
  });
});

describe("a preset in a config", () => {
  it.each([
    ["preset: togethr", `is "togethr", which is not known; did you mean together?`],
    ["preset: together", "is together, whose key is in TOGETHER_API_KEY, which is not set; set it, or write apiKey"],
    ["preset: gemini", "or GOOGLE_GENERATIVE_AI_API_KEY, which is not set; set one of them, or write apiKey"],
    [
      "preset: databricks, apiKey: k",
      "whose address needs DATABRICKS_HOST, which is not set; set it, or write baseUrl",
    ],
    ["preset: amazon-bedrock", "is bedrock, whose key is in AWS_BEARER_TOKEN_BEDROCK, which is not set"],
    [
      "preset: azure, apiKey: k",
      "is azure, whose address needs AZURE_RESOURCE_NAME, which is not set; set it, or write baseUrl",
    ],
    [
      "preset: google-vertex",
      "is vertex, whose project is in GOOGLE_CLOUD_PROJECT or GOOGLE_VERTEX_PROJECT, which is not set; set one of them, or write project",
    ],
    ["preset: vertex, project: a/b", "project has characters that it cannot have"],
    ["preset: sap-ai-core", "run a proxy that signs in for you"],
    ["preset: together, apiKey: a, apiKeys: [b]", "apiKeys stands beside apiKey; keep one of the two"],
    ["apiKey: k", "providers.p.dialect is missing"],
  ])("%s says what is wrong", async (fields, problem) => {
    expect((await problemsIn(`providers: { p: { ${fields} } }`)).join("\n")).toContain(problem);
  });

  it("of Bedrock has the address of its region, and may be signed in with AWS keys instead", async () => {
    const env = { AWS_BEARER_TOKEN_BEDROCK: "k", AWS_REGION: "eu-central-1" };
    const place = async (fields: string) =>
      (await read(`providers: { p: { preset: bedrock${fields} } }`, { env })).providers.get("p");
    const eu = "https://bedrock-runtime.eu-central-1.amazonaws.com";
    expect(await place("")).toMatchObject({ dialect: "bedrock", baseUrl: eu, apiKey: "k" });
    const us = "https://bedrock-runtime.us-west-2.amazonaws.com";
    expect(await place(", region: us-west-2")).toMatchObject({ baseUrl: us, apiKey: "k" });
    const signed = await place(", region: us-west-2, auth: aws");
    expect(signed).toMatchObject({ baseUrl: us, auth: { type: "aws" } });
    expect(signed).not.toHaveProperty("apiKey");
    const text = "providers: { p: { preset: bedrock, auth: aws } }";
    expect((await problemsIn(text, { env })).join("\n")).toContain("region is missing");
  });

  it("of Azure is on its platform, in a config and without", async () => {
    const env = { AZURE_RESOURCE_NAME: "mine", AZURE_API_KEY: "k" };
    const expected = {
      dialect: "openai-responses",
      platform: { name: "azure" },
      baseUrl: "https://mine.openai.azure.com/openai/v1",
      apiKey: "k",
    };
    const { providers } = await read("providers: { p: { preset: azure } }", { env });
    expect(providers.get("p")).toMatchObject(expected);
    expect((await environmentConfig(env)).providers.get("azure")).toMatchObject(expected);
  });

  it("gives way to what the config says", async () => {
    const text = `providers: { p: { preset: openai, baseUrl: "https://eu.api.openai.com/v1", apiKey: mine, dialect: openai-chat } }`;
    expect((await read(text)).providers.get("p")).toMatchObject({
      dialect: "openai-chat",
      baseUrl: "https://eu.api.openai.com/v1",
      apiKey: "mine",
    });
  });

  it("sends no vendor's key to another host", async () => {
    const text = `providers: { p: { preset: together, baseUrl: "https://proxy.example/v1" } }`;
    const { providers } = await read(text, { env: { TOGETHER_API_KEY: "k" } });
    expect(providers.get("p")).not.toHaveProperty("apiKey");
  });

  it("needs no key for a server on this machine", async () => {
    const { providers } = await read("providers: { p: { preset: lmstudio } }");
    expect(providers.get("p")).toMatchObject({ baseUrl: "http://127.0.0.1:1234/v1" });
  });

  it("may have the name of models.dev", async () => {
    const { providers } = await read("providers: { p: { preset: togetherai } }", { env: { TOGETHER_API_KEY: "k" } });
    expect(providers.get("p")?.baseUrl).toBe("https://api.together.xyz/v1");
  });
});

describe("a model of a provider that is not set up", () => {
  it.each([
    ["together/qwen3", "set TOGETHER_API_KEY, or add together to the providers"],
    ["databricks/x", "set DATABRICKS_TOKEN and DATABRICKS_HOST, or add"],
    ["alibaba-cn/qwen3", "add { preset: alibaba-cn } to the providers"],
    ["amazon-bedrock/x", "set AWS_BEARER_TOKEN_BEDROCK, or add bedrock to the providers of the config"],
    ["google-vertex/x", "set GOOGLE_APPLICATION_CREDENTIALS and GOOGLE_CLOUD_PROJECT, or add vertex to the providers"],
    ["vertex-claude/x", "set GOOGLE_APPLICATION_CREDENTIALS and ANTHROPIC_VERTEX_PROJECT_ID, or add vertex-claude"],
    ["sap-ai-core/x", "add it to the providers of the config: run a proxy"],
  ])("%s has no destination, and the reason says what to do", async (model, fix) => {
    const config = await environmentConfig({ OPENAI_API_KEY: "k" });
    expect(destinationsFor(config, model)).toEqual([]);
    expect(noDestination(config, model)).toContain(fix);
  });

  it("that has another name here is called by it", async () => {
    const config = await environmentConfig({ TOGETHER_API_KEY: "k" });
    expect(noDestination(config, "togetherai/x")).toContain("here it is called together: ask for together/MODEL");
  });

  it("goes to a catch-all route that sends names as they are, as OpenRouter has models with such names", async () => {
    const text = "providers: { router: { preset: openrouter, apiKey: k } }";
    const [destination] = destinationsFor(await read(text), "moonshotai/kimi-k2");
    expect(destination?.model).toBe("moonshotai/kimi-k2");
  });
});
