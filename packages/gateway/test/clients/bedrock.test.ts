import {
  AccessDeniedException,
  ConverseCommand,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  CountTokensCommand,
  ModelErrorException,
  ThrottlingException,
  ValidationException,
} from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { defaultRetries } from "../../src/config/defaults.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";
import { bedrockClient } from "../support/aws-sdk.ts";
import { type GatewaySetup, startGateway, type TestGateway } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";

const KEY = "a-key-of-this-gateway";
const messages = [{ role: "user" as const, content: [{ text: "Hello" }] }];

async function startWorld(more: Partial<GatewaySetup> = {}): Promise<{ sim: SimServer; gateway: TestGateway }> {
  const sim = await startSimulator();
  afterTest(() => sim.close());
  const retries = { ...defaultRetries, attempts: 0 };
  const providers = {
    bedrock: { dialect: "bedrock", baseUrl: sim.url, retries },
    anthropic: { dialect: "anthropic", baseUrl: sim.url, retries },
  };
  return { sim, gateway: await startGateway({ providers, ...more }) };
}

async function collect(stream: AsyncIterable<ConverseStreamOutput> | undefined): Promise<ConverseStreamOutput[]> {
  const events: ConverseStreamOutput[] = [];
  for await (const event of stream ?? []) events.push(event);
  return events;
}

