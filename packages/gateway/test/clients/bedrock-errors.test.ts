import {
  BedrockRuntimeServiceException,
  ConverseCommand,
  ConverseStreamCommand,
  InvokeModelCommand,
  InvokeModelWithResponseStreamCommand,
} from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { defaultRetries } from "../../src/config/defaults.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { startSimulator } from "../../src/sim/server.ts";
import { bedrockClient } from "../support/aws-sdk.ts";
import { type GatewaySetup, startGateway, type TestGateway } from "../support/gateway.ts";

const messages = [{ role: "user" as const, content: [{ text: "Hello" }] }];
const body = JSON.stringify({
  anthropic_version: "bedrock-2023-05-31",
  max_tokens: 9,
  messages: [{ role: "user", content: "Hello" }],
});
const invocation = (modelId: string) => ({ modelId, contentType: "application/json", body });

type Client = ReturnType<typeof bedrockClient>;
type Operation = (client: Client, modelId: string) => Promise<unknown>;

const OPERATIONS: readonly (readonly [name: string, send: Operation])[] = Object.entries({
  Converse: (client: Client, modelId: string) => client.send(new ConverseCommand({ modelId, messages })),
  ConverseStream: (client: Client, modelId: string) => client.send(new ConverseStreamCommand({ modelId, messages })),
  InvokeModel: (client: Client, modelId: string) => client.send(new InvokeModelCommand(invocation(modelId))),
  InvokeModelWithResponseStream: (client: Client, modelId: string) =>
    client.send(new InvokeModelWithResponseStreamCommand(invocation(modelId))),
} satisfies Record<string, Operation>);

/** The exceptions of each status that a provider may answer with; those without a class in the SDK have a name only. */
const EXCEPTIONS: Readonly<Record<number, string>> = {
  400: "ValidationException",
  401: "UnrecognizedClientException",
  402: "AccessDeniedException",
  403: "AccessDeniedException",
  404: "ResourceNotFoundException",
  409: "ConflictException",
  413: "ValidationException",
  422: "ValidationException",
  429: "ThrottlingException",
  500: "InternalServerException",
  502: "InternalServerException",
  503: "ServiceUnavailableException",
  504: "ModelTimeoutException",
  529: "ServiceUnavailableException",
};

async function startWorld(more: Partial<GatewaySetup> = {}): Promise<TestGateway> {
  const sim = await startSimulator();
  afterTest(() => sim.close());
  const retries = { ...defaultRetries, attempts: 0 };
  const providers = {
    bedrock: { dialect: "bedrock", baseUrl: sim.url, retries },
    anthropic: { dialect: "anthropic", baseUrl: sim.url, retries },
  };
  return startGateway({ providers, ...more });
}

const thrownBy = (sent: Promise<unknown>) =>
  sent.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(OPERATIONS)("the log of %s", (_, send) => {
  it("has the status that the client got", async () => {
    const gateway = await startWorld();
    const client = bedrockClient(gateway.url);
    const statuses: (number | undefined)[] = [];
    for (const status of [402, 413, 422, 529]) {
      const error = await thrownBy(send(client, `anthropic/fault-status-${status}`));
      statuses.push((error as BedrockRuntimeServiceException).$metadata.httpStatusCode);
    }
    const logged = await gateway.requests(statuses.length);
    expect(logged.map(({ status }) => status)).toEqual(statuses);
  });
});

describe.each(OPERATIONS)("%s", (_, send) => {
  it.each(["bedrock", "anthropic"])("throws the exception and the message of every status of %s", async (provider) => {
    const client = bedrockClient((await startWorld()).url);
    for (const [status, exception] of Object.entries(EXCEPTIONS)) {
      const error = await thrownBy(send(client, `${provider}/fault-status-${status}`));
      expect(error, status).toBeInstanceOf(BedrockRuntimeServiceException);
      const message = `The simulated provider was asked to answer ${status}.`;
      expect(error).toMatchObject({ name: exception, message });
    }
  });

  it("throws the exceptions of the gateway's own errors", async () => {
    const keys = [{ name: "alice", sha256: await sha256("a-key-of-this-gateway"), models: ["a*"], concurrency: 0 }];
    const gateway = await startWorld({ keys });
    const ask = (key: string, model: string) => thrownBy(send(bedrockClient(gateway.url, fetch, key), model));
    expect(await ask("another-key-than-that", "anthropic/m")).toMatchObject({
      name: "UnrecognizedClientException",
      message: "this key is not known",
      $metadata: { httpStatusCode: 403 },
    });
    expect(await ask("a-key-of-this-gateway", "bedrock/m")).toMatchObject({
      name: "AccessDeniedException",
      message: expect.stringContaining("bedrock/m"),
    });
  });
});
