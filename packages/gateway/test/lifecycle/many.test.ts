import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { serve } from "../../src/serve.ts";
import { startSimulator } from "../../src/sim/server.ts";
import { asking, DIALECTS, post, rested } from "../clients/asking.ts";
import { RawClient, replies, requestText } from "../clients/raw.ts";
import { configOf, startGateway } from "../support/gateway.ts";
import { startUpstream } from "../support/upstream.ts";

it("F42: a thousand streams at once come whole, each in its order", async () => {
  const streams = 1000;
  const rounds = 10;
  const writers: { readonly say: (content: string, done: boolean) => void }[] = [];
  const upstream = await startUpstream(({ body }, response) => {
    const name = /stream \d+/.exec(body)?.[0];
    response.writeHead(200, { "content-type": "application/x-ndjson" });
    const say = (content: string, done: boolean) =>
      response.write(
        `${JSON.stringify({ model: "m", message: { role: "assistant", content: `<${name}, ${content}>` }, done, ...(done ? { done_reason: "stop" } : {}) })}\n`,
      );
    writers.push({ say });
  });
  const gateway = await startGateway({ providers: { one: { dialect: "ollama", baseUrl: upstream.url } } });
  const clients = await Promise.all(
    Array.from({ length: streams }, async (_, index) => {
      const { path, body } = asking("anthropic", { model: "x", streams: true, says: `stream ${index}` });
      const client = await RawClient.open(gateway.url);
      return client.send(requestText(path, JSON.stringify(body)));
    }),
  );
  await expect.poll(() => writers.length, { timeout: 30_000, interval: 50 }).toBe(streams);
  expect(gateway.gateway.load.streams).toBe(streams);
  for (let round = 0; round < rounds; round++) {
    for (const { say } of writers) say(String(round), round === rounds - 1);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const wanted = (index: number) => Array.from({ length: rounds }, (_, round) => `<stream ${index}, ${round}>`);
  for (const [index, client] of clients.entries()) {
    await client.until(/message_stop/);
    expect([...(replies(client.text)[0]?.body ?? "").matchAll(/<[^>]+>/g)].map(String)).toEqual(wanted(index));
    client.go();
  }
  const told = await gateway.requests(streams);
  expect(told.filter(({ outcome }) => outcome !== "success")).toEqual([]);
  await rested(gateway);
});

/** What goes on in a soak: mostly well, sometimes not. */
const MODELS = [
  "x",
  "x",
  "x",
  "fault-status-503",
  "fault-reset@6",
  "fault-eof@6",
  "fault-garbage@5",
  "fault-split",
  "fault-refuse",
];

it("F43: nothing is left of many requests that fail and succeed (litellm #12685, #6404)", async () => {
  // The long one: TOOLGLOT_SOAK=50000.
  const requests = Number(process.env.TOOLGLOT_SOAK ?? 400);
  const sim = await startSimulator();
  const providers = Object.fromEntries(
    DIALECTS.map((dialect) => [
      dialect,
      { dialect, baseUrl: dialect.startsWith("openai") ? `${sim.url}/v1` : sim.url },
    ]),
  );
  const served = await serve({ config: configOf({ providers }), port: 0 });
  const soak = async (count: number): Promise<number> => {
    let left = count;
    const client = async (): Promise<void> => {
      while (left-- > 0) await one(served.url, left);
    };
    await Promise.all(Array.from({ length: 16 }, client));
    // What was asked is remembered by the provider, which is the test's.
    (sim.requests as unknown[]).length = 0;
    return heap();
  };
  const first = await soak(requests / 2);
  const second = await soak(requests / 2);
  expect(second).toBeLessThan(first * 1.1 + 4 * 1024 * 1024);
  expect([served.gateway.load.requests, served.gateway.load.streams]).toEqual([0, 0]);
  void served.close();
  await served.close();
  await sim.close();
});

async function one(url: string, index: number): Promise<void> {
  const [client, provider] = [DIALECTS[index % 5], DIALECTS[Math.floor(index / 5) % 5]];
  if (client === undefined) return;
  const model = `${provider}/${MODELS[index % MODELS.length]}`;
  const { path, body } = asking(client, { model, streams: index % 3 > 0 });
  const stop = new AbortController();
  const reply = await post(url, path, body, { signal: stop.signal });
  if (index % 11 === 0) stop.abort();
  else await reply.text();
}

/** What is in use after everything that is not was thrown away. */
function heap(): number {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  collect();
  collect();
  return process.memoryUsage().heapUsed;
}
