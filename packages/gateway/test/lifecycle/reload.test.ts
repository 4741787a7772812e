import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { followConfig } from "../../src/config/follow.ts";
import { loadConfig } from "../../src/config/load.ts";
import { POLL_OPTIONS, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";
import { startGateway } from "../support/gateway.ts";

it("F49: a config that changes under load loses no request, and requests in flight keep their config", async () => {
  const { sim } = await startGatewayAndSim();
  const folder = mkdtempSync(join(tmpdir(), "toolglot-reload-"));
  const file = join(folder, "toolglot.yaml");
  const text = (to: string) =>
    `providers:\n  a: { dialect: ollama, baseUrl: '${sim.url}' }\n  b: { dialect: anthropic, baseUrl: '${sim.url}' }\nroutes:\n  - { match: '*', to: ${to} }\n`;
  writeFileSync(file, text("a"), { mode: 0o600 });
  const config = await loadConfig(file, { env: {} });
  const gateway = await startGateway({
    providers: {},
    listen: { config: { ...config, server: { ...config.server, maxLag: 0 } } },
  });
  const watch = followConfig(file, gateway.gateway, { env: {} });
  const slow = requestFor("anthropic", { model: "fault-drip@120", streams: true });
  const begun = await post(gateway.url, slow.path, slow.body);
  const { path, body } = requestFor("anthropic", { model: "x", streams: false });
  const seen: string[] = [];
  const load = { isOver: false };
  const client = async () => {
    while (!load.isOver) {
      const reply = await post(gateway.url, path, body);
      await reply.text();
      seen.push(`${reply.status} ${reply.headers.get("x-toolglot-target")}`);
    }
  };
  const clients = [1, 2, 3, 4].map(client);
  const target = () => seen.at(-1);
  writeFileSync(file, text("b"));
  await expect.poll(target, POLL_OPTIONS).toBe("200 b/x");
  writeFileSync(file, text("c"));
  const trouble = async () => (await fetch(`${gateway.url}/readyz`)).text();
  await expect.poll(trouble, POLL_OPTIONS).toContain("toolglot.yaml:5:");
  expect((await fetch(`${gateway.url}/readyz`)).status).toBe(200);
  writeFileSync(file, text("a"));
  await expect.poll(target, POLL_OPTIONS).toBe("200 a/x");
  load.isOver = true;
  await Promise.all(clients);
  watch.close();
  expect([...new Set(seen)].sort()).toEqual(["200 a/x", "200 b/x"]);
  expect(begun.headers.get("x-toolglot-target")).toBe("a/fault-drip@120");
  expect(await begun.text()).toContain("message_stop");
  rmSync(folder, { recursive: true });
});
