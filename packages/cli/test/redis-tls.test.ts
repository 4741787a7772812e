import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { freePort, hasRedis, RedisServer } from "../../gateway/test/state/redis-server.ts";
import { makeTls, type RedisTls } from "../../gateway/test/state/redis-tls.ts";
import { startCluster, startReplicated, startSentinel } from "../../gateway/test/state/redis-topologies.ts";
import { fileWith } from "./run.ts";
import { post, type Serving, serving } from "./serving.ts";
import { CLOSE, startTwoWorkers } from "./workers.ts";

const certificates = fileURLToPath(new URL("../../gateway/test/faults/upstream/certificates", import.meta.url));
const LONG = 120_000;

describe.skipIf(!hasRedis)("a Redis with TLS", { timeout: 2 * LONG }, () => {
  it("is trusted by those who know its authority, and by no others", async () => {
    const config = configFor(`rediss://localhost:${await startWithTls()}`);
    const gateway = ended(await serving(config, { NODE_EXTRA_CA_CERTS: join(certificates, "authority.pem") }));
    // On a busy machine, the first responses may come before the connection.
    const continued = async () => ask(gateway, { previous_response_id: (await ask(gateway, {})).id });
    await expect.poll(continued, { timeout: LONG }).toMatchObject({ status: "completed" });
    expect(await troubles(gateway)).toBeUndefined();
    const stranger = ended(await serving(config));
    await expect.poll(() => troubles(stranger), { timeout: LONG }).toContain("cannot be reached");
    expect((await ask(stranger, {})).status).toBe("completed");
  });
});

describe.skipIf(!hasRedis)("servers that are reached by TLS alone", { timeout: 2 * LONG }, () => {
  it("are used by Sentinel, also when the master is replaced", async () => {
    const tls = makeTls();
    const { master } = await startReplicated({ tls });
    const sentinel = await startSentinel(master, { tls });
    const gateway = ended(await serving(configFor({ sentinels: [sentinel], master: "main" }), trusting(tls)));
    const { id } = await stored(gateway);
    await master.kill();
    const continued = () => ask(gateway, { previous_response_id: id });
    await expect.poll(continued, { timeout: LONG }).toMatchObject({ status: "completed" });
  });

  it("are used as a cluster, whose nodes are found by the first", async () => {
    const tls = makeTls();
    const [first = ""] = await startCluster(tls);
    const gateway = ended(await serving(configFor({ cluster: [first] }), trusting(tls)));
    // Enough for all nodes to have some.
    for (let index = 0; index < 12; index++) {
      const { id } = await stored(gateway);
      expect(await ask(gateway, { previous_response_id: id })).toMatchObject({ status: "completed" });
    }
    expect(await troubles(gateway)).toBeUndefined();
    const stranger = ended(await serving(configFor({ cluster: [first] })));
    await expect.poll(() => troubles(stranger), { timeout: LONG }).toContain("cannot be reached");
  });
});

describe.skipIf(!hasRedis || process.platform !== "linux")("workers without their Redis", { timeout: LONG }, () => {
  it("tell of each part that is down, in /readyz and in the metrics, and serve", async () => {
    const gateway = ended(await startTwoWorkers(configFor(`redis://127.0.0.1:${await freePort()}`)));
    for (let index = 0; index < 4; index++) expect((await ask(gateway, {})).status).toBe("completed");
    const metrics = async () => (await fetch(`${gateway.url}/metrics`, { headers: CLOSE })).text();
    await expect.poll(metrics, { timeout: LONG }).toMatch(/^toolglot_state_up\{part="stored"\} 0$/m);
    expect(await metrics()).toMatch(/^toolglot_state_up\{part="state"\} 0$/m);
    expect(await metrics()).toMatch(/^toolglot_state_up\{part="keys"\} 1$/m);
    expect(await troubles(gateway)).toMatch(/"worker \d: stored":"stored responses cannot be reached/);
  });
});

async function startWithTls(): Promise<number> {
  const port = await freePort();
  const file = (name: string) => join(certificates, name);
  const server = new RedisServer(port, [
    ...["--port", "0", "--tls-port", String(port), "--tls-auth-clients", "no"],
    ...["--tls-cert-file", file("first.pem"), "--tls-key-file", file("first.key.pem")],
    ...["--tls-ca-cert-file", file("authority.pem")],
  ]);
  afterTest(() => server.kill());
  await server.start();
  return port;
}

function trusting({ file }: RedisTls): Record<string, string> {
  return { NODE_EXTRA_CA_CERTS: file };
}

/** A response that can be continued, once there is a connection to where it is stored. */
async function stored(gateway: Serving): Promise<{ readonly id: string }> {
  for (;;) {
    const { id } = await ask(gateway, {});
    if ((await ask(gateway, { previous_response_id: id })).status === "completed") return { id };
  }
}

function configFor(redis: string | object): string[] {
  // A busy machine may take longer than the default.
  const text = `server: { port: 1 }\nstate: { redis: ${JSON.stringify(redis)}, timeout: 5s, onDown: { stored: closed } }\n`;
  return ["--config", fileWith(text, "toolglot.yaml")];
}

function ended(gateway: Serving): Serving {
  afterTest(async () => {
    gateway.child.kill("SIGKILL");
    await gateway.outcome;
  });
  return gateway;
}

async function ask({ url }: Serving, body: object): Promise<{ readonly id: string; readonly status: string }> {
  const request = { model: "sim/default", input: "Hello", ...body };
  return (await (await post(`${url}/v1/responses`, request, CLOSE)).json()) as { id: string; status: string };
}

async function troubles({ url }: Serving): Promise<string | undefined> {
  const { troubles } = (await (await fetch(`${url}/readyz`, { headers: CLOSE })).json()) as { troubles?: object };
  return troubles && JSON.stringify(troubles);
}
