import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { portOf } from "../../../test/support/port.ts";
import { inProcess } from "./in-process.ts";
import { fileWith, type Outcome } from "./run.ts";
import { serving } from "./serving.ts";

interface Finding {
  readonly what: string;
  readonly state: string;
  readonly detail: string;
  readonly fix?: string;
}

const EMPTY = mkdtempSync(join(tmpdir(), "toolglot-empty-"));

function doctor(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return inProcess(["doctor", ...args], { env: { PATH: EMPTY, ...env }, cwd: EMPTY });
}

async function findings(config: string, env: NodeJS.ProcessEnv = {}): Promise<Map<string, Finding>> {
  const { stdout } = await doctor(["--json", "--config", fileWith(config, "toolglot.yaml")], env);
  const { findings: all } = JSON.parse(stdout) as { findings: Finding[] };
  return new Map(all.map((finding) => [finding.what, finding]));
}

const FREE = "server: { port: 0 }\n";

async function context(status: number): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => response.writeHead(status).end('{"data":[{"id":"one"}]}'));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${portOf(server)}/v1`, close: () => server.close() };
}

describe("toolglot doctor", () => {
  const unset = "providers: { openai: { preset: openai } }";
  const variable = `providers: { one: { dialect: ollama, baseUrl: "http://127.0.0.1:1", apiKey: "\${MY_KEY}" } }`;

  it.each([
    [["serve", "--port", "0"], unset, "OPENAI_API_KEY"],
    [["serve", "--port", "0"], variable, "MY_KEY"],
    [["ask", "hi"], unset, "OPENAI_API_KEY"],
    [["ask", "hi", "--model", "groq/x"], "{}", "GROQ_API_KEY"],
    [["run", "claude"], unset, "OPENAI_API_KEY"],
    [["run", "claude", "--model", "groq/x"], "{}", "GROQ_API_KEY"],
  ])("is what %j refers to after a missing key", async (argv, config, name) => {
    const file = fileWith(config, "toolglot.yaml");
    const { code, stderr } = await inProcess([...argv, "--config", file], { env: { PATH: EMPTY }, cwd: EMPTY });
    expect(code).not.toBe(0);
    expect(stderr).toMatch(
      new RegExp(`^error: .*${name}.*\\nafter that, try: .* doctor, which checks the providers\\n$`),
    );
  });

  it("reports a vendor's key that the folder's config sends to another host, but not for a config given by path", async () => {
    const config = `providers:\n  one: { dialect: openai-chat, baseUrl: 'http://evil.invalid/v1', apiKey: '\${OPENAI_API_KEY}' }\n`;
    const file = fileWith(FREE + config, "toolglot.yaml");
    const env = { PATH: EMPTY, OPENAI_API_KEY: "sk-secret-secret" };
    const found = await inProcess(["doctor", "--json"], { env, cwd: dirname(file) });
    expect(found.stdout).toContain("config: ./toolglot.yaml sends OPENAI_API_KEY to http://evil.invalid");
    expect((await doctor(["--json", "--config", file], env)).stdout).not.toContain("sends OPENAI_API_KEY");
  });

  it("reports no problems for a config without keys", async () => {
    const { code, stdout } = await doctor(["--config", fileWith(FREE, "toolglot.yaml")]);
    expect(stdout).toMatch(/^ok +node +\d+\.\d+/m);
    expect(stdout).toMatch(/^ok +provider sim +the built-in simulator, not a model$/m);
    expect(stdout).toMatch(/^note +agent claude +not installed; npm install -g @anthropic-ai\/claude-code$/m);
    expect(stdout).toContain("no problems found");
    expect(code).toBe(0);
  });

  it("reports the reachability of each provider, and never its key", async () => {
    const [good, bad] = [await context(200), await context(401)];
    const config = `${FREE}providers:
  good: { dialect: openai-chat, baseUrl: "${good.url}", apiKey: "\${KEY}" }
  bad: { dialect: openai-chat, baseUrl: "${bad.url}", apiKey: "\${KEY}" }
  keyless: { dialect: openai-chat, baseUrl: "${bad.url}" }
  gone: { dialect: ollama, baseUrl: "http://127.0.0.1:9" }
