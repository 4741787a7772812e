import { describe, expect, it } from "vitest";
import { RawClient, requestText } from "./raw-socket.ts";
import { post, requestFor, settled, startGatewayAndSim } from "./requests.ts";

const SHORT = { listen: { headersTimeout: 400, requestTimeout: 800 } };

/** Sends a byte now and then, until the other side has had enough. */
function drip(client: RawClient, text: string): void {
  let at = 0;
  const timer = setInterval(() => {
    if (client.end !== undefined || at >= text.length) clearInterval(timer);
    else client.send(text[at++] ?? "");
  }, 50);
}

describe("F07: a request that is sent byte by byte", () => {
  const { path, body } = requestFor("anthropic", { model: "anthropic/x", streams: false });
  const request = requestText(path, JSON.stringify(body));
  const end = request.indexOf("\r\n\r\n") + 4;

  it.each([
    ["its headers", "", request],
    ["its body", request.slice(0, end), request.slice(end)],
  ])("is ended with 408 where that is %s, and others are served meanwhile", async (_, first, rest) => {
    const { sim, gateway } = await startGatewayAndSim(SHORT);
    const client = await RawClient.open(gateway.url);
    client.send(first);
    drip(client, rest);
    expect((await post(gateway.url, path, body)).status).toBe(200);
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 408 /);
    expect(sim.requests).toHaveLength(1);
    await settled(gateway);
  });

  it("is served within the time limit", async () => {
    const { gateway } = await startGatewayAndSim();
    const client = await RawClient.open(gateway.url);
    for (const character of request) {
      client.send(character);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await client.until(/Hello/)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it("does not limit a long response", async () => {
    const { gateway } = await startGatewayAndSim(SHORT);
    const requested = requestFor("anthropic", { model: "ollama/fault-slow-head@1800", streams: true });
    expect(await (await post(gateway.url, requested.path, requested.body)).text()).toContain("message_stop");
  });
});
