import { describe, expect, it } from "vitest";
import { Gateway } from "../../src/gateway.ts";
import { MemoryStore } from "../../src/store/memory.ts";
import { nodeSend } from "../../src/transports/node/send.ts";
import { listen } from "../../src/transports/node/server.ts";
import { DIALECTS, errorIn, post, requestFor, settled, startGatewayAndSim } from "../clients/requests.ts";
import { configOf } from "../support/gateway.ts";
import { startHeld } from "./held-upstream.ts";

describe.each(DIALECTS)("F44: a gateway at its limit responds to a client of %s", (dialect) => {
  it("to retry, keeps requests in flight, and accepts more as soon as it can (litellm #33077)", async () => {
    const held = await startHeld();
    const providers = { held: { dialect: "ollama", baseUrl: held.url } };
    const { gateway } = await startGatewayAndSim({ providers, server: { maxInFlight: 3 } });
    const slow = requestFor(dialect, { model: "held/x", streams: true });
    const there = await Promise.all([1, 2, 3].map(() => post(gateway.url, slow.path, slow.body)));
    const { path, body } = requestFor(dialect, { model: "anthropic/x", streams: false });
    for (let count = 0; count < 5; count++) {
      const refused = await post(gateway.url, path, body);
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
      errorIn(dialect, 503, await refused.text());
    }
    held.release();
    for (const reply of there) expect(await reply.text()).toContain("good-bye");
    await settled(gateway);
    expect((await post(gateway.url, path, body)).status).toBe(200);
    const reported = await gateway.requests(9);
    expect(reported.filter(({ outcome }) => outcome === "success")).toHaveLength(4);
    expect(reported.filter(({ errorType }) => errorType === "overloaded")).toHaveLength(5);
  });
});

describe("F44: a gateway whose event loop lags behind", () => {
  it("refuses requests under load, and none when it has few", async () => {
    const lag = { milliseconds: 0 };
    const config = configOf({
      providers: { sim: { dialect: "ollama", baseUrl: "sim:" } },
      server: { maxLag: 200, drain: 1 },
    });
    const { send, close } = nodeSend();
    const gateway = new Gateway({ config, send, store: new MemoryStore(config.store), lag: () => lag.milliseconds });
    const server = await listen(gateway, { host: "127.0.0.1", port: 0 });
    const { path, body } = requestFor("ollama", { model: "sim/x", streams: false });
    const hanging = { ...body, model: "sim/fault-hang" };
    lag.milliseconds = 500;
    expect((await post(server.url, path, body)).status).toBe(200);
    const all = Array.from({ length: 32 }, () => post(server.url, path, hanging).catch(() => undefined));
    await expect.poll(() => gateway.admission.requests, { timeout: 10_000 }).toBe(32);
    const refused = await post(server.url, path, body);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    lag.milliseconds = 0;
    expect((await post(server.url, path, body)).status).toBe(200);
    await server.close();
    await Promise.all(all);
    await close();
  });
});
