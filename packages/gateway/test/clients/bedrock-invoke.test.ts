import { InvokeModelCommand, InvokeModelWithResponseStreamCommand } from "@aws-sdk/client-bedrock-runtime";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { defaultRetries } from "../../src/config/defaults.ts";
import { startSimulator } from "../../src/sim/server.ts";
import { bedrockClient } from "../support/aws-sdk.ts";
import { startGateway } from "../support/gateway.ts";
import { startUpstream } from "../support/upstream.ts";

const REQUEST = {
  anthropic_version: "bedrock-2023-05-31",
  anthropic_beta: ["interleaved-thinking-2025-05-14"],
  max_tokens: 100,
  messages: [{ role: "user", content: "Grüße" }],
  tools: [{ name: "get_weather", input_schema: { type: "object", properties: { city: { type: "string" } } } }],
};

const USAGE = { input_tokens: 1, output_tokens: 1 };
const MESSAGE = { id: "msg_1", type: "message", role: "assistant", model: "m", content: [], usage: USAGE };
const START = { type: "message_start", message: { ...MESSAGE, stop_reason: null, stop_sequence: null } };
const BEGUN = { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } };
const SAID = { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hel" } };

function serverSent(event: { readonly type: string }): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

async function startWorld() {
  const sim = await startSimulator();
  afterTest(() => sim.close());
  const retries = { ...defaultRetries, attempts: 0 };
  const providers = Object.fromEntries(
    (["anthropic", "openai-responses", "bedrock"] as const).map((dialect) => [
      dialect,
      { dialect, baseUrl: sim.url, retries },
    ]),
  );
  const gateway = await startGateway({ providers });
  return { sim, client: bedrockClient(gateway.url) };
}

function input(modelId: string, change: object = {}) {
  return { modelId, contentType: "application/json", body: JSON.stringify({ ...REQUEST, ...change }) };
}

describe.each(["anthropic", "openai-responses", "bedrock"])(
  "InvokeModel with a body of Claude, answered by %s",
  (name) => {
    it("gets a message of Claude", async () => {
      const { client, sim } = await startWorld();
      const { body } = await client.send(new InvokeModelCommand(input(`${name}/tools`)));
      const message = JSON.parse(body.transformToString());
      expect(message).toMatchObject({ type: "message", role: "assistant", stop_reason: "tool_use" });
      expect(message.content.at(-1)).toMatchObject({ type: "tool_use", name: "get_weather" });
      expect(JSON.stringify(sim.requests.at(-1)?.body)).toContain("get_weather");
      expect(JSON.stringify(sim.requests.at(-1)?.body)).not.toContain("anthropic_version");
    });

    it("gets the events of Claude's stream as chunks", async () => {
      const { client } = await startWorld();
      const { body = [] } = await client.send(new InvokeModelWithResponseStreamCommand(input(`${name}/default`)));
      const events: { type: string }[] = [];
      for await (const { chunk } of body as AsyncIterable<{ chunk?: { bytes?: Uint8Array } }>)
        events.push(JSON.parse(Buffer.from(chunk?.bytes ?? []).toString("utf8")));
      expect(events[0]?.type).toBe("message_start");
      expect(events.at(-1)?.type).toBe("message_stop");
      expect(events.some(({ type }) => type === "content_block_delta")).toBe(true);
    });
  },
);

describe("InvokeModel", () => {
  it("sends betas of the body in the header that Anthropic has for them", async () => {
    const { client, sim } = await startWorld();
    await client.send(new InvokeModelCommand(input("anthropic/default")));
    const { headers = {}, body = "" } = sim.requests.at(-1) ?? {};
    expect(headers["anthropic-beta"]).toBe("interleaved-thinking-2025-05-14");
    expect(JSON.stringify(body)).not.toContain("anthropic_beta");
  });

  it("throws the exception of a stream that breaks off", async () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    let fail: () => void = () => {};
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write([START, BEGUN, SAID].map(serverSent).join(""));
      fail = () => {
        if (!response.writableEnded) response.end(serverSent(error));
      };
    });
    const retries = { ...defaultRetries, attempts: 0 };
    const gateway = await startGateway({ providers: { a: { dialect: "anthropic", baseUrl: upstream.url, retries } } });
    const { body = [] } = await bedrockClient(gateway.url).send(new InvokeModelWithResponseStreamCommand(input("a/m")));
    const read = async () => {
      for await (const _ of body as AsyncIterable<unknown>) fail();
    };
    await expect(read()).rejects.toMatchObject({ name: "ServiceUnavailableException", message: "Overloaded" });
  });

  it("names the exception of an error in the header", async () => {
    const { client } = await startWorld();
    const error = await client
      .send(new InvokeModelCommand(input("anthropic/default", { messages: [] })))
      .catch((thrown) => thrown);
    expect(error.name).toBe("ValidationException");
  });
});
