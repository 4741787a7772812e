import { expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import { RawClient, requestText } from "../clients/raw-socket.ts";
import { DIALECTS, errorIn, POLL_OPTIONS, post, requestFor, settled, startGatewayAndSim } from "../clients/requests.ts";
import type { TestGateway } from "../support/gateway.ts";
import { startHeld } from "./held-upstream.ts";

const KEY = "one-at-a-time";
const headers = { "x-api-key": KEY };
const QUICK = { connect: 300, firstByte: 300, idle: 300, total: 0 };

async function world() {
  const keys = [{ name: "single", sha256: await sha256(KEY), concurrency: 1 }];
  const held = await startHeld();
  const started = await startGatewayAndSim({ keys, providers: { held: { dialect: "ollama", baseUrl: held.url } } });
  const retries = { attempts: 0, delay: 1, maxDelay: 1 };
  const { config } = started.gateway.gateway;
  const providers = [...config.providers].map(
    ([name, each]) => [name, name === "openai-chat" ? { ...each, retries, timeouts: QUICK } : each] as const,
  );
  started.gateway.gateway.configure({ ...config, providers: new Map(providers) });
  return { ...started, held };
}

/** Somebody with the same key is served. */
async function isFree(gateway: TestGateway): Promise<void> {
  await settled(gateway);
  const { path, body } = requestFor("openai-chat", { model: "ollama/x", streams: false });
  expect((await post(gateway.url, path, body, { headers })).status).toBe(200);
}

it.each(DIALECTS)("F45: a key with one concurrent request gets an error for the second, in %s", async (dialect) => {
  const { gateway, held } = await world();
  const slow = requestFor(dialect, { model: "held/x", streams: true });
  const first = await post(gateway.url, slow.path, slow.body, { headers });
  const second = await post(gateway.url, slow.path, slow.body, { headers });
  expect([second.status, second.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(errorIn(dialect, 429, await second.text())).toContain("1 requests in flight");
  held.release();
  expect(await first.text()).toContain("good-bye");
  await isFree(gateway);
});

const ENDS = [
  "x",
  "fault-status-400",
  "fault-status-503",
  "fault-refuse",
  "fault-reset@1",
  "fault-reset@6",
  "fault-eof@6",
  "fault-stall@6",
  "fault-hang",
  "fault-inband@6",
  "fault-html",
  "fault-redirect",
  "fault-garbage@6",
];

it.each(ENDS)(
  "F45: its slot is released after %s, streamed and unary (litellm #20256, #27955, #16011)",
  async (model) => {
    const { gateway } = await world();
    for (const streams of [true, false]) {
      const { path, body } = requestFor("anthropic", { model: `openai-chat/${model}`, streams });
      await (await post(gateway.url, path, body, { headers })).text();
      await isFree(gateway);
    }
  },
);

it("F45: its slot is released after a client disconnects, at any time", async () => {
  const { gateway, sim } = await world();
  for (const [model, waits] of [
    ["fault-stall@6", /Hello/],
    ["fault-hang", undefined],
  ] as const) {
    const { path, body } = requestFor("anthropic", { model: `openai-chat/${model}`, streams: true });
    const before = sim.requests.length;
    const client = await RawClient.open(gateway.url);
    client.send(requestText(path, JSON.stringify(body), { headers }));
    if (waits === undefined) await expect.poll(() => sim.requests.length, POLL_OPTIONS).toBe(before + 1);
    else await client.until(waits);
    client.go();
    await isFree(gateway);
  }
  const half = await RawClient.open(gateway.url);
  half.send(requestText("/v1/messages", '{"model":', { headers: { ...headers, "content-length": "99" } }));
  await expect.poll(() => gateway.gateway.admission.requests, POLL_OPTIONS).toBe(1);
  half.go();
  await isFree(gateway);
});

it("F45: its slot is released after requests that never reach a provider, and after a bug", async () => {
  const { gateway } = await world();
  const { path, body } = requestFor("openai-responses", { model: "ollama/x", streams: false });
  const broken = { get: () => Promise.reject(new Error("broken")) };
  Object.assign(gateway.gateway.store, broken);
  const bodies = [
    "{broken",
    {},
    { ...body, model: "no-such/x", input: 7 },
    { ...body, previous_response_id: "resp_1" },
  ];
  const statuses = [];
  for (const each of bodies) {
    statuses.push((await post(gateway.url, path, each, { headers })).status);
    await isFree(gateway);
  }
  expect(statuses).toEqual([400, 400, 400, 500]);
});
