import { describe, expect, it } from "vitest";
import { defaultRetries, defaultServer, defaultStore, defaultTimeouts } from "../../src/config/defaults.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { problemsIn, provider, read } from "./reading.ts";

const DESIGN = `
providers:
  openai: { dialect: openai-responses, baseUrl: https://api.openai.com/v1/, apiKey: "\${OPENAI_API_KEY}" }
  local:  { dialect: ollama, baseUrl: http://127.0.0.1:11434 }
routes:
  - { match: "claude-*haiku*", to: local/qwen3 }
  - { match: "*", to: [openai/gpt-5.6, local] }
`;

describe("a config", () => {
  it("maps models to targets", async () => {
    const { providers, routes } = await read(DESIGN, { env: { OPENAI_API_KEY: "sk-1" } });
    expect([...providers.keys()]).toEqual(["openai", "local", "sim"]);
    expect(providers.get("openai")).toEqual({
      name: "openai",
      dialect: "openai-responses",
      baseUrl: "https://api.openai.com/v1",
      apiKey: "sk-1",
      headers: {},
      timeouts: defaultTimeouts,
      retries: defaultRetries,
      onLoss: "report",
      models: [],
    });
    expect(routes).toEqual([
      { match: "claude-*haiku*", to: [{ provider: "local", model: "qwen3" }], headers: {} },
      { match: "*", to: [{ provider: "openai", model: "gpt-5.6" }, { provider: "local" }], headers: {} },
    ]);
  });

  it("may be JSON, also indented with tabs", async () => {
    const json = { providers: { a: { dialect: "claude", baseUrl: "http://h", retries: 0 } }, routes: [] };
    expect(await read(JSON.stringify(json, null, "\t"))).toEqual(await read(JSON.stringify(json)));
    expect((await read(JSON.stringify(json))).providers.get("a")).toMatchObject({ dialect: "anthropic" });
  });

  it("has defaults for everything", async () => {
    const { keys, server, store, routes } = await read(provider());
    expect({ keys, server, store }).toEqual({ keys: [], server: defaultServer, store: defaultStore });
    expect(routes).toEqual([{ match: "*", to: [{ provider: "a" }], headers: {} }]);
  });

  it("without providers uses those of the environment", async () => {
    const { providers, routes, server } = await read("server: { port: 8080 }", { env: { ANTHROPIC_API_KEY: "k" } });
    expect([...providers.keys()]).toEqual(["anthropic", "sim"]);
    expect(routes.at(-1)).toMatchObject({ match: "*", to: [{ provider: "anthropic" }] });
    expect(server.port).toBe(8080);
  });

  it("may redefine sim, and have simulated providers of any dialect", async () => {
    const text =
      'providers: { sim: { dialect: gemini, baseUrl: "sim:" }, other: { dialect: ollama, baseUrl: "sim:" } }';
    const { providers } = await read(text);
    expect([...providers.values()].map(({ name, dialect }) => [name, dialect])).toEqual([
      ["sim", "gemini"],
      ["other", "ollama"],
    ]);
  });

  it("keeps the order of providers whose names are numbers", async () => {
    const text = "providers: { b: &b { dialect: ollama, baseUrl: 'http://h' }, 7: *b, 1: *b }";
    expect([...(await read(text)).providers.keys()]).toEqual(["b", "7", "1", "sim"]);
  });

  it("accepts durations and sizes with units", async () => {
    const text = "server: { maxBody: 2MiB, keepAlive: 1.5s, drain: 2m, maxLag: 50, writeTimeout: 500ms }";
    expect((await read(text)).server).toEqual({
      ...defaultServer,
      maxBody: 2 * 1024 * 1024,
      keepAlive: 1500,
      drain: 120_000,
      maxLag: 50,
      writeTimeout: 500,
    });
  });

  it.each([
    ["false", { ...defaultRetries, attempts: 0 }],
    ["5", { ...defaultRetries, attempts: 5 }],
    ["{ delay: 1s }", { ...defaultRetries, delay: 1000 }],
  ])("takes %s for retries", async (retries, expected) => {
    expect((await read(provider(`retries: ${retries}`))).providers.get("a")?.retries).toEqual(expected);
  });

  it("keeps a route's settings apart from its provider's", async () => {
    const route =
      "{ match: x, to: a, profile: strict, onLoss: refuse, toolSearch: off, headers: { X-One: 1s }, timeouts: { idle: 1s }, retries: 1 }";
    const { routes } = await read(`${provider()}\nroutes: [${route}]`);
    expect(routes).toEqual([
      {
        match: "x",
        to: [{ provider: "a" }],
        profile: "strict",
        onLoss: "refuse",
        toolSearch: "off",
        headers: { "x-one": "1s" },
        timeouts: { idle: 1000 },
        retries: { attempts: 1 },
      },
    ]);
  });

  it("lists models and the fields that they refuse", async () => {
    const models =
      "models: [ small, { match: 'big-*', refuses: [temperature], accepts: [topP] }, { match: own, price: { input: 0.5, output: 0, cacheRead: 0.1 } } ]";
    expect((await read(provider(models))).providers.get("a")?.models).toEqual([
      { match: "small", refuses: [], accepts: [] },
      { match: "big-*", refuses: ["temperature"], accepts: ["topP"] },
      { match: "own", refuses: [], accepts: [], price: { input: 0.5, output: 0, cacheRead: 0.1 } },
    ]);
  });
});

