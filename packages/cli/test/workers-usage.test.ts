import { expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { hasRedis, RedisServer } from "../../gateway/test/state/redis-server.ts";
import { inProcess } from "./in-process.ts";
import { fileWith } from "./run.ts";
import { CLOSE, say, startTwoWorkers, untilServed } from "./workers.ts";

it.skipIf(!hasRedis)("workers that share Redis count each request once", { timeout: 120_000 }, async () => {
  const { url } = await RedisServer.start();
  const config = fileWith(`server: { port: 1 }\nstate: { redis: "${url}" }\n`, "toolglot.yaml");
  const gateway = await startTwoWorkers(["--config", config]);
  afterTest(() => gateway.child.kill("SIGKILL"));
  for (let index = 0; index < 6; index++) expect((await say(gateway)).status).toBe(200);
  await untilServed(gateway, 6);
  const counted = async () =>
    ((await (await fetch(`${gateway.url}/v1/usage`, { headers: CLOSE })).json()) as { total?: { requests: number } })
      .total?.requests;
  await expect.poll(counted, { timeout: 60_000 }).toBe(6);
  // Whoever counts writes it before its end.
  gateway.child.kill("SIGTERM");
  await gateway.outcome;
  const { stdout } = await inProcess(["usage", "--config", config, "--by", "model", "--json"]);
  expect(JSON.parse(stdout)).toMatchObject({ rows: [{ model: "default", requests: 6 }] });
});
