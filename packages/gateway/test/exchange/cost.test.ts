import { afterEach, describe, expect, it } from "vitest";
import type { ModelSettings } from "../../src/config/config.ts";
import type { LogRecord, RequestRecord } from "../../src/observe/log.ts";
import { MemoryNetwork } from "../support/network/memory-network.ts";
import { TestClock } from "../support/test-clock.ts";
import { until } from "../support/until.ts";

let network: MemoryNetwork | undefined;
afterEach(async () => {
  await network?.close();
  network = undefined;
});

interface Target {
  readonly models?: readonly ModelSettings[];
  /** The provider's name of the model. */
  readonly model?: string;
}

const BODY = { model: "m", max_tokens: 50, messages: [{ role: "user", content: "hi" }] };

async function exchange(baseUrl: string, more: object = {}, { models = [], model = "gpt-5.6" }: Target = {}) {
  network = new MemoryNetwork(new TestClock());
  const records: LogRecord[] = [];
  await network.start(
    {
      providers: { vendor: { dialect: "openai-chat", baseUrl, models } },
      routes: [{ match: "*", to: [{ provider: "vendor", model }] }],
    },
    (record) => records.push(record),
  );
  const init = { method: "POST", headers: { "content-type": "application/json" } };
  const response = await network.fetch("http://localhost/v1/messages", {
    ...init,
    body: JSON.stringify({ ...BODY, ...more }),
  });
  await response.text();
  const isExchange = (each: LogRecord): each is RequestRecord => "attempts" in each;
  await until(() => records.some(isExchange));
  const record = records.find(isExchange);
  const metrics = await (await network.fetch("http://localhost/metrics")).text();
  return { response, record, metrics };
}

describe("The cost of a request", () => {
  it("is by the first price of the config that matches, also where the public price is known", async () => {
    const priced = { refuses: [], accepts: [] };
    const { response, record } = await exchange(
      "https://api.openai.com/v1",
      {},
      {
        models: [
          { ...priced, match: "gpt-5.6" },
          { ...priced, match: "gpt-*", price: { input: 1000, output: 0 } },
          { ...priced, match: "*", price: { input: 1, output: 1 } },
        ],
      },
    );
    const cost = (record?.usage?.input ?? 0) / 1000;
    expect(cost).toBeGreaterThan(0);
    expect(record?.cost).toBeCloseTo(cost, 12);
    expect(Number(response.headers.get("x-toolglot-cost"))).toBeCloseTo(cost, 9);
  });

  it("is in the header, in the log and in the metrics", async () => {
    const { response, record, metrics } = await exchange("https://api.openai.com/v1");
    const { input = 0, output = 0 } = record?.usage ?? {};
    const cost = (input * 4 + output * 20) / 1e6;
    expect(output).toBeGreaterThan(0);
    expect(record?.cost).toBeCloseTo(cost, 12);
    expect(Number(response.headers.get("x-toolglot-cost"))).toBeCloseTo(cost, 9);
    expect(metrics).toMatch(
      /^toolglot_cost_total\{gen_ai_provider_name="vendor",gen_ai_request_model="gpt-5\.6"\} 0\.00/m,
    );
  });

  it("of a stream is in the log, because its headers are sent before it is known", async () => {
    const { response, record } = await exchange("https://api.openai.com/v1", { stream: true });
    expect(response.headers.has("x-toolglot-cost")).toBe(false);
    expect(record?.cost).toBeGreaterThan(0);
  });

  it("is not made up for a server whose prices are not known", async () => {
    const { response, record, metrics } = await exchange("http://127.0.0.1:8080/v1");
    expect(record?.usage?.output).toBeGreaterThan(0);
    expect(record).not.toHaveProperty("cost");
    expect(response.headers.has("x-toolglot-cost")).toBe(false);
    expect(metrics).not.toMatch(/^toolglot_cost_total\{/m);
  });
});
