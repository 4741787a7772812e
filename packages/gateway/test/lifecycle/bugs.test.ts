import { describe, expect, it, vi } from "vitest";
import { DIALECTS, errorIn, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";
import { startGateway } from "../support/gateway.ts";
import { startUpstream } from "../support/upstream.ts";

const BROKEN = () => {
  throw new Error("broken on purpose");
};

describe("F52: what fails in one request", () => {
  it("is a 500 in the client's dialect when a store fails, and others are served", async () => {
    const { gateway } = await startGatewayAndSim();
    Object.assign(gateway.gateway.store, { get: BROKEN });
    const { path, body } = requestFor("openai-responses", { model: "gemini/x", streams: false });
    const reply = await post(gateway.url, path, { ...body, previous_response_id: "resp_1" });
    expect(reply.status).toBe(500);
    expect(errorIn("openai-responses", 500, await reply.text())).not.toContain("on purpose");
    expect(gateway.records).toContainEqual(
      expect.objectContaining({ event: "bug", message: expect.stringContaining("on purpose") }),
    );
    expect((await post(gateway.url, path, body)).status).toBe(200);
  });

  it.each(DIALECTS)("is a 500 in the dialect %s when translating fails", async (dialect) => {
    const { gateway } = await startGatewayAndSim();
    const spy = vi.spyOn(gateway.gateway, "toolMemory").mockImplementation(BROKEN);
    const { path, body } = requestFor(dialect, { model: "ollama/x", streams: true });
    const reply = await post(gateway.url, path, body);
    expect(reply.status).toBe(500);
    errorIn(dialect, 500, await reply.text());
    spy.mockRestore();
    expect((await post(gateway.url, path, body)).status).toBe(200);
    expect(gateway.gateway.admission.requests).toBe(0);
  });

  it("does not affect the response if the log cannot be written, and is reported by /readyz", async () => {
    const log = { isFull: true };
    const { gateway } = await startGatewayAndSim({
      listen: {
        log: () => {
          if (log.isFull) BROKEN();
        },
      },
    });
    const { path, body } = requestFor("anthropic", { model: "ollama/x", streams: false });
    expect((await post(gateway.url, path, body)).status).toBe(200);
    expect((await post(gateway.url, path, "{")).status).toBe(400);
    const ready = async () => (await fetch(`${gateway.url}/readyz`)).text();
    expect(await ready()).toContain("the log cannot be written");
    log.isFull = false;
    await ready();
    expect(await ready()).not.toContain("log");
  });
});

describe("F50: a gateway recovers", () => {
  it("when the provider was restarted at its old address", async () => {
    const { sim, gateway } = await startGatewayAndSim();
    const { path, body } = requestFor("anthropic", { model: "ollama/x", streams: false });
    const ask = async () => (await post(gateway.url, path, body)).status;
    expect(await ask()).toBe(200);
    const port = Number(new URL(sim.url).port);
    await sim.close();
    expect(await ask()).toBe(502);
    const { startSimulator } = await import("../../src/sim/server.ts");
    const again = await startSimulator({ port });
    expect([await ask(), await ask()]).toEqual([200, 200]);
    await again.close();
  });

  it.each([-3_600_000, 3_600_000])("when the clock jumps by %d ms: its time limits hold", async (jump) => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "application/x-ndjson" });
      response.write('{"model":"m","message":{"role":"assistant","content":"Hello"},"done":false}\n');
    });
    const timeouts = { connect: 5000, firstByte: 5000, idle: 700, total: 0 };
    const gateway = await startGateway({ providers: { one: { dialect: "ollama", baseUrl: upstream.url, timeouts } } });
    const { path, body } = requestFor("ollama", { model: "x", streams: true });
    const reply = await post(gateway.url, path, body);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + jump });
    try {
      expect(await reply.text()).toContain("stopped for too long");
    } finally {
      vi.useRealTimers();
    }
  });
});