`;
    const found = await findings(config, { KEY: "canary-key" });
    for (const server of [good, bad]) server.close();
    expect(found.get("provider good")).toMatchObject({
      state: "ok",
      detail: expect.stringContaining("lists 1 model"),
    });
    expect(found.get("provider bad")).toMatchObject({ state: "failed", fix: expect.stringContaining("check its key") });
    expect(found.get("provider keyless")).toMatchObject({
      state: "failed",
      fix: expect.stringContaining("set its key"),
    });
    expect(found.get("provider gone")).toMatchObject({
      state: "failed",
      detail: expect.stringContaining("ECONNREFUSED"),
    });
    expect(JSON.stringify([...found])).not.toContain("canary");
  });

  it("reports the problems of a config, and exits with 1", async () => {
    const { code, stdout } = await doctor(["--config", fileWith("providers: 7\nroutes: 8\n", "toolglot.yaml")]);
    expect(stdout).toMatch(/^failed +config +.*toolglot\.yaml:1:\d+/m);
    expect(stdout).toContain("to fix");
    // Each problem says itself what to do.
    expect(stdout).not.toContain("fix the config");
    expect(code).toBe(1);
  });

  it("separates a problem from its fix", async () => {
    const file = fileWith("providers: { a: { preset: together } }\n", "toolglot.yaml");
    const { stdout } = await doctor(["--json", "--config", file]);
    expect(JSON.parse(stdout).findings).toContainEqual({
      what: "config",
      state: "failed",
      detail: expect.stringMatching(/whose key is in TOGETHER_API_KEY, which is not set$/),
      fix: "set it, or write apiKey in the config",
    });
  });

  it("reports a route that can never match, and one to a provider that is not there", async () => {
    const routes = "routes:\n  - { match: '*', to: sim }\n  - { match: gpt-*, to: sim }\n";
    const shadowed = await doctor(["--config", fileWith(FREE + routes, "toolglot.yaml")]);
    expect(shadowed.stdout).toMatch(/^note +config +.*toolglot\.yaml:4:\d+: .* can never match: "\*" before it/m);
    expect(shadowed.code).toBe(0);
    const missing = await doctor([
      "--config",
      fileWith(`${FREE}routes: [{ match: '*', to: opnai/x }]\n`, "toolglot.yaml"),
    ]);
    expect(missing.stdout).toMatch(/^failed +config +.*leads to "opnai", and no provider is called that/m);
    expect(missing.code).toBe(1);
  });

  it("shows what it is doing, a line per check with its time, unless it is to be quiet", async () => {
    const config = fileWith(FREE, "toolglot.yaml");
    const { stderr, stdout } = await doctor(["--json", "--config", config]);
    const { checks } = JSON.parse(stdout) as { checks: { what: string; durationMs: number }[] };
    const lines = stderr.trimEnd().split("\n");
    expect(lines).toHaveLength(checks.length);
    for (const [index, { what, durationMs }] of checks.entries()) {
      expect(lines[index]).toMatch(new RegExp(`^checking ${what} … (ok|note|failed) \\([\\d.]+ m?s\\)$`));
      expect(durationMs).toBeGreaterThanOrEqual(0);
    }
    expect(checks.map(({ what }) => what)).toEqual(
      expect.arrayContaining(["node", "config", "provider sim", "port 0"]),
    );
    expect((await doctor(["-q", "--config", config])).stderr).toBe("");
  });

  it("reports missing keys", async () => {
    const { stdout } = await doctor([]);
    expect(stdout).toMatch(/^note +SIMULATED +made from the environment: no provider is configured/m);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain("set OPENAI_API_KEY");
  });

  it("reports the versions of agents", async () => {
    const path = mkdtempSync(join(tmpdir(), "toolglot-agent-"));
    writeFileSync(join(path, "claude"), "#!/usr/bin/env node\nconsole.log('2.1.325 (Claude Code)')\n");
    writeFileSync(join(path, "codex"), "#!/usr/bin/env node\nprocess.exit(3)\n");
    for (const name of ["claude", "codex"]) chmodSync(join(path, name), 0o755);
    const found = await findings(FREE, { PATH: `${path}:${dirname(process.execPath)}:/usr/bin:/bin` });
    expect(found.get("agent claude")).toEqual({ what: "agent claude", state: "ok", detail: "Claude Code 2.1.325" });
    expect(found.get("agent codex")).toMatchObject({ state: "note", fix: "try: codex --version" });
  });

  it("distinguishes a port in use from one with a running gateway", async () => {
    const gateway = await serving();
    const stranger = await context(200);
    const portOf = (url: string) => new URL(url).port;
    const ours = await findings(`server: { port: ${portOf(gateway.url)} }\n`);
    const taken = await findings(`server: { port: ${portOf(stranger.url)} }\n`);
    gateway.child.kill("SIGKILL");
    stranger.close();
    expect(ours.get(`port ${portOf(gateway.url)}`)).toMatchObject({ state: "ok" });
    expect(taken.get(`port ${portOf(stranger.url)}`)).toMatchObject({ state: "failed" });
  });

  const certificates = fileURLToPath(new URL("../../gateway/test/faults/upstream/certificates", import.meta.url));
  const tls = JSON.stringify({ cert: join(certificates, "first.pem"), key: join(certificates, "first.key.pem") });

  it.each([
    ["on all addresses", 'host: "0.0.0.0"'],
    ["with HTTPS", `tls: ${tls}`],
  ])("finds the gateway that runs %s", async (_, server) => {
    const config = (port: string) =>
      `server: { port: ${port}, ${server} }\nkeys: [{ name: a, key: "${"k".repeat(32)}" }]\n`;
    const gateway = await serving(["--config", fileWith(config("0"), "toolglot.yaml")]);
    const { port } = new URL(gateway.url);
    const found = await findings(config(port));
    gateway.child.kill("SIGKILL");
    expect(found.get(`port ${port}`)).toMatchObject({ state: "ok", detail: "a toolglot gateway is already listening" });
  });
});
