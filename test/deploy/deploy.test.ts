import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { environmentConfig, readConfig, serve } from "@toolglot/gateway";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { afterTest } from "../support/cleanup.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const read = (file: string) => readFileSync(join(root, file), "utf8");
const env = {
  OPENAI_API_KEY: "a",
  ANTHROPIC_API_KEY: "b",
  GATEWAY_KEY: "key-of-clients",
  METRICS_KEY: "key-of-metrics",
};

describe("compose.yaml", () => {
  const compose = parse(read("compose.yaml"), { merge: true });

  it("has two gateways, whose config is valid and ends before they are killed", async () => {
    const { "gateway-1": first, "gateway-2": second } = compose.services;
    expect(second.command).toEqual(first.command);
    expect([first.read_only, first.cap_drop, first.stop_grace_period]).toEqual([true, ["ALL"], "1m"]);
    const { server, state } = await readConfig(read("deploy/compose/toolglot.yaml"), { name: "toolglot.yaml", env });
    expect(server.preStop + server.drain).toBeLessThan(60_000);
    expect(server.hosts).toEqual(["gateway-1", "gateway-2"]);
    expect(Object.keys(compose.services)).toContain(new URL(state?.redis.urls[0] ?? "").hostname);
  });

  it("gives Prometheus and Grafana addresses and files that exist", () => {
    const mounted = Object.values<{ volumes?: string[] }>(compose.services).flatMap(({ volumes = [] }) => volumes);
    const files = mounted.filter((volume) => volume.startsWith("./")).map((volume) => volume.split(":")[0] ?? "");
    expect(files.map((file) => read(file).length > 0)).not.toContain(false);
    const [{ targets }] = parse(read("deploy/compose/prometheus.yaml")).scrape_configs[0].static_configs;
    expect(targets).toEqual(["gateway-1:4141", "gateway-2:4141"]);
  });

  it("lets Grafana find Prometheus, and the dashboard where it is mounted", () => {
    const [{ url, uid }] = parse(read("deploy/compose/grafana/datasource.yaml")).datasources;
    expect(Object.keys(compose.services)).toContain(new URL(url).hostname);
    const dashboard = read("deploy/compose/grafana/dashboard.json");
    expect([...dashboard.matchAll(/"uid": *"(\w+)"/g)].map(([, each]) => each)).toContain(uid);
    const [{ options }] = parse(read("deploy/compose/grafana/dashboards.yaml")).providers;
    const mounts = (compose.services.grafana.volumes as string[]).map((volume) => volume.split(":"));
    const [, target] = mounts.find(([source = ""]) => source.endsWith("dashboard.json")) ?? [];
    expect(dirname(target ?? "")).toBe(options.path);
  });

  it("lets the key of Prometheus read metrics, and use no model", async () => {
    const config = await readConfig(read("deploy/compose/toolglot.yaml"), { name: "toolglot.yaml", env });
    const { state: _, ...alone } = config;
    const { url, close } = await serve({ config: alone, port: 0 });
    afterTest(close);
    const headers = { authorization: "Bearer key-of-metrics", "content-type": "application/json" };
    expect((await fetch(`${url}/metrics`, { headers })).status).toBe(200);
    const body = JSON.stringify({ model: "sim/default", messages: [{ role: "user", content: "Hello" }] });
    const asked = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body });
    expect([403, 404]).toContain(asked.status);
  });
});