describe("a provider of Bedrock", () => {
  it("gets its model in the path, encoded, a bearer key and the accept header of its streams", async () => {
    const { sim, gateway } = await startWorld();
    const modelId = "bedrock/arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.sim-1";
    const { stream } = await bedrockClient(gateway.url).send(new ConverseStreamCommand({ modelId, messages }));
    expect((await collect(stream)).at(-2)?.messageStop?.stopReason).toBe("end_turn");
    const { path, headers } = sim.requests.at(-1) ?? { headers: {} };
    const encoded = encodeURIComponent(modelId.slice("bedrock/".length));
    expect(path).toBe(`/model/${encoded}/converse-stream`);
    expect(headers).toMatchObject({
      authorization: "Bearer key-of-bedrock",
      accept: "application/vnd.amazon.eventstream",
      "content-type": "application/json",
    });
  });

  it("has its errors told by their header, for its own clients and for others", async () => {
    const upstream = await startUpstream((_, response) => {
      response.setHeader("x-amzn-errortype", "ModelErrorException:http://internal.amazon.com/coral/");
      answerJson(response, 424, { message: "the model failed" });
    });
    const { gateway } = await startWorld({
      providers: {
        failing: { dialect: "bedrock", baseUrl: upstream.url, retries: { ...defaultRetries, attempts: 0 } },
      },
    });
    const failed = bedrockClient(gateway.url).send(new ConverseCommand({ modelId: "x", messages }));
    await expect(failed).rejects.toBeInstanceOf(ModelErrorException);
    const body = JSON.stringify({ model: "x", max_tokens: 9, messages: [{ role: "user", content: "Hello" }] });
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${gateway.url}/v1/messages`, { method: "POST", headers, body });
    expect(await reply.json()).toMatchObject({
      type: "error",
      error: { type: "api_error", message: "the model failed" },
    });
  });
});

describe("a client of Bedrock", () => {
  it("gets the exception of its SDK's own class, with the id of the request", async () => {
    const { gateway } = await startWorld({ routes: [{ match: "claude", to: [{ provider: "anthropic" }] }] });
    const client = bedrockClient(gateway.url);
    const ask = (modelId: string) =>
      client.send(new ConverseCommand({ modelId, messages })).catch((error: unknown) => error);
    const throttled = await ask("anthropic/fault-status-429");
    expect(throttled).toBeInstanceOf(ThrottlingException);
    expect((throttled as ThrottlingException).$metadata.requestId).toMatch(/^req_/);
    expect(await ask("anthropic/fault-status-403")).toBeInstanceOf(AccessDeniedException);
    expect(await ask("anthropic/fault-status-400")).toBeInstanceOf(ValidationException);
    expect(await ask("nobody")).toMatchObject({ name: "ResourceNotFoundException" });
  });

  it("gets an exception in the stream if the provider's breaks, and never its end", async () => {
    const { gateway } = await startWorld();
    for (const modelId of ["anthropic/fault-reset@7", "bedrock/fault-reset@5"]) {
      const { stream } = await bedrockClient(gateway.url).send(new ConverseStreamCommand({ modelId, messages }));
      const events: ConverseStreamOutput[] = [];
      const read = async () => {
        for await (const event of stream ?? []) events.push(event);
      };
      await expect(read(), modelId).rejects.toMatchObject({ name: expect.stringMatching(/Exception$/) });
      expect(events.length).toBeGreaterThan(1);
      expect(events.some(({ messageStop }) => messageStop !== undefined)).toBe(false);
    }
  });

  it("gets an exception for a provider's message with a wrong checksum, a wrong length or no end", async () => {
    const { gateway } = await startWorld();
    for (const fault of ["bad-crc", "bad-prelude", "bad-payload", "bad-length", "short-message"]) {
      const command = new ConverseStreamCommand({ modelId: `bedrock/fault-${fault}@5`, messages });
      const read = bedrockClient(gateway.url)
        .send(command)
        .then(({ stream }) => collect(stream));
      await expect(read, fault).rejects.toMatchObject({ name: expect.stringMatching(/Exception$/) });
    }
  });

  it("counts tokens and lists models", async () => {
    const { gateway } = await startWorld({ routes: [{ match: "claude", to: [{ provider: "anthropic" }] }] });
    const counting = new CountTokensCommand({ modelId: "bedrock/sim-1", input: { converse: { messages } } });
    expect((await bedrockClient(gateway.url).send(counting)).inputTokens).toBeGreaterThan(0);
    const listed = await (await fetch(`${gateway.url}/foundation-models`)).json();
    expect(listed).toMatchObject({ modelSummaries: [{ modelId: "claude", providerName: "anthropic" }] });
    const one = await (await fetch(`${gateway.url}/foundation-models/claude`)).json();
    expect(one).toMatchObject({ modelDetails: { modelId: "claude" } });
  });

  it("is let in with a bearer key, and told what to do if it signs its requests instead", async () => {
    const keys = [{ name: "alice", sha256: await sha256(KEY), concurrency: 0 }];
    const { sim, gateway } = await startWorld({ keys });
    const command = () => new ConverseCommand({ modelId: "bedrock/sim-1", messages });
    expect((await bedrockClient(gateway.url, fetch, KEY).send(command())).stopReason).toBe("end_turn");
    const refused = await bedrockClient(gateway.url, fetch, "another-key-than-that")
      .send(command())
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ name: "UnrecognizedClientException", message: "this key is not known" });
    const signed = await fetch(`${gateway.url}/model/bedrock%2Fsim-1/converse`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261116/us-east-1/bedrock/aws4_request, Signature=abc",
        "x-amz-security-token": "a-session-token-of-somebody",
      },
      body: JSON.stringify({ messages }),
    });
    expect(signed.status).toBe(403);
    expect(await signed.json()).toMatchObject({ message: expect.stringContaining("AWS_BEARER_TOKEN_BEDROCK") });
    expect(sim.requests).toHaveLength(1);
    expect(JSON.stringify(gateway.records)).not.toMatch(/AKIDEXAMPLE|session-token/);
  });

  it("may sign its requests where the gateway has no keys; nothing of it goes to the provider", async () => {
    const { sim, gateway } = await startWorld();
    const reply = await fetch(`${gateway.url}/model/bedrock%2Fsim-1/converse`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20261116/us-east-1/bedrock/aws4_request, Signature=abc",
        "x-amz-security-token": "a-session-token-of-somebody",
      },
      body: JSON.stringify({ messages }),
    });
    expect(reply.status).toBe(200);
    expect(JSON.stringify(sim.requests)).not.toMatch(/AKIDEXAMPLE|session-token/);
  });
});
