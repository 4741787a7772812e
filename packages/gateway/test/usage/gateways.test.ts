import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { StateSettings } from "../../src/config/config.ts";
import { freePort, hasRedis, RedisServer } from "../state/redis-server.ts";
import { folder } from "../store/folder.ts";
import { type GatewaySetup, startGateway, type TestGateway } from "../support/gateway.ts";

const POLL = { timeout: 30_000 };

function started(more: Partial<GatewaySetup>): Promise<TestGateway> {
  return startGateway({ providers: { sim: { dialect: "openai-chat", baseUrl: "sim:" } }, ...more });
}

function stateAt(url: string): StateSettings {
  const redis = { type: "single", urls: [url] } as const;
  return { redis, prefix: "test", timeout: 5000, maxAge: 60_000, onDown: { stored: "closed", limits: "open" } };
}

async function ask({ url }: TestGateway, times: number): Promise<void> {
  for (let count = 0; count < times; count++) {
    const messages = [{ role: "user", content: "Hi" }];
    const body = JSON.stringify({ model: "sim/default", messages });
    const reply = await fetch(`${url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(reply.status).toBe(200);
    await reply.text();
  }
}

async function requestsCounted({ url }: TestGateway): Promise<number> {
  const reply = await fetch(`${url}/v1/usage`);
  const { total } = (await reply.json()) as { total?: { requests: number } };
  return total?.requests ?? -reply.status;
}

async function troubles({ url }: TestGateway): Promise<string> {
  return (await fetch(`${url}/readyz`)).text();
}

describe("a gateway with a file", () => {
  it("has the usage of before it was restarted", async () => {
    const store = { file: join(await folder(), "responses.log") };
    const first = await started({ store });
    await ask(first, 3);
    await first.requests(3);
    await first.close();
    const second = await started({ store });
    await ask(second, 1);
    await second.requests(1);
    expect(await requestsCounted(second)).toBe(4);
  });
});

describe.skipIf(!hasRedis)("gateways with Redis", () => {
  it("count together", async () => {
    const state = stateAt((await RedisServer.start()).url);
    const gateways = [await started({ state }), await started({ state })] as const;
    for (const gateway of gateways) {
      await ask(gateway, 2);
      await gateway.requests(2);
    }
    for (const gateway of gateways) await expect.poll(() => requestsCounted(gateway), POLL).toBe(4);
  });

  it("keep what they count while it is down, say so, and write it when it is up, once", async () => {
    const server = await RedisServer.start("--appendfsync", "always");
    const gateway = await started({ state: stateAt(server.url) });
    await ask(gateway, 2);
    await gateway.requests(2);
    await expect.poll(() => requestsCounted(gateway), POLL).toBe(2);
    await server.kill();
    await ask(gateway, 3);
    await expect.poll(() => troubles(gateway), POLL).toContain("usage is kept in memory until it can be written");
    expect(await requestsCounted(gateway)).toBe(-503);
    await server.start();
    await expect.poll(() => requestsCounted(gateway), POLL).toBe(5);
    expect(await troubles(gateway)).not.toContain("usage");
  });

  it("say what is lost if they stop while it is down", async () => {
    const gateway = await started({ state: stateAt(`redis://127.0.0.1:${await freePort()}/0`) });
    await ask(gateway, 1);
    await gateway.requests(1);
    await gateway.close();
    const messages = gateway.records.flatMap((record) => ("message" in record ? [record.message] : []));
    expect(messages).toContainEqual(expect.stringContaining("usage could not be written and is lost: 1"));
  });
});
