import { describe, expect, it } from "vitest";
import { ConfigError } from "../../src/config/error.ts";
import { readConfig } from "../../src/config/read.ts";
import { readSource } from "../../src/config/read-source.ts";
import { YamlSource } from "../../src/config/yaml-source.ts";

const CONFIG = {
  providers: {
    local: {
      dialect: "ollama",
      baseUrl: "http://127.0.0.1:11434",
      models: [{ match: "qwen3", refuses: ["temperature"] }],
    },
    cloud: { dialect: "openai-chat", baseUrl: "https://example.com/v1", apiKey: "sk-1", timeouts: { firstByte: "2m" } },
  },
  routes: [{ match: "*", to: ["cloud/gpt-5.6", "local/qwen3"] }],
  keys: [{ name: "alice", key: "tg-alice", rpm: 60, budget: { amount: 0.5, per: "day" }, admin: true }],
  server: { port: 4242 },
};

describe("the text of a config", () => {
  it("means the same in JSON as in YAML", async () => {
    const text = JSON.stringify(CONFIG);
    expect(await read(text)).toEqual(await read(`# YAML\n${text}`));
  });

  it("is read without the YAML parser where it is JSON and valid", async () => {
    expect(await parsersFor(JSON.stringify(CONFIG))).toEqual(["JSON"]);
  });

  it("is read by the YAML parser where it is YAML, or JSON with a repeated key", async () => {
    expect(await parsersFor("server: { port: 4242 }")).toEqual(["YAML"]);
    expect(await parsersFor('{"server":{},"routes":[]}')).toEqual(["JSON"]);
    await expect(parsersFor('{"server":{},"server":{}}')).rejects.toThrow(ConfigError);
  });

  it("is read again for the position of a problem", async () => {
    const text = '{\n  "server": {\n    "prot": 4242\n  }\n}';
    await expect(read(text)).rejects.toThrow("toolglot.json:3:5");
  });

  it("is read again for the position of a warning, which is given once", async () => {
    const warnings: string[] = [];
    const options = { readableByOthers: true, warn: (warning: string) => void warnings.push(warning) };
    await read(JSON.stringify(CONFIG, null, 2), options);
    expect(warnings).toHaveLength(2);
    expect(warnings[0]).toMatch(/^toolglot\.json:\d+:\d+: /);
  });
});

function read(text: string, options: object = {}) {
  return readConfig(text, { name: "toolglot.json", env: {}, ...options });
}

/** The parsers that a text is read with. */
async function parsersFor(text: string): Promise<string[]> {
  const parsers: string[] = [];
  await readSource(text, "toolglot.json", async (source) => {
    parsers.push(source instanceof YamlSource ? "YAML" : "JSON");
  });
  return parsers;
}
