import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../test/support/extent.ts";
import { RawClient, replies, requestText } from "./raw-socket.ts";
import { DIALECTS, requestFor, settled, startGatewayAndSim } from "./requests.ts";

describe.each(DIALECTS)("F04: a client of %s that half-closes its connection and still reads", (dialect) => {
  const ways = [true, false]
    .flatMap((streams) => ["slow-head@100", "drip@30", "split"].map((fault) => ({ streams, fault })))
    .filter((_, row) => isDrawn(3, row, DIALECTS.indexOf(dialect)));

  it.each(ways)("gets its response (streams: $streams, $fault)", async ({ streams, fault }) => {
    const { gateway } = await startGatewayAndSim();
    const { path, body } = requestFor(dialect, { model: `${dialect}/fault-${fault}`, streams });
    const client = await RawClient.open(gateway.url);
    client.send(requestText(path, JSON.stringify(body)));
    client.socket.end();
    const answer = replies(await client.ended()).find(({ status }) => status >= 200);
    expect(answer?.status).toBe(200);
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "success" }]);
    // What finds out whether it listens is nothing that it reads.
    const reported = answer?.body ?? "";
    expect(reported).toContain("Hello");
    await settled(gateway);
  });
});

describe("F04: a client that half-closes its connection", () => {
  it("and closes it later is noticed by a probe", async () => {
    const { gateway, sim } = await startGatewayAndSim();
    const { path, body } = requestFor("anthropic", { model: "gemini/fault-drip@200", streams: true });
    const client = await RawClient.open(gateway.url);
    client.send(requestText(path, JSON.stringify(body)));
    client.socket.end();
    await client.until(/Hello/);
    client.go();
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "client_closed" }]);
    await expect(sim.requests[0]?.ended).resolves.toBe("gone");
  });

  it("over HTTP/1.0 gets no informational response", async () => {
    const { gateway } = await startGatewayAndSim();
    const { path, body } = requestFor("ollama", { model: "ollama/fault-slow-head@200", streams: true });
    const client = await RawClient.open(gateway.url);
    client.send(requestText(path, JSON.stringify(body), { version: "1.0" }));
    client.socket.end();
    expect(await client.ended()).toMatch(/^HTTP\/1.1 200 [\s\S]*"done":true/);
  });
});
