import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fileWith } from "./run.ts";
import { post, type Serving } from "./serving.ts";
import { CLOSE, say, served, startTwoWorkers, untilServed, workersOf } from "./workers.ts";

const KEYS = `keys:
  - { name: admin, key: "a-key-of-an-admin", admin: true }
  - { name: alice, key: "alice-has-a-key", rpm: 5 }
`;
const ADMIN = { "x-api-key": "a-key-of-an-admin" };

describe.skipIf(process.platform !== "linux")("serve --workers", { timeout: 120_000 }, () => {
  let gateway: Serving;

  beforeAll(async () => {
    gateway = await startTwoWorkers(["--config", fileWith(KEYS, "toolglot.yaml")]);
  }, 120_000);

  afterAll(async () => {
    gateway?.child.kill("SIGTERM");
    expect(await gateway?.outcome).toMatchObject({ code: 0 });
  }, 120_000);

  it("gives connections to the workers in turn, counts what they do once, and names them in the log", async () => {
    for (let index = 0; index < 6; index++) expect((await say(gateway, {}, ADMIN)).status).toBe(200);
    await untilServed(gateway, 6);
    const counts = ["1", "2"].map((number) => served(gateway).filter((each) => each === number).length);
    expect(counts).toEqual([3, 3]);
    expect(workersOf(gateway)).toHaveLength(2);
    expect(await text("/metrics")).toMatch(/gen_ai_client_operation_duration_seconds_count\{[^}]*"sim"[^}]*\} 6\n/);
    expect(JSON.parse(await text("/v1/usage"))).toMatchObject({ total: { requests: 6 } });
  });

  it("counts what all workers remember of tools as one", async () => {
    const tools = [{ name: "look_up", input_schema: { type: "object", properties: { word: { type: "string" } } } }];
    const before = served(gateway).length;
    for (let index = 0; index < 6; index++) await say(gateway, { tools }, ADMIN);
    // Their lines in the log are not those of later tests.
    await untilServed(gateway, before + 6);
    const counted = async (result: string) => {
      const pattern = new RegExp(`^toolglot_tool_memory_lookups_total\\{result="${result}"\\} (\\d+)$`, "m");
      return Number(pattern.exec(await text("/metrics"))?.[1] ?? 0);
    };
    await expect.poll(async () => (await counted("hit")) + (await counted("miss")), { timeout: 60_000 }).toBe(6);
    expect(await counted("hit")).toBeGreaterThan(0);
  });

  it("continues at one worker what another has stored", async () => {
    const before = served(gateway).length;
    let previous: string | undefined;
    for (let turn = 0; turn < 4; turn++) {
      const body = { model: "sim/default", input: `turn ${turn}`, ...(previous && { previous_response_id: previous }) };
      const response = await post(`${gateway.url}/v1/responses`, body, { ...CLOSE, ...ADMIN });
      expect(response.status).toBe(200);
      previous = ((await response.json()) as { id: string }).id;
    }
    await untilServed(gateway, before + 4);
    expect(new Set(served(gateway).slice(before))).toEqual(new Set(["1", "2"]));
  });

  it("holds the limit of a key over all workers", async () => {
    const key = { "x-api-key": "alice-has-a-key" };
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await say(gateway, {}, key)).status));
    expect(statuses.toSorted()).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
  });

  it("shows the traffic of all workers in the inspector, without secrets", async () => {
    const secret = "a-client-says-this-key-123";
    const messages = [{ role: "user", content: `Hello, ${ADMIN["x-api-key"]}, ${secret}` }];
    for (let index = 0; index < 4; index++) await say(gateway, { messages }, { ...ADMIN, authorization: secret });
    const done = await untilListed((each) => each.filter(({ state }) => state === "done").length >= 4);
    for (const { id } of done.slice(0, 2)) {
      const detail = await text(`/_inspector/exchanges/${id}`);
      const bodies = ["client-request", "client-response", "attempt-1-request", "attempt-1-response"];
      const shown = await Promise.all(bodies.map((name) => text(`/_inspector/exchanges/${id}/bodies/${name}`)));
      expect(JSON.parse(detail)).toMatchObject({ summary: { key: "admin", provider: "sim", status: 200 } });
      expect(shown[0]).toContain("Hello, [redacted], [redacted]");
      expect(shown[1]).toContain("simulated provider");
      expect([detail, ...shown].join("\n")).not.toMatch(/a-key-of-an-admin|a-client-says-this-key/);
    }
  });

  it("shows what there is of an exchange while a worker is still serving it", async () => {
    const closing = new AbortController();
    const content = `still here, ${ADMIN["x-api-key"]}`;
    const body = { model: "sim/fault-stall@6", max_tokens: 9, stream: true, messages: [{ role: "user", content }] };
    const headers = { "content-type": "application/json", ...CLOSE, ...ADMIN };
    const options = { method: "POST", headers, body: JSON.stringify(body), signal: closing.signal };
    const reply = await fetch(`${gateway.url}/v1/messages`, options);
    const [running] = await untilListed((each) => each.some(({ state }) => state === "running"));
    const bodyNamed = (name: string) => text(`/_inspector/exchanges/${running?.id}/bodies/${name}`);
    await expect.poll(() => bodyNamed("client-response"), { timeout: 60_000 }).toContain("content_block_delta");
    const detail = JSON.parse(await text(`/_inspector/exchanges/${running?.id}`));
    expect(detail).toMatchObject({
      summary: { state: "running" },
      request: { kept: true },
      attempts: [{ provider: "sim" }],
    });
    expect(detail.request.headers["x-api-key"]).toBe("[redacted]");
    expect(await bodyNamed("client-request")).toContain("still here, [redacted]");
    expect(await bodyNamed("attempt-1-response")).not.toBe("");
    closing.abort();
    await reply.text().catch(() => "closed");
    await untilListed((each) => each.every(({ state }) => state !== "running"));
    expect(await bodyNamed("client-request")).toContain("still here, [redacted]");
  });

  it("takes scripted responses in their order, whichever worker they are for", async () => {
    const responses = [1, 2, 3, 4].map((number) => ({ content: `scripted ${number}` }));
    expect((await post(`${gateway.url}/_sim/expect`, { responses }, { ...CLOSE, ...ADMIN })).status).toBe(200);
    for (const { content } of responses) expect((await say(gateway, {}, ADMIN)).text).toContain(content);
  });

  it("reports what is wrong with any worker", async () => {
    expect(JSON.parse(await text("/readyz"))).toEqual({ status: "ready" });
  });

  async function text(path: string): Promise<string> {
    return (await fetch(gateway.url + path, { headers: { ...CLOSE, ...ADMIN } })).text();
  }

  async function untilListed(isEnough: (exchanges: Listed[]) => boolean): Promise<Listed[]> {
    for (;;) {
      const { exchanges } = JSON.parse(await text("/_inspector/exchanges")) as { exchanges: Listed[] };
      if (isEnough(exchanges)) return exchanges;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
});

interface Listed {
  readonly id: string;
  readonly state: string;
}
