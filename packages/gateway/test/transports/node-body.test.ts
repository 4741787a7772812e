import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, expect, it } from "vitest";
import { readBody } from "../../src/transports/node/body.ts";

const TEXT = "x".repeat(10_000);
const server = createServer();

afterEach(() => server.close());

it("is held by nobody once it is read, although its request lives on", async () => {
  const { request, body } = await received();
  expect(body.deref()?.length).toBe(TEXT.length);
  await expect.poll(() => isCollected(body)).toBe(true);
  expect(request.complete).toBe(true);
});

async function received(): Promise<{ request: IncomingMessage; body: WeakRef<Uint8Array> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const requested = new Promise<IncomingMessage>((resolve) => server.once("request", resolve));
  const { port } = server.address() as AddressInfo;
  void fetch(`http://127.0.0.1:${port}`, { method: "POST", body: TEXT }).catch(() => {});
  const request = await requested;
  return { request, body: new WeakRef(await readBody(request, 100_000, () => {})) };
}

function isCollected(body: WeakRef<Uint8Array>): boolean {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  return body.deref() === undefined;
}
