import { expect, it } from "vitest";
import { redactedConfig } from "../../src/config/print.ts";
import { read } from "./reading.ts";

const text = `
providers:
  a: { dialect: anthropic, baseUrl: https://h, apiKey: canary-1, headers: { X-Secret: canary-2 } }
  b: { preset: groq, apiKeys: [canary-5, { key: canary-6, name: second }] }
routes:
  - { match: "*", to: [a/b, { target: a, weight: 2 }], balance: weighted, headers: { x-more: canary-3 } }
keys:
  - { name: me, key: canary-4 }
`;

it("prints a config without anything that may be a secret", async () => {
  const config = await read(text);
  const printed = JSON.stringify(redactedConfig(config));
  expect(printed).not.toContain("canary");
  expect(config.keys.map(({ sha256 }) => printed.includes(sha256))).toEqual([false]);
});

it("prints all the rest", async () => {
  expect(redactedConfig(await read(text))).toMatchObject({
    providers: {
      a: { dialect: "anthropic", baseUrl: "https://h", apiKey: "[redacted]", headers: { "x-secret": "[redacted]" } },
      b: {
        apiKeys: [
          { name: "1", key: "[redacted]" },
          { name: "second", key: "[redacted]" },
        ],
      },
      sim: { baseUrl: "sim:" },
    },
    routes: [
      { match: "*", to: ["a/b", { target: "a", weight: 2 }], balance: "weighted", headers: { "x-more": "[redacted]" } },
    ],
    keys: [{ name: "me", concurrency: 0 }],
    server: { port: 4141 },
  });
});
