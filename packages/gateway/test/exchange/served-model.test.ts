import { describe, expect, it } from "vitest";
import { encodeText } from "../../src/bytes.ts";
import { ServedModel } from "../../src/exchange/served-model.ts";
import { Gateway } from "../../src/gateway.ts";
import type { LogRecord, RequestRecord } from "../../src/observe/log.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import type { Send } from "../../src/transport.ts";
import { handleWebRequest } from "../../src/transports/web/handler.ts";
import { configOf } from "../support/gateway.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";

const USAGE = { prompt_tokens: 1000, completion_tokens: 100, total_tokens: 1100 };

const whole = (model: string) => ({
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model,
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
  usage: USAGE,
});

const chunk = (model: string, more: object) =>
  `data: ${JSON.stringify({ id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model, ...more })}\n\n`;

const streamed = (model: string) =>
  chunk(model, { choices: [{ index: 0, delta: { role: "assistant", content: "Hi" }, finish_reason: null }] }) +
  chunk(model, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] }) +
  chunk(model, { choices: [], usage: USAGE }) +
  "data: [DONE]\n\n";

/** A deployment of Azure that answers with a model. */
function deployment(model: string): Send {
  return ({ body }, sink) => {
    const streams = String(body).includes('"stream":true');
    queueMicrotask(() => {
      sink.head(200, { "content-type": streams ? "text/event-stream" : "application/json" });
      sink.data(encodeText(streams ? streamed(model) : JSON.stringify(whole(model))));
      sink.end();
    });
    return { write: () => {}, pause: () => {}, resume: () => {}, abort: () => {}, linger: () => {} };
  };
}

async function recordOf(model: string, stream: boolean): Promise<RequestRecord | undefined> {
  const config = configOf({
    providers: { azure: { dialect: "openai-chat", baseUrl: "https://mine.openai.azure.com/openai/v1" } },
    routes: [{ match: "*", to: [{ provider: "azure", model: "team-a" }] }],
  });
  const records: LogRecord[] = [];
  const gateway = new Gateway({
    config,
    send: deployment(model),
    store: new MemoryStore(config.store),
    log: (record) => records.push(record),
    clock: new TestClock(),
  });
  const body = JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: "hi" }] });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body };
  await (await handleWebRequest(gateway, new Request("http://localhost/v1/chat/completions", init))).text();
  const isExchange = (each: LogRecord): each is RequestRecord => "attempts" in each;
  await until(() => records.some(isExchange));
  return records.find(isExchange);
}

describe("the model that a deployment serves", () => {
  it.each([false, true])("decides about the price (stream: %s)", async (stream) => {
    const record = await recordOf("gpt-5.6-2026-07-09", stream);
    expect(record?.cost).toBeCloseTo((1000 * 4 + 100 * 20) / 1e6, 12);
    expect(record).not.toHaveProperty("unpriced");
  });

  it.each([false, true])("is in the log if nobody knows its price (stream: %s)", async (stream) => {
    const record = await recordOf("gpt-99", stream);
    expect(record).not.toHaveProperty("cost");
    expect(record?.unpriced).toBe("no price of team-a is known, nor of gpt-99, which answered");
  });
});

describe("the model that a stream names", () => {
  it("is read however the bytes are split, and not from a text", () => {
    const bytes = encodeText(`data: {"text":"\\"model\\":\\"no\\"","model": "gpt-5.6"}`);
    for (let at = 0; at <= bytes.length; at++) {
      const served = new ServedModel();
      served.read(bytes.subarray(0, at));
      served.read(bytes.subarray(at));
      expect(served.name).toBe("gpt-5.6");
    }
  });

  it("is looked for at the beginning alone", () => {
    const served = new ServedModel();
    for (let count = 0; count < 20; count++) served.read(encodeText("x".repeat(10_000)));
    served.read(encodeText('"model":"late"'));
    expect(served.name).toBeUndefined();
  });
});