describe("texts of a config", () => {
  const port = (value: string, env: Record<string, string> = {}) => read(`server: { port: "${value}" }`, { env });

  it("may contain environment variables, also for numbers", async () => {
    expect((await port(`\${PORT}`, { PORT: "99" })).server.port).toBe(99);
    expect((await port(`\${PORT:-98}`)).server.port).toBe(98);
    expect((await port(`\${PORT:-98}`, { PORT: "" })).server.port).toBe(98);
    expect((await port(`4\${PORT}`, { PORT: "1" })).server.port).toBe(41);
  });

  it("have no variables besides those of the environment", async () => {
    expect(await problemsIn(provider(`apiKey: '\${constructor}'`))).toEqual([
      expect.stringContaining("needs the environment variable constructor, which is not set"),
    ]);
  });

  it("may contain an escaped variable", async () => {
    const { providers } = await read(provider(`apiKey: 'a$\${B}$c'`), { env: { B: "no" } });
    expect(providers.get("a")?.apiKey).toBe(`a\${B}$c`);
  });

  it("do not expand variables within the value of a variable", async () => {
    const { providers } = await read(provider(`apiKey: '\${A}'`), { env: { A: `\${B}`, B: "no" } });
    expect(providers.get("a")?.apiKey).toBe(`\${B}`);
  });

  it("may be in files, if they are secrets", async () => {
    const readFile = (path: string) => (path === "key.txt" ? "sk-2\n" : "");
    const { providers } = await read(provider("apiKey: 'file:key.txt'"), { readFile });
    expect(providers.get("a")?.apiKey).toBe("sk-2");
    expect(await problemsIn(provider("apiKey: 'file:other'"), { readFile })).toHaveLength(1);
    expect(await problemsIn(provider("apiKey: 'file:key.txt'"))).toHaveLength(1);
  });
});

describe("keys of clients", () => {
  it("are known by their hashes only", async () => {
    const hash = await sha256("hashed-key");
    const text = `keys: [{ name: one, key: "\${KEY}", concurrency: 3 }, { name: two, sha256: ${hash.toUpperCase()} }]`;
    const { keys } = await read(text, { env: { KEY: "plain-key", TOOLGLOT_KEYS: "third-key, ,fourth-key,third-key" } });
    expect(keys).toEqual([
      { name: "one", sha256: await sha256("plain-key"), concurrency: 3 },
      { name: "two", sha256: hash, concurrency: 0 },
      { name: "TOOLGLOT_KEYS[0]", sha256: await sha256("third-key"), concurrency: 0 },
      { name: "TOOLGLOT_KEYS[1]", sha256: await sha256("fourth-key"), concurrency: 0 },
    ]);
  });

  it("have unique names and values", async () => {
    expect(await problemsIn("keys: [{ name: a, key: k }, { name: a, key: l }, { name: b, key: k }]")).toEqual([
      "toolglot.yaml:1:29: keys.1 has the name of another key; give each its own name",
      "toolglot.yaml:1:50: keys.2 is the same key as another; leave one out",
    ]);
  });
});
