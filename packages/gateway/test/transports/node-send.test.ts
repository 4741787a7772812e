import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import type { UpstreamCall, UpstreamSink } from "../../src/transport.ts";
import { ProviderConnection } from "../../src/transports/node/provider-connections.ts";
import { nodeSend } from "../../src/transports/node/send.ts";

it.each([
  { when: "that is not over yet", at: "data", timers: 1 },
  // The timer would hold the whole exchange for a second.
  { when: "that is over", at: "end", timers: 0 },
] as const)("sets $timers timers for the rest of a response $when", async ({ at, timers }) => {
  const server = createServer((_, response) => response.end("data: {}\n\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { send, close } = nodeSend();
  afterTest(async () => {
    await close();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const set = vi.spyOn(globalThis, "setTimeout");
  afterTest(() => set.mockRestore());
  const count = await new Promise<number>((resolve, reject) => {
    const linger = (event: typeof at) => {
      if (event !== at) return;
      set.mockClear();
      call.linger();
      resolve(set.mock.calls.length);
    };
    const sink = { head: () => {}, data: () => linger("data"), end: () => linger("end"), fail: reject };
    const request = { method: "POST", url, headers: {}, body: "{}", connectTimeout: 1000 } as const;
    const call: UpstreamCall = send(request, sink);
  });
  expect(count).toBe(timers);
});

it.each([
  { of: "no characters", text: "" },
  { of: "ASCII", text: '{"a":1}' },
  { of: "letters of Latin-1", text: "é".repeat(100) },
  { of: "a lone surrogate", text: "a\ud83d" },
  { of: "megabytes", text: "é".repeat(3_000_000) },
])("sends bodies of $of as UTF-8", async ({ text }) => {
  const provider = await echoProvider();
  expect(await provider.send(text)).toBe(Buffer.from(text).toString());
});

it("sends requests one after the other over one connection, and those at the same time over several", async () => {
  const provider = await echoProvider();
  for (const text of ["a", "b", "c"]) expect(await provider.send(text)).toBe(text);
  expect(provider.connections()).toBe(1);
  expect(await Promise.all(["d", "e"].map(provider.send))).toEqual(["d", "e"]);
  expect(provider.connections()).toBe(2);
});

it("opens another connection if the provider has closed the one that was idle", async () => {
  const provider = await echoProvider();
  expect(await provider.send("a")).toBe("a");
  const closed = vi.spyOn(ProviderConnection.prototype, "close");
  afterTest(() => closed.mockRestore());
  provider.server.closeIdleConnections();
  await vi.waitUntil(() => closed.mock.calls.length > 0, { timeout: 10_000, interval: 5 });
  expect(await provider.send("b")).toBe("b");
  expect(provider.connections()).toBe(2);
});

it("uses no connection again whose request was aborted", async () => {
  const provider = await echoProvider();
  const call = provider.start("never answered", { head: () => {}, data: () => {}, end: () => {}, fail: () => {} });
  await expect.poll(() => provider.received()).toBe(1);
  call.abort();
  expect(await provider.send("a")).toBe("a");
  expect(provider.connections()).toBe(2);
});

it("ends the requests in flight when it is closed", async () => {
  const provider = await echoProvider();
  const failed = new Promise((resolve) => {
    provider.start("never answered", { head: () => {}, data: () => {}, end: () => {}, fail: resolve });
  });
  await expect.poll(() => provider.received()).toBe(1);
  await provider.close();
  expect(await failed).toMatchObject({ code: "reset" });
});

/** A provider that sends back what it gets, and does not respond to one body. */
async function echoProvider() {
  let connections = 0;
  let received = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received++;
    const body = Buffer.concat(chunks);
    if (body.toString() !== "never answered") response.end(body);
  });
  server.on("connection", () => connections++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { send, close } = nodeSend();
  afterTest(async () => {
    await close();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const start = (body: string, sink: UpstreamSink) =>
    send({ method: "POST", url, headers: {}, body, connectTimeout: 1000 }, sink);
  return {
    server,
    close,
    start,
    connections: () => connections,
    received: () => received,
    send: (body: string) =>
      new Promise<string>((resolve, reject) => {
        const chunks: Uint8Array[] = [];
        const end = () => resolve(Buffer.concat(chunks).toString());
        start(body, { head: () => {}, data: (chunk) => chunks.push(chunk), end, fail: reject });
      }),
  };
}