describe("the files of deploy/", () => {
  it("have a page each, which names them or their folder", () => {
    const pages = readdirSync(join(root, "docs/deploy")).map((page) => read(`docs/deploy/${page}`));
    const files = readdirSync(join(root, "deploy"), { recursive: true, encoding: "utf8", withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(relative(root, parentPath), name));
    const isNamed = (file: string) =>
      pages.some((text) => [file, `${dirname(file)}/`].some((path) => text.includes(path)));
    expect(files.length).toBeGreaterThan(10);
    expect(files.filter((file) => !isNamed(file))).toEqual([]);
  });
});

describe("the dashboard", () => {
  it("asks for metrics that the gateway has", async () => {
    const { url, close } = await serve({ config: await environmentConfig({}), port: 0 });
    afterTest(close);
    const exported = new Set(
      [...(await (await fetch(`${url}/metrics`)).text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name),
    );
    const { panels } = JSON.parse(read("deploy/compose/grafana/dashboard.json")) as {
      readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
    };
    const queries = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const named = queries.map(
      (query) => /\b((?:toolglot|gen_ai_client)_\w+?)(?:_bucket|_sum|_count)?[[)]/.exec(query)?.[1],
    );
    expect(named.length).toBeGreaterThan(9);
    expect(named.filter((name) => !exported.has(name))).toEqual([]);
  });
});

describe("the manifests of Kubernetes", () => {
  const folder = join(root, "deploy/kubernetes");
  const manifest = (name: string) => parse(readFileSync(join(folder, `${name}.yaml`), "utf8"));
  const pod = manifest("deployment").spec.template;
  const [container] = pod.spec.containers;

  it("are all applied", () => {
    const files = readdirSync(folder).filter((file) => file !== "kustomization.yaml");
    expect(manifest("kustomization").resources.toSorted()).toEqual(files.toSorted());
  });

  it("have a valid config, and wait longer for a pod than it drains", async () => {
    const text = manifest("configmap").data["toolglot.yaml"];
    const { server } = await readConfig(text, { name: "toolglot.yaml", env });
    expect(pod.spec.terminationGracePeriodSeconds * 1000).toBeGreaterThan(server.preStop + server.drain);
    // Until a pod is out of the balance, it must serve.
    const { periodSeconds, failureThreshold = 3 } = container.readinessProbe;
    expect(server.preStop).toBeGreaterThanOrEqual(periodSeconds * failureThreshold * 1000);
    expect([server.host, server.port]).toEqual(["0.0.0.0", container.ports[0].containerPort]);
  });

  it("probe paths that need no key", async () => {
    const { url, close } = await serve({ config: await environmentConfig({ TOOLGLOT_KEYS: "key" }), port: 0 });
    afterTest(close);
    const { startupProbe, livenessProbe, readinessProbe } = container;
    for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe])
      expect((await fetch(url + httpGet.path)).status).toBe(200);
  });

  it("select the pods of the deployment", () => {
    const { labels } = pod.metadata;
    expect(manifest("deployment").spec.selector.matchLabels).toEqual(labels);
    expect(manifest("service").spec.selector).toEqual(labels);
    expect(manifest("disruption-budget").spec.selector.matchLabels).toEqual(labels);
    expect(manifest("network-policy").spec.podSelector.matchLabels).toEqual(labels);
    expect(manifest("autoscaler").spec.scaleTargetRef.name).toBe(manifest("deployment").metadata.name);
  });
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;
if (!hasSystemd)
  console.warn("SKIPPED: systemd-analyze is not installed, so deploy/systemd/toolglot.service is not checked");

describe.skipIf(!hasSystemd)("the unit of systemd", () => {
  function unit(): string {
    const folder = mkdtempSync(join(tmpdir(), "toolglot-systemd-"));
    afterTest(() => rmSync(folder, { recursive: true }));
    // The command must exist.
    const text = read("deploy/systemd/toolglot.service").replace("/usr/local/bin/toolglot", process.execPath);
    writeFileSync(join(folder, "toolglot.service"), text);
    return join(folder, "toolglot.service");
  }

  it("is valid", () => {
    const { status, stderr } = spawnSync("systemd-analyze", ["verify", unit()], { encoding: "utf8" });
    expect([status, stderr.split("\n").filter((line) => line.includes("toolglot"))]).toEqual([0, []]);
  });

  it("exposes as little as its page says", () => {
    const text = execFileSync("systemd-analyze", ["security", "--offline=yes", unit()], { encoding: "utf8" });
    const [, exposure = "10"] = /exposure level for toolglot\.service: ([\d.]+)/.exec(text) ?? [];
    const [, stated = "0"] = /exposure of \*\*([\d.]+)\*\*/.exec(read("docs/deploy/systemd.md")) ?? [];
    expect(Number(exposure)).toBeLessThanOrEqual(Number(stated));
  });
});
