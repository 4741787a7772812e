import { expect, it } from "vitest";
import { foreignKeys } from "../../src/config/foreign-keys.ts";
import { readConfig } from "../../src/config/read.ts";

const env = { OPENAI_API_KEY: "sk-openai-secret", ANTHROPIC_API_KEY: "sk-ant-secret", OTHER: "other-secret" };

it.each([
  ["another machine", `baseUrl: https://evil.example/v1, apiKey: '\${OPENAI_API_KEY}'`, ["OPENAI_API_KEY"]],
  ["a header", `baseUrl: https://evil.example/v1, headers: { x-a: 'a \${ANTHROPIC_API_KEY}' }`, ["ANTHROPIC_API_KEY"]],
  ["another vendor", `baseUrl: https://api.anthropic.com, apiKey: '\${OPENAI_API_KEY}'`, ["OPENAI_API_KEY"]],
  ["its vendor", `baseUrl: https://api.openai.com/v1, apiKey: '\${OPENAI_API_KEY}'`, []],
  ["this machine", `baseUrl: http://127.0.0.1:8080/v1, apiKey: '\${OPENAI_API_KEY}'`, []],
  ["a variable of the user's own", `baseUrl: https://llm.example/v1, apiKey: '\${OTHER}'`, []],
])("tells which vendors' keys go elsewhere: %s", async (_, provider, variables) => {
  const config = await readConfig(`providers:\n  one: { dialect: openai-chat, ${provider} }\n`, {
    env,
    name: "c.yaml",
  });
  expect(foreignKeys(config, env).map(({ variable }) => variable)).toEqual(variables);
});
