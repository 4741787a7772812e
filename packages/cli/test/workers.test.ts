import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { fileWith } from "./run.ts";
import { HELLO, post, type Serving, serving, until } from "./serving.ts";

describe("serve --workers", { timeout: 120_000 }, () => {
  it("shares the port among processes, and the log names the one that has served", async () => {
    const gateway = await workers();
    for (let index = 0; index < 6; index++) expect((await say(gateway)).status).toBe(200);
    await until(() => (served(gateway).length >= 6 ? true : undefined), gateway.child);
    const counts = ["1", "2"].map((number) => served(gateway).filter((each) => each === number).length);
    expect(counts).toEqual([3, 3]);
    expect(childrenOf(gateway)).toHaveLength(2);
  });

  it("counts the requests of all workers once", async () => {
    const gateway = await workers();
    for (let index = 0; index < 5; index++) await say(gateway);
    await until(() => (served(gateway).length >= 5 ? true : undefined), gateway.child);
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/gen_ai_client_operation_duration_seconds_count\{[^}]*"sim"[^}]*\} 5\n/);
    const usage = (await (await fetch(`${gateway.url}/v1/usage`)).json()) as { total: { requests: number } };
    expect(usage.total.requests).toBe(5);
  });

  it("continues at one worker what another has stored", async () => {
    const gateway = await workers();
    let previous: string | undefined;
    for (let turn = 0; turn < 4; turn++) {
      const body = { model: "sim/default", input: `turn ${turn}`, ...(previous && { previous_response_id: previous }) };
      const response = await post(`${gateway.url}/v1/responses`, body, CLOSE);
      expect(response.status).toBe(200);
      previous = ((await response.json()) as { id: string }).id;
    }
    await until(() => (served(gateway).length >= 4 ? true : undefined), gateway.child);
    expect(new Set(served(gateway))).toEqual(new Set(["1", "2"]));
  });

  it("holds the limit of a key over all workers", async () => {
    const config = fileWith('keys: [{ name: alice, key: "alice-has-a-key", rpm: 5 }]', "toolglot.yaml");
    const gateway = await workers(["--config", config]);
    const key = { "x-api-key": "alice-has-a-key" };
    const statuses = await Promise.all(Array.from({ length: 12 }, async () => (await say(gateway, {}, key)).status));
    expect(statuses.toSorted()).toEqual([...Array(5).fill(200), ...Array(7).fill(429)]);
  });

  it("says why it does not start", async () => {
    const gateway = await workers();
    const { port } = new URL(gateway.url);
    const second = serving(["--workers", "2", "--port", port]);
    await expect(second).rejects.toThrow("ended");
  });
});

const CLOSE = { connection: "close" };

/** A gateway of two processes, which ends with the test. */
async function workers(args: readonly string[] = []): Promise<Serving> {
  const gateway = await serving(["--workers", "2", ...args]);
  afterTest(async () => {
    gateway.child.kill("SIGKILL");
    await gateway.outcome;
  });
  return gateway;
}

/** Each request has a connection of its own, and connections are given to the workers in turn. */
async function say({ url }: Serving, body: object = {}, headers: Record<string, string> = {}): Promise<Response> {
  const response = await post(`${url}/v1/messages`, { ...HELLO, ...body }, { ...CLOSE, ...headers });
  await response.text();
  return response;
}

/** The workers of the log's lines. */
function served({ output }: Serving): string[] {
  return [...output.stderr.matchAll(/sim\/\S+ {2}200 .* worker (\d)/g)].map(([, number = ""]) => number);
}

function childrenOf({ child: { pid } }: Serving): string[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ");
}
