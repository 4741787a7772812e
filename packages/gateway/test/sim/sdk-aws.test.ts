import {
  type ContentBlock,
  ConverseCommand,
  ConverseStreamCommand,
  type ConverseStreamOutput,
  CountTokensCommand,
  type Message,
  ThrottlingException,
} from "@aws-sdk/client-bedrock-runtime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type SimServer, startSimulator } from "../../src/sim/server.ts";
import { bedrockClient } from "../support/aws-sdk.ts";
import { ARGUMENTS, SCHEMA, SUNNY } from "./weather.ts";

let server: SimServer;

beforeAll(async () => {
  server = await startSimulator();
});

afterAll(() => server.close());

describe("the SDK of AWS", () => {
  const client = () => bedrockClient(server.url);
  const toolConfig = { tools: [{ toolSpec: { name: "get_weather", inputSchema: { json: SCHEMA } } }] };
  const ask: Message = { role: "user", content: [{ text: "How is the weather?" }] };
  const thinking = { additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1024 } } };

  it("gets reasoning and a call, sends both back and quotes the result", async () => {
    const first = await client().send(
      new ConverseCommand({ modelId: "sim-1", toolConfig, messages: [ask], ...thinking }),
    );
    expect(first.stopReason).toBe("tool_use");
    const [reasoning, call] = first.output?.message?.content ?? [];
    expect(reasoning?.reasoningContent?.reasoningText?.signature).toBeTypeOf("string");
    expect(call?.toolUse?.input).toEqual(ARGUMENTS);
    const result = { toolResult: { toolUseId: call?.toolUse?.toolUseId, content: [{ text: SUNNY }] } };
    const messages: Message[] = [
      ask,
      { role: "assistant", content: first.output?.message?.content },
      { role: "user", content: [result] },
    ];
    const second = await client().send(new ConverseCommand({ modelId: "sim-1", toolConfig, messages, ...thinking }));
    expect(second.output?.message?.content?.at(-1)?.text).toBe(`get_weather answered: ${SUNNY}`);
    expect(second.usage?.totalTokens).toBeGreaterThan(0);
  });

  it("streams text, two calls in parallel and usage", async () => {
    const tools = [...toolConfig.tools, { toolSpec: { name: "get_time", inputSchema: { json: SCHEMA } } }];
    const { stream } = await client().send(
      new ConverseStreamCommand({
        modelId: "arn:aws:bedrock:us-east-1:1:inference-profile/sim-1",
        toolConfig: { tools },
        messages: [{ role: "user", content: [{ text: "in parallel, please" }] }],
      }),
    );
    const events = await collect(stream);
    const names = events.map(({ contentBlockStart }) => contentBlockStart?.start?.toolUse?.name);
    expect(names.filter((name) => name !== undefined)).toEqual(["get_weather", "get_time"]);
    expect(events.at(-2)?.messageStop?.stopReason).toBe("tool_use");
    expect(events.at(-1)?.metadata?.usage?.outputTokens).toBeGreaterThan(0);
  });

  it("throws the exception of the status, and those within a stream", async () => {
    const request = { messages: [ask], toolConfig };
    const throttled = client().send(new ConverseCommand({ modelId: "fault-status-429", ...request }));
    await expect(throttled).rejects.toBeInstanceOf(ThrottlingException);
    const inside = (fault: string) =>
      client()
        .send(new ConverseStreamCommand({ modelId: `fault-${fault}@3`, ...request }))
        .then(({ stream }) => collect(stream));
    await expect(inside("exception-throttling")).rejects.toMatchObject({ name: "ThrottlingException" });
    await expect(inside("exception-model-stream-error")).rejects.toMatchObject({ name: "ModelStreamErrorException" });
    await expect(inside("inband")).rejects.toMatchObject({ name: "ServiceUnavailableException" });
    await expect(inside("bad-crc")).rejects.toThrow(/checksum/);
    await expect(inside("error-message")).rejects.toThrow(/InternalFailure|simulated provider failed/);
  });

  it("is refused in Bedrock's words, and counts tokens", async () => {
    const call: ContentBlock = { toolUse: { toolUseId: "tooluse_1", name: "get_weather", input: {} } };
    const messages: Message[] = [ask, { role: "assistant", content: [call] }, ask];
    const refused = client().send(new ConverseCommand({ modelId: "sim-1", toolConfig, messages }));
    await expect(refused).rejects.toMatchObject({
      name: "ValidationException",
      message: "Expected toolResult blocks at messages.2.content for the following Ids: tooluse_1",
    });
    const counted = await client().send(
      new CountTokensCommand({ modelId: "sim-1", input: { converse: { messages: [ask] } } }),
    );
    expect(counted.inputTokens).toBeGreaterThan(0);
  });
});

async function collect(stream: AsyncIterable<ConverseStreamOutput> | undefined): Promise<ConverseStreamOutput[]> {
  const events: ConverseStreamOutput[] = [];
  for await (const event of stream ?? []) events.push(event);
  return events;
}
