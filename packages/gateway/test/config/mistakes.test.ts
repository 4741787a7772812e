import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/config/error.ts";
import { problemsIn, provider, read } from "./reading.ts";

describe("a mistake in a config", () => {
  it("in the syntax is named once", async () => {
    expect(await problemsIn("providers: { a: { dialect: openai-chat\n")).toHaveLength(1);
  });

  it.each([
    ["routs: []", '1:1: "routs" is not known here; did you mean routes?'],
    ["a: 1\na: 2", "2:1: Map keys must be unique; leave one out"],
    ['{"server": {"port": 1, "port": 2}}', "1:24: Map keys must be unique; leave one out"],
    ["", "1:1: the config is empty; it must be an object with fields such as providers, routes, keys"],
    ["[]", "1:1: the config is a list; it must be an object"],
    ["server:", "1:8: server is empty; it must be an object with fields such as host, port"],
    [
      "server: { port: 70000 }",
      "1:17: server.port is a number that does not fit; it must be a whole number from 0 to 65535",
    ],
    [
      "server: { drain: soon }",
      "1:18: server.drain is a text that does not fit; it must be a time: milliseconds, or a text like 500ms, 10s, 2m",
    ],
    [
      "server: { origins: [ 'https://a.example/' ] }",
      "1:22: server.origins.0 is not an origin; write it as in https://app.example.com, without a slash at its end",
    ],
    ["providers: { a: { baseUrl: 'http://h' } }", "1:17: providers.a.dialect is missing; it must be a text"],
    [
      "providers: { a: { dialect: opena, baseUrl: 'http://h' } }",
      '1:28: providers.a.dialect is "opena", which is not known; did you mean openai?',
    ],
    [provider("profile: stict"), 'providers.a.profile is "stict", which is not known; did you mean strict?'],
    [provider("onLoss: warn"), 'providers.a.onLoss is "warn", which is not known; use one of report, refuse'],
    [
      provider("models: [{ match: x, refuses: [temprature] }]"),
      'providers.a.models.0.refuses.0 is "temprature", which is not known; did you mean temperature?',
    ],
    [
      `${provider("", "openai")}\nroutes: [{ match: x, to: opnai/gpt }]`,
      '2:26: routes.0.to leads to "opnai", and no provider is called that; did you mean openai?',
    ],
    [`${provider()}\nroutes: [{ match: x, to: a/ }]`, '2:26: routes.0.to is "a/", without a model; write a or a/MODEL'],
    [`${provider()}\nroutes: [{ match: x, to: [] }]`, "routes.0.to is empty; name at least one PROVIDER/MODEL"],
    [provider("headers: { 'a b': c }"), "providers.a.headers.a b is not the name of a header"],
    [provider("headers: { Host: c }"), "providers.a.headers.Host is a header that the connection itself needs"],
    [provider("headers: { A: b, a: c }"), "providers.a.headers.a is set twice; leave one out"],
    [provider('headers: { a: "b\\r\\nc: d" }'), "providers.a.headers.a has characters that no header may have"],
    [provider('headers: { a: "b\\0" }'), "providers.a.headers.a has characters that no header may have"],
    [provider('apiKey: "a\\nb"'), "providers.a.apiKey has characters that no key has"],
    [
      provider(`apiKey: '\${KEY}'`),
      `needs the environment variable KEY, which is not set; set it, or write \${KEY:-default}`,
    ],
    [provider(`apiKey: '\${KEY'`), `providers.a.apiKey has "\${KEY", which names no variable`],
    ["keys: [{ name: a }]", "1:8: keys.0 needs either key or sha256; set one of the two"],
    ["keys: [{ name: a, sha256: abc }]", "keys.0.sha256 is not a SHA-256; write its 64 hexadecimal digits"],
    ["a: &a [*b]", "Unresolved alias"],
  ])("is reported with its path and a fix: %s", async (text, expected) => {
    const [first = "", ...others] = await problemsIn(text);
    expect(first).toContain(expected);
    expect(first).toMatch(/^toolglot\.yaml:\d+:\d+: .+; .+/);
    expect(others).toEqual([]);
  });

  it.each([
    "ftp://host",
    "host/v1",
    "https:host",
    "file:///etc/passwd",
    "https://user:pass@host/v1",
    "https://user@host/v1",
    "https://host/v1?key=secret",
    "https://host/v1?",
    "https://host/v1#part",
    "http://",
    "javascript:alert(1)",
  ])("is found in the address %s, which is not repeated", async (address) => {
    const problems = await problemsIn(`providers: { a: { dialect: anthropic, baseUrl: '${address}' } }`);
    expect(problems).toEqual([expect.stringMatching(/^toolglot\.yaml:1:48: providers\.a\.baseUrl /)]);
    expect(problems.join()).not.toContain(address);
  });

  it("does not hide the others", async () => {
    const text =
      "providers: { a: { dialect: x, baseUrl: y, apikey: z } }\nroutes: [{ match: 1, to: q }]\nserver: { prt: 1 }\nzzz: 1";
    const error = await read(text).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).problems.map(({ line, path }) => [line, path])).toEqual([
      [1, "/providers/a/dialect"],
      [1, "/providers/a/baseUrl"],
      [1, "/providers/a/apikey"],
      [2, "/routes/0/match"],
      [2, "/routes/0/to"],
      [3, "/server/prt"],
      [4, "/zzz"],
    ]);
  });

  it("in a provider is not reported again for the routes to it", async () => {
    const text = "providers: { a: { dialect: x, baseUrl: 'http://h' } }\nroutes: [{ match: '*', to: a/b }]";
    expect(await problemsIn(text)).toHaveLength(1);
  });

  it("never quotes a secret", async () => {
    const secret = "sk-canary";
    const text = `providers: { a: { dialect: anthropic, baseUrl: 'http://${secret}@h', apiKey: ["${secret}"], headers: { a: "${secret}\\n" } } }
keys: [{ name: a, key: "${secret}", sha256: "${secret}" }, { name: b, sha256: "${secret}" }]`;
    const problems = await problemsIn(text);
    expect(problems).toHaveLength(5);
    expect(problems.join()).not.toContain(secret);
  });

  it("may be too many aliases", async () => {
    const lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"];
    for (let level = 1; level < 12; level++)
      lines.push(
        `a${level}: &a${level} [${Array(10)
          .fill(`*a${level - 1}`)
          .join(", ")}]`,
      );
    expect(await problemsIn(lines.join("\n"))).toEqual([expect.stringContaining("alias")]);
  });
});

