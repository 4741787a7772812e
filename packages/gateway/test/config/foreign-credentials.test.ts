import { expect, it } from "vitest";
import { foreignCredentials } from "../../src/config/foreign-credentials.ts";
import { problemsIn, read } from "./reading.ts";

const BEDROCK = "dialect: anthropic, platform: bedrock, region: us-east-1";
const VERTEX = "dialect: gemini, platform: vertex, project: p, location: eu";
const AZURE = "dialect: openai-chat, platform: azure";

it.each([
  [`${BEDROCK}, auth: aws`, []],
  [`${BEDROCK}, auth: aws, baseUrl: "https://vpce-1.bedrock-runtime.us-east-1.vpce.amazonaws.com"`, []],
  [`${BEDROCK}, auth: aws, baseUrl: "http://127.0.0.1:8080"`, []],
  [`${BEDROCK}, auth: { profile: work }, baseUrl: "https://x.execute-api.us-east-1.amazonaws.com"`, ["aws"]],
  [`${BEDROCK}, auth: { bearer: key }, baseUrl: "https://proxy.example"`, []],
  [`${VERTEX}, auth: gcp`, []],
  [`${VERTEX}, auth: gcp, baseUrl: "https://aiplatform.eu.rep.googleapis.com.evil.example"`, ["gcp"]],
  [`${AZURE}, auth: azure, baseUrl: "https://x.openai.azure.com"`, []],
  [`${AZURE}, auth: azure, baseUrl: "https://x.services.ai.azure.com/openai/v1"`, []],
  [`${AZURE}, auth: azure, baseUrl: "https://proxy.example"`, ["azure"]],
])("finds credentials of the machine that { %s } sends elsewhere", async (fields, expected) => {
  const config = await read(`providers: { p: { ${fields} } }`);
  expect(foreignCredentials(config).map(({ auth }) => auth)).toEqual(expected);
});

it("lets only a config that was chosen run programs", async () => {
  const text = 'providers: { p: { dialect: ollama, baseUrl: "http://h", auth: { command: print-token } } }';
  expect(await problemsIn(text)).toEqual([]);
  expect(await problemsIn(text, { trusted: false })).toEqual([
    "toolglot.yaml:1:74: providers.p.auth.command runs a program, and the config was found here rather than chosen; name it with --config if you trust it",
  ]);
});
