import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, vi } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import type { UpstreamCall } from "../../src/transport.ts";
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
  { when: "a stream is asked for", stream: true, text: "é".repeat(3_000_000), freed: 1 },
  { when: "a stream is asked for with a small body", stream: true, text: "{}", freed: 1 },
  { when: "a whole response is asked for", stream: false, text: "{}", freed: 0 },
])("frees $freed bodies when they are sent, where $when", async ({ stream, text, freed }) => {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    response.end(String(Buffer.concat(chunks).toString() === text));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { send, close } = nodeSend();
  afterTest(async () => {
    await close();
    server.close();
  });
  const clone = vi.spyOn(globalThis, "structuredClone");
  afterTest(() => clone.mockRestore());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const received = await new Promise<string>((resolve, reject) => {
    let reply = "";
    const data = (chunk: Uint8Array) => {
      reply += Buffer.from(chunk).toString();
    };
    const sink = { head: () => {}, data, end: () => resolve(reply), fail: reject };
    send({ method: "POST", url, headers: {}, body: text, stream, connectTimeout: 1000 }, sink);
  });
  expect(received).toBe("true");
  const sizes = clone.mock.calls.map(([buffer]) => (buffer as ArrayBuffer).byteLength);
  expect(sizes).toEqual(Array.from({ length: freed }, () => 0));
});
