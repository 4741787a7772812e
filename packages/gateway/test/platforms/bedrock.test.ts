import type { ServerResponse } from "node:http";
import Anthropic from "@anthropic-ai/sdk";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { systemOf } from "../credentials/context.ts";
import { startGateway } from "../support/gateway.ts";
import { answerJson, type Received, startUpstream, type TestUpstream } from "../support/upstream.ts";
import { chunk, exception } from "./support/event-stream.ts";
import { everythingShown, startPlatformGateway } from "./support/gateway.ts";
import { EVENTS, MESSAGE, REQUEST } from "./support/messages.ts";
import { signatureProblem } from "./support/verify-sigv4.ts";

const SECRET = "wJalrXUtnFEMI/K7MDENG/canary-secret";
const MODEL = "us.anthropic.claude-sonnet-5-5-v1:0";
const PATH = "/model/us.anthropic.claude-sonnet-5-5-v1%3A0/invoke";

interface Bedrock extends TestUpstream {
  /** The keys that are accepted. */
  keys: Record<string, { secret: string; token?: string }>;
}

/** Bedrock: strict about signatures, paths and bodies. The last message of its stream comes after those before have been read. */
async function startBedrock(stream: readonly Uint8Array[] = EVENTS.map(chunk), size = 100): Promise<Bedrock> {
  const keys: Bedrock["keys"] = { AKIDEXAMPLE: { secret: SECRET } };
  const upstream = await startUpstream((received, response) => {
    const problem = authProblem(received, bedrock.keys) ?? bodyProblem(received);
    if (problem !== undefined) return refuse(response, problem);
    if (!received.url.endsWith("-with-response-stream")) return answerJson(response, 200, MESSAGE);
    response.writeHead(200, { "content-type": "application/vnd.amazon.eventstream" });
    const bytes = Buffer.concat(stream.slice(0, -1));
    for (let at = 0; at < bytes.length; at += size) response.write(bytes.subarray(at, at + size));
    setTimeout(() => response.end(stream.at(-1)), 50);
  });
  const bedrock: Bedrock = { ...upstream, keys };
  return bedrock;
}

function authProblem(received: Received, keys: Bedrock["keys"]): string | undefined {
  if (received.headers.authorization === "Bearer bedrock-api-key-canary") return undefined;
  return signatureProblem(received, { keys, region: "us-east-1", service: "bedrock", now: Date.now() });
}

function bodyProblem({ url, headers, body }: Received): string | undefined {
  const request = JSON.parse(body);
  if (!/^\/model\/[^/]+\/invoke(?:-with-response-stream)?$/.test(url)) return `ValidationException: ${url}`;
  if (request.model !== undefined || request.stream !== undefined)
    return "ValidationException: extra inputs are not permitted";
  if (request.anthropic_version !== "bedrock-2023-05-31") return "ValidationException: anthropic_version";
  if (headers["anthropic-beta"] !== undefined || headers["anthropic-version"] !== undefined)
    return "ValidationException: headers";
  return undefined;
}

function refuse(response: ServerResponse, problem: string): void {
  const [type = "", message = ""] = problem.split(": ");
  answerJson(
    response,
    type === "ValidationException" ? 400 : 403,
    { message },
    { "x-amzn-errortype": `${type}:http://internal.amazon.com/` },
  );
}

const env = { AWS_ACCESS_KEY_ID: "AKIDEXAMPLE", AWS_SECRET_ACCESS_KEY: SECRET };

async function start(bedrock: TestUpstream, auth = "auth: aws", variables: Readonly<Record<string, string>> = env) {
  const gateway = await startPlatformGateway({
    provider: `{ dialect: anthropic, platform: bedrock, region: us-east-1, baseUrl: "${bedrock.url}", ${auth} }`,
    env: { BEDROCK_KEY: "bedrock-api-key-canary" },
    system: systemOf({ env: variables }),
  });
  return { gateway, sdk: new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 }) };
}

const request = { ...REQUEST, model: `p/${MODEL}` };