/** What a config is warned of. */
async function warnings(text: string, readableByOthers: boolean): Promise<string[]> {
  const reported: string[] = [];
  const warn = (warning: string) => reported.push(warning);
  await read(text, { readableByOthers, env: { KEY: "k" }, readFile: () => "k", warn });
  return reported;
}

describe("a key in the config itself", () => {
  it("causes a warning if others can read the file", async () => {
    expect(await warnings(provider("apiKey: sk-canary"), true)).toEqual([
      expect.stringMatching(/^toolglot\.yaml:1:\d+: providers\.a\.apiKey is a key in a file that others may read; /),
    ]);
    expect((await warnings(provider("apiKey: sk-canary"), true)).join()).not.toContain("canary");
  });

  it("causes a warning if it is in the address of the shared state, which is no secret itself", async () => {
    expect(await warnings("state: { redis: 'redis://:canary@h:6379/0' }", true)).toEqual([
      expect.stringMatching(/^toolglot\.yaml:1:\d+: state\.redis is a key in a file that others may read; /),
    ]);
    expect(await warnings("state: { redis: 'redis://h:6379/0' }", true)).toEqual([]);
  });

  it("causes a warning if it is a client's key", async () => {
    expect(await warnings("keys: [{ name: a, key: canary }]", true)).toEqual([
      expect.stringMatching(/^toolglot\.yaml:1:\d+: keys\.0\.key is a key in a file that others may read; /),
    ]);
  });

  it("causes no warning if others cannot read it or it is elsewhere", async () => {
    expect(await warnings(provider("apiKey: sk-canary"), false)).toEqual([]);
    expect(await warnings(provider(`apiKey: '\${KEY}'`), true)).toEqual([]);
    expect(await warnings(provider("apiKey: 'file:key'"), true)).toEqual([]);
  });
});

describe("an address", () => {
  it.each([
    ["anthropic", "https://h/v1"],
    ["gemini", "https://h/v1beta"],
    ["ollama", "https://h/api"],
    ["openai-chat", "https://h/v1/chat/completions"],
    ["openai-responses", "https://h/v1/responses"],
    ["anthropic", "https://h/v1/messages"],
  ])("of %s that says what its dialect adds is warned of: %s", async (dialect, baseUrl) => {
    const reported = await warnings(`providers: { a: { dialect: ${dialect}, baseUrl: "${baseUrl}" } }`, false);
    expect(reported).toEqual([expect.stringContaining(`${dialect} adds that itself: leave it out`)]);
  });

  it("that is right causes no warning", async () => {
    expect(await warnings("providers: { a: { dialect: openai, baseUrl: 'https://h/v1' } }", false)).toEqual([]);
    expect(await warnings(provider(), false)).toEqual([]);
  });
});
