import { expect, it } from "vitest";
import { byExtent } from "../../../../test/support/extent.ts";
import { RawClient, replies, requestText } from "../clients/raw-socket.ts";
import { requestFor } from "../clients/requests.ts";
import { startUpstream } from "../support/upstream.ts";
import { GatewayProcess } from "./process.ts";

const MIB = 1024 * 1024;

it.each(byExtent({ quick: [200], sample: [1000, 2000], all: [1000, 2000] }))(
  "F42: %i streams at once come whole, each in its order, in 250 MiB",
  async (streams) => {
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
    const gateway = await GatewayProcess.start({ dialect: "ollama", baseUrl: upstream.url, maxInFlight: streams });
    const clients = await Promise.all(
      Array.from({ length: streams }, async (_, index) => {
        const { path, body } = requestFor("anthropic", { model: "x", streams: true, prompt: `stream ${index}` });
        const client = await RawClient.open(gateway.url);
        return client.send(requestText(path, JSON.stringify(body)));
      }),
    );
    await expect.poll(() => writers.length, { timeout: 60_000, interval: 50 }).toBe(streams);
    expect((await gateway.state()).streams).toBe(streams);
    for (let round = 0; round < rounds; round++) {
      for (const { say } of writers) say(String(round), round === rounds - 1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const wanted = (index: number) => Array.from({ length: rounds }, (_, round) => `<stream ${index}, ${round}>`);
    const memory = [(await gateway.state()).rss];
    for (const [index, client] of clients.entries()) {
      await client.until(/message_stop/);
      expect([...(replies(client.text)[0]?.body ?? "").matchAll(/<[^>]+>/g)].map(String)).toEqual(wanted(index));
    }
    memory.push((await gateway.state()).rss);
    expect(Math.max(...memory) / MIB).toBeLessThan(250);
    for (const client of clients) client.go();
    await expect.poll(async () => (await gateway.state()).streams, { timeout: 30_000 }).toBe(0);
  },
);