describe("Claude on Bedrock", () => {
  it.each([
    ["a signature by the keys of the environment", "auth: aws"],
    ["a bearer key", `auth: { bearer: "\${BEDROCK_KEY}" }`],
    ["a bearer key as apiKey", `apiKey: "\${BEDROCK_KEY}"`],
    ["a signature by keys in the config", `auth: { accessKeyId: AKIDEXAMPLE, secretAccessKey: "${SECRET}" }`],
  ])("is asked by InvokeModel with %s", async (_, auth) => {
    const bedrock = await startBedrock();
    const { gateway, sdk } = await start(bedrock, auth);
    const message = await sdk.messages.create(request);
    const streamed = await sdk.messages.stream(request).finalMessage();
    expect([message.content, streamed.content]).toEqual([MESSAGE.content, MESSAGE.content]);
    expect([message.stop_reason, streamed.stop_reason]).toEqual(["tool_use", "tool_use"]);
    expect(bedrock.received.map(({ url }) => url)).toEqual([PATH, `${PATH}-with-response-stream`]);
    expect(await everythingShown(gateway)).not.toContain("canary");
  });

  it("is translated for clients of other dialects", async () => {
    const { gateway } = await start(await startBedrock());
    const openai = new OpenAI({ apiKey: "none", baseURL: `${gateway.url}/v1`, maxRetries: 0 });
    const stream = openai.chat.completions.stream({ model: `p/${MODEL}`, messages: [{ role: "user", content: "Hi" }] });
    const { choices } = await stream.finalChatCompletion();
    expect(choices[0]?.message.tool_calls?.[0]).toMatchObject({
      function: { name: "weather", arguments: '{"city":"Bern"}' },
    });
  });

  it("gets betas in the body, and only those that it takes", async () => {
    const bedrock = await startBedrock();
    const { sdk } = await start(bedrock);
    const headers = {
      "anthropic-beta": "context-1m-2025-08-07, advanced-tool-use-2025-11-20,interleaved-thinking-2025-05-14",
    };
    const { response } = await sdk.messages.create(request, { headers }).withResponse();
    expect(JSON.parse(bedrock.received[0]?.body ?? "").anthropic_beta).toEqual([
      "context-1m-2025-08-07",
      "tool-search-tool-2025-10-19",
    ]);
    expect(response.headers.get("x-toolglot-losses")).toBe("1; /headers/anthropic-beta");
  });

  it("has its errors in the client's dialect", async () => {
    const bedrock = await startUpstream((_, response) =>
      answerJson(response, 429, { message: "Too many tokens" }, { "x-amzn-errortype": "ThrottlingException" }),
    );
    const { sdk } = await start(bedrock);
    const error = await sdk.messages.create(request).catch((thrown) => thrown);
    expect([error.status, error.error?.error]).toMatchObject([
      429,
      { type: "rate_limit_error", message: "Too many tokens" },
    ]);
  });
});

describe("a stream of Bedrock", () => {
  const kinds = async (stream: readonly Uint8Array[], size?: number) => {
    const { gateway } = await start(await startBedrock(stream, size));
    const response = await fetch(`${gateway.url}/v1/messages`, {
      method: "POST",
      headers: { "content-type": "application/json", "anthropic-version": "2023-06-01" },
      body: JSON.stringify({ ...request, stream: true }),
    });
    return { status: response.status, text: await response.text() };
  };

  it("is the same however its bytes are split", async () => {
    const whole = await kinds(EVENTS.map(chunk), 1_000_000);
    expect(await kinds(EVENTS.map(chunk), 7)).toEqual(whole);
    expect(whole.text.match(/^event: \w+/gm)?.map((line) => line.slice(7))).toEqual(
      EVENTS.map((event) => (event as { type: string }).type),
    );
  });

  it.each([
    ["throttlingException", "rate_limit_error"],
    ["serviceUnavailableException", "overloaded_error"],
    ["modelStreamErrorException", "api_error"],
    ["validationException", "invalid_request_error"],
  ])("ends with an error if it has the exception %s", async (name, type) => {
    const { status, text } = await kinds([...EVENTS.slice(0, 3).map(chunk), exception(name, "no more")]);
    expect(status).toBe(200);
    expect(text).toContain("Let me look.");
    expect(text).toContain(`"type":"${type}"`);
    expect(text).toContain("no more");
    expect(text).not.toContain("message_stop");
  });

  it.each([
    [
      "a wrong checksum",
      (bytes: Buffer) => bytes.fill((bytes.at(-1) ?? 0) ^ 255, bytes.length - 1),
      /checksum of a message is wrong/,
    ],
    ["a wrong prelude", (bytes: Buffer) => bytes.fill(255, 8, 9), /prelude is wrong/],
    ["half a message", (bytes: Buffer) => bytes.subarray(0, bytes.length - 20), /ended in the middle of a message/],
  ])("ends with an error if it has %s, after what came before", async (_, damage, expected) => {
    const damaged = damage(Buffer.from(chunk(EVENTS[3] ?? {})));
    const { text } = await kinds([...EVENTS.slice(0, 3).map(chunk), damaged], 1_000_000);
    expect(text).toContain("Let me look.");
    expect(text).toMatch(/event: error\ndata: .*cannot be read/);
    expect(text).toMatch(expected);
  });

  it("that has no event of the model in a chunk is an error before it has begun", async () => {
    const { status, text } = await kinds([chunk(["nothing"])]);
    expect(status).toBe(502);
    expect(text).toContain("a chunk has no event of the model");
  });
});

