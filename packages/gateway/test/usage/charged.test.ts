import { describe, expect, it } from "vitest";
import type { RequestRecord } from "../../src/observe/log.ts";
import { startGateway, type TestGateway } from "../support/gateway.ts";

const LONG = "x".repeat(4000);

/** A gateway before the simulated provider, whose models fail as their names say. */
function started(dialect: string): Promise<TestGateway> {
  return startGateway({
    providers: { openai: { dialect, baseUrl: "sim:", retries: { attempts: 0, delay: 1, maxDelay: 1 } } },
  });
}

async function ask(gateway: TestGateway, model: string, more: object = {}, signal?: AbortSignal): Promise<Response> {
  return fetch(`${gateway.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ model, stream: true, messages: [{ role: "user", content: LONG }], ...more }),
    ...(signal === undefined ? {} : { signal }),
  });
}

async function usageOf(gateway: TestGateway): Promise<{ total: Record<string, unknown>; rows: unknown[] }> {
  return (await fetch(`${gateway.url}/v1/usage`)).json() as Promise<{
    total: Record<string, unknown>;
    rows: unknown[];
  }>;
}

async function onlyRecord(gateway: TestGateway): Promise<RequestRecord> {
  const [record] = await gateway.requests(1);
  if (record === undefined) throw new Error("nothing was logged");
  return record;
}

describe("what the provider charges for", () => {
  it("is counted as the provider reports it", async () => {
    const gateway = await started("openai-chat");
    await (await ask(gateway, "default", { stream_options: { include_usage: true } })).text();
    const { usage, estimated } = await onlyRecord(gateway);
    expect(estimated).toBeUndefined();
    expect((await usageOf(gateway)).total).toMatchObject({ requests: 1, errors: 0, estimated: 0, tokens: usage });
  });

  it.each(["openai-chat", "anthropic", "ollama"])("is estimated if a stream of %s breaks off", async (dialect) => {
    const gateway = await started(dialect);
    await (await ask(gateway, "fault-reset@4")).text().catch(() => "");
    const { usage, estimated } = await onlyRecord(gateway);
    const input = usage?.input ?? 1000;
    expect(estimated?.usage.input).toBeGreaterThanOrEqual(input);
    expect(estimated?.usage.input).toBeLessThan(input + 50);
    expect(estimated?.usage.output).toBeGreaterThanOrEqual(1);
    expect(await usageOf(gateway)).toMatchObject({
      total: { requests: 1, errors: 1, estimated: 1, tokens: estimated?.usage },
      rows: [{ model: "fault-reset@4" }],
    });
  });

  it("is what the frames of a stream have told that breaks off", async () => {
    const gateway = await started("gemini");
    await (await ask(gateway, "fault-reset@4")).text().catch(() => "");
    const { outcome, usage, estimated } = await onlyRecord(gateway);
    expect(outcome).toBe("error");
    expect(usage?.input).toBeGreaterThanOrEqual(1000);
    expect(estimated).toBeUndefined();
    expect((await usageOf(gateway)).total).toMatchObject({ requests: 1, errors: 1, estimated: 0, tokens: usage });
  });

  it("is estimated if the client leaves", async () => {
    const gateway = await started("openai-chat");
    const abort = new AbortController();
    const response = await ask(gateway, "fault-stall@4", {}, abort.signal);
    await response.body?.getReader().read();
    abort.abort();
    const { outcome, estimated } = await onlyRecord(gateway);
    expect(outcome).toBe("client_closed");
    expect(estimated?.usage.input).toBeGreaterThanOrEqual(1000);
    expect((await usageOf(gateway)).total).toMatchObject({ requests: 1, errors: 0, tokens: estimated?.usage });
  });

  it.each([
    ["openai-chat", 4],
    ["openai-responses", 7],
  ])("is estimated with the turns that the gateway or the provider keeps (%s)", async (dialect, events) => {
    const gateway = await started(dialect);
    const respond = async (more: object) => {
      const body = JSON.stringify({ model: "default", ...more });
      const headers = { "content-type": "application/json" };
      return fetch(`${gateway.url}/v1/responses`, { method: "POST", headers, body });
    };
    const { id } = (await (await respond({ input: LONG })).json()) as { id: string };
    const next = { model: `fault-reset@${events}`, input: "Go on.", previous_response_id: id, stream: true };
    await (await respond(next)).text().catch(() => "");
    const [, record] = await gateway.requests(2);
    expect(record?.estimated?.usage.input).toBeGreaterThanOrEqual(1000);
  });

  it("is nothing if the provider refuses", async () => {
    const gateway = await started("openai-chat");
    expect((await ask(gateway, "fault-status-429")).status).toBe(429);
    expect((await onlyRecord(gateway)).estimated).toBeUndefined();
    expect((await usageOf(gateway)).total).toMatchObject({
      requests: 1,
      errors: 1,
      estimated: 0,
      tokens: { input: 0 },
    });
  });
});
