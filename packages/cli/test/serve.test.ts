import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { inProcess } from "./in-process.ts";
import { fileWith, toolglot } from "./run.ts";
import { HELLO, post, type Serving, serving, servingHere, until } from "./serving.ts";

const running: Serving[] = [];

async function begin(): Promise<Serving> {
  const begun = await serving();
  running.push(begun);
  return begun;
}

afterEach(() => {
  for (const { child } of running.splice(0)) child.kill("SIGKILL");
});

let plain: Promise<Serving> | undefined;

/** One that was started without options and variables, for tests that only ask it. */
function plainServer(): Promise<Serving> {
  plain ??= serving([], {});
  return plain;
}

afterAll(async () => (await plain)?.child.kill("SIGKILL"));

const SIMS = "providers:\n  one: { dialect: anthropic, baseUrl: 'sim:' }\n";

describe("toolglot serve", () => {
  it("warns of a route that can never match", async () => {
    const config = "routes:\n  - { match: '*', to: sim }\n  - { match: gpt-*, to: sim }\n";
    const { output } = await servingHere(["--config", fileWith(config, "toolglot.yaml")]);
    expect(output.stderr).toMatch(/^warning: .*toolglot\.yaml:3:\d+: .* can never match: "\*" before it/m);
  });

  it("answers without a config, a key or a network", async () => {
    const { url } = await plainServer();
    const answer = (await (await post(`${url}/v1/messages`, HELLO)).json()) as { content: { text: string }[] };
    expect(answer.content[0]?.text).toContain("Hello from the simulated provider");
  });

  it("says so if the simulator answers for every model, and only then", async () => {
    const { output } = await plainServer();
    expect(output.stdout).toMatch(/^SIMULATED: no provider is configured, .*set OPENAI_API_KEY/m);
    const configured = await servingHere([], { OPENAI_API_KEY: "canary-key" });
    expect((await configured.stop()).stdout).not.toContain("SIMULATED");
    const json = await servingHere(["--json"]);
    const line = await until(() => /^.*"simulated".*$/m.exec(json.output.stdout)?.[0], json);
    expect(JSON.parse(line)).toMatchObject({ event: "simulated", level: "warn" });
  });

  it("names the variable to set for a vendor without a key", async () => {
    const { url } = await servingHere([], { ANTHROPIC_API_KEY: "canary-key" });
    const asked = await post(`${url}/v1/messages`, { ...HELLO, model: "openai/gpt-5.6" });
    expect(asked.status).toBe(404);
    expect(await asked.json()).toMatchObject({
      type: "error",
      error: { type: "not_found_error", message: expect.stringContaining("set OPENAI_API_KEY") },
    });
  });

  it("prints a line for each client, and an example request that works", async () => {
    const { url, output } = await plainServer();
    for (const line of [
      `ANTHROPIC_BASE_URL=${url} ANTHROPIC_AUTH_TOKEN=toolglot claude\n`,
      `base_url="${url}/v1"`,
      `GOOGLE_GENAI_USE_VERTEXAI=true GOOGLE_VERTEX_BASE_URL=${url} GOOGLE_API_KEY=toolglot `,
      ` GOOGLE_GEMINI_BASE_URL=${url} GEMINI_API_KEY=toolglot gemini\n`,
      '"model":"toolglot/sim/default"',
      '"model":"sim/default","max_tokens":100',
      `"baseURL":"${url}/v1"`,
      `OPENAI_BASE_URL=${url}/v1 `,
      `OLLAMA_HOST=${url}\n`,
      `curl ${url}/v1/messages `,
    ])
      expect(output.stdout).toContain(line);
  });

  it("names a model that the config has, and says what becomes of other names without routes", async () => {
    const file = (provider: string) => fileWith(`providers:\n  mine: ${provider}\n`, "toolglot.yaml");
    const vendor = "{ dialect: anthropic, baseUrl: https://api.anthropic.com, apiKey: k }";
    const { stdout } = await (await servingHere(["--config", file(vendor)])).stop();
    expect(stdout).toMatch(/^ {2}routes +none: every model name goes to mine as it is, such as claude-\*/m);
    expect(stdout).toContain('"model":"toolglot/mine/claude-sonnet-5-5"');
    expect(stdout).toContain('{"model":"mine/claude-sonnet-5-5","max_tokens"');
    const routed = `${vendor}\nroutes: [{ match: "claude-*", to: mine/claude-opus-5 }]`;
    const other = await (await servingHere(["--config", file(routed)])).stop();
    expect(other.stdout).toContain('{"model":"mine/claude-opus-5","max_tokens"');
    expect(other.stdout).not.toContain("none: every model name");
  });

  it("says which providers are simulated, where the config has named them", async () => {
    const { stdout } = await (await servingHere(["--config", fileWith(SIMS, "toolglot.yaml")])).stop();
    expect(stdout).toMatch(
      /^SIMULATED: the built-in simulator answers for every model, as one\. .*add another provider/m,
    );
    expect(stdout).not.toContain("no provider is configured");
  });

  it("logs each request without control sequences", async () => {
    const { url, output, child } = await plainServer();
    await post(`${url}/v1/messages`, { ...HELLO, model: "x\u001b[31m\n", top_k: 3 });
    const line = await until(() => /^.*anthropic {2}x.*$/m.exec(output.stderr)?.[0], child);
    expect(line).toMatch(
      /^\d\d:\d\d:\d\d {2}anthropic {2}x\\u001b\[31m\\n → sim\/default {2}200 {2}\d+ ms {2}in \d+, out \d+ {2}lost top_k$/,
    );
  });

  it("does not log health checks", async () => {
    const { url, output, child } = await plainServer();
    await fetch(`${url}/healthz`);
    await fetch(`${url}/nowhere`);
    await until(() => /nowhere/.exec(output.stderr) ?? undefined, child);
    expect(output.stderr).not.toContain("healthz");
  });

  it("writes records as lines of JSON", async () => {
    const gateway = await servingHere(["--json"]);
    await post(`${gateway.url}/v1/messages`, { ...HELLO, top_k: 3 });
    const line = await until(() => /^.*"request".*$/m.exec(gateway.output.stdout)?.[0], gateway);
    expect(JSON.parse(line)).toMatchObject({
      ...{ event: "request", client: "anthropic", provider: "sim", status: 200 },
      losses: [{ path: "/top_k", code: "field", level: "setting", action: "dropped" }],
    });
    expect(gateway.output.stderr).toBe("");
  });

  it("requires a key if the environment has some, and prints none", async () => {
    const { url, output } = await servingHere([], { TOOLGLOT_KEYS: "canary-key-1", OPENAI_API_KEY: "canary-key-2" });
    const statuses = [
      await post(`${url}/v1/messages`, HELLO),
      await post(`${url}/v1/messages`, HELLO, { "x-api-key": "canary-key-1" }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 200]);
    expect(output.stdout).toContain("YOUR_KEY");
    expect(output.stdout + output.stderr).not.toContain("canary");
  });

  it("reloads its config when it changes, and keeps the old one if the new one is invalid", async () => {
    const file = fileWith(SIMS, "toolglot.yaml");
    const gateway = await servingHere(["--config", file]);
    const { url, output } = gateway;
    writeFileSync(file, `${SIMS}  two: { dialect: gemini, baseUrl: 'sim:' }\n`);
    await until(() => /the config was reloaded/.exec(output.stderr) ?? undefined, gateway);
    expect((await post(`${url}/v1/messages`, { ...HELLO, model: "two/x" })).headers.get("x-toolglot-target")).toBe(
      "two/x",
    );
    writeFileSync(file, "providers: 7\n");
    await until(() => /error: .*the old one stays in use/.exec(output.stderr) ?? undefined, gateway);
    expect((await post(`${url}/v1/messages`, { ...HELLO, model: "two/x" })).status).toBe(200);
  });
});

describe("toolglot serve, when it is stopped", () => {
  it.each(["SIGTERM", "SIGINT"] as const)("ends with 0 at %s", async (signal) => {
    const { child, outcome } = await begin();
    child.kill(signal);
    expect((await outcome).code).toBe(0);
  });

  const SLOW = { responses: [{ content: "at last", delay_ms: 1500 }] };

  it("finishes requests in flight", async () => {
    const { url, child, output, outcome } = await begin();
    await post(`${url}/_sim/expect`, SLOW);
    const answer = post(`${url}/v1/messages`, HELLO);
    await untilBusy(url);
    child.kill("SIGTERM");
    expect(await (await answer).text()).toContain("at last");
    expect((await outcome).code).toBe(0);
    expect(output.stderr).toContain("waiting for 1 request to finish");
  });

  it("does not wait after a second signal", async () => {
    const { url, child, outcome } = await begin();
    await post(`${url}/_sim/expect`, { responses: [{ content: "never", delay_ms: 600_000 }] });
    const answer = post(`${url}/v1/messages`, HELLO).catch(() => undefined);
    await untilBusy(url);
    child.kill("SIGTERM");
    await until(() => /waiting/.exec(running[0]?.output.stderr ?? "") ?? undefined, child);
    child.kill("SIGTERM");
    expect((await outcome).code).toBe(0);
    await answer;
  });
});

describe("toolglot serve, when it cannot start", () => {
  it("reports that the port is in use", async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) =>
      server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port)),
    );
    const { code, stderr } = await toolglot(`serve --port ${port}`);
    server.close();
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`error: port ${port} is already in use; use another one`),
    ]);
  });

  it("requires keys before it listens to other machines", async () => {
    const { code, stderr } = await inProcess(["serve", "--host", "0.0.0.0"], { env: {} });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/TOOLGLOT_KEYS.*--insecure/)]);
  });

  it("refuses itself as a provider", async () => {
    const env = { OLLAMA_HOST: "127.0.0.1:4141" };
    const { code, stderr } = await inProcess(["serve", "--port", "4141"], { env });
    expect([code, stderr]).toEqual([1, expect.stringContaining("the provider ollama is the gateway itself")]);
  });

  it("reports every mistake of a config, with its line", async () => {
    const file = fileWith("providers:\n  a: { dialect: klingon, baseUrl: here }\n", "bad.yaml");
    const { code, stderr } = await toolglot(`serve --config ${file}`);
    expect(code).toBe(1);
    expect(stderr.match(/^error: .*bad\.yaml:2:\d+: /gm)).toHaveLength(2);
  });

  it("reports mistakes as JSON, too", async () => {
    const file = fileWith("providers: 7\n", "bad.yaml");
    const { stderr } = await toolglot(`serve --json --config ${file}`);
    const { error } = JSON.parse(stderr);
    const [problem] = error.all;
    expect(error).toMatchObject({ code: "config", line: 1, message: problem.message });
    expect(problem).toMatchObject({ path: "/providers", fix: expect.any(String) });
    expect(problem.message.split(`; ${problem.fix}`)).toEqual([expect.stringContaining("bad.yaml:1:"), ""]);
  });

  it.each([
    ["serve --config nowhere.yaml", 1, "cannot read nowhere.yaml: no such file"],
    ["serve --port x", 2, '--port needs a number from 0 to 65535, not "x"'],
    ["serve --port 65536", 2, "--port needs a number"],
    ["serve --host 192.0.2.1 --insecure", 1, "192.0.2.1 is not an address of this machine"],
  ])("explains: toolglot %s", async (line, expected, message) => {
    const { code, stderr } = await toolglot(line);
    expect([code, stderr]).toEqual([expected, expect.stringContaining(`error: ${message}`)]);
  });
});

async function untilBusy(url: string): Promise<void> {
  const busy = /toolglot_requests_in_flight\D* 2\b/;
  while (!busy.test(await (await fetch(`${url}/metrics`)).text()))
    await new Promise((resolve) => setTimeout(resolve, 20));
}