describe("keys of AWS", () => {
  it("that have expired are obtained again, and the request sent again", async () => {
    const bedrock = await startBedrock();
    let count = 0;
    const container = await startUpstream((_, response) => {
      count++;
      answerJson(response, 200, {
        AccessKeyId: `ASIA${count}`,
        SecretAccessKey: `${SECRET}-${count}`,
        Token: `session-canary-${count}`,
        Expiration: new Date(Date.now() + 3_600_000).toISOString(),
      });
    });
    bedrock.keys = { ASIA1: { secret: `${SECRET}-1`, token: "session-canary-1" } };
    const { gateway, sdk } = await start(bedrock, "auth: aws", {
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `${container.url}/role`,
    });
    await sdk.messages.create(request);
    bedrock.keys = { ASIA2: { secret: `${SECRET}-2`, token: "session-canary-2" } };
    await Promise.all([sdk.messages.create(request), sdk.messages.create(request)]);
    expect(count).toBe(2);
    expect(await everythingShown(gateway)).not.toContain("canary");
  });

  it("that are wrong are an error that says so, without a retry", async () => {
    const bedrock = await startBedrock();
    bedrock.keys = {};
    const { gateway, sdk } = await start(bedrock, `auth: { accessKeyId: AKIDEXAMPLE, secretAccessKey: "${SECRET}" }`);
    const error = await sdk.messages.create(request).catch((thrown) => thrown);
    expect([error.status, error.error?.error?.type]).toEqual([403, "authentication_error"]);
    expect(bedrock.received).toHaveLength(1);
    expect(await everythingShown(gateway)).not.toContain("canary");
  });

  it("that are missing are an error that says what to set", async () => {
    const { sdk } = await start(await startBedrock(), "auth: aws", { AWS_EC2_METADATA_DISABLED: "true" });
    const error = await sdk.messages.create(request).catch((thrown) => thrown);
    expect(error.status).toBe(502);
    expect(error.message).toContain(
      "this machine has no AWS credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY",
    );
  });
});

describe("a route to a platform without credentials", () => {
  it("leads to its next target at once", async () => {
    const bedrock = await startBedrock();
    const place = {
      dialect: "anthropic",
      baseUrl: bedrock.url,
      platform: { name: "bedrock", region: "us-east-1" },
    } as const;
    const gateway = await startGateway({
      providers: {
        without: { ...place, apiKey: "", auth: { type: "aws" } },
        with: { ...place, apiKey: "bedrock-api-key-canary" },
      },
      routes: [{ match: "*", to: [{ provider: "without" }, { provider: "with" }] }],
      listen: { system: systemOf({}) },
    });
    const sdk = new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 });
    const { response } = await sdk.messages.create({ ...REQUEST, model: MODEL }).withResponse();
    expect(response.headers.get("x-toolglot-target")).toBe(`with/${MODEL}`);
    const [record] = await gateway.requests(1);
    expect(record?.attempts?.map(({ provider, errorType }) => [provider, errorType])).toEqual([
      ["without", "upstream_credentials"],
      ["with", undefined],
    ]);
  });
});

describe("Converse", () => {
  it("is asked with a signature too", async () => {
    const answer = {
      output: { message: { role: "assistant", content: [{ text: "Sunny." }] } },
      stopReason: "end_turn",
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      metrics: { latencyMs: 1 },
    };
    const bedrock = await startUpstream((received, response) => {
      const problem = authProblem(received, { AKIDEXAMPLE: { secret: SECRET } });
      if (problem === undefined) answerJson(response, 200, answer);
      else refuse(response, problem);
    });
    const gateway = await startPlatformGateway({
      provider: `{ dialect: bedrock, region: us-east-1, baseUrl: "${bedrock.url}", auth: aws }`,
      system: systemOf({ env }),
    });
    const sdk = new Anthropic({ apiKey: "none", baseURL: gateway.url, maxRetries: 0 });
    const { content } = await sdk.messages.create({ ...REQUEST, model: `p/${MODEL}` });
    expect(content).toMatchObject([{ type: "text", text: "Sunny." }]);
    expect(bedrock.received[0]?.url).toBe("/model/us.anthropic.claude-sonnet-5-5-v1%3A0/converse");
  });
});
