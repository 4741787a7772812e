import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { inProcess } from "./in-process.ts";
import { ended, fileWith, type Outcome, outcomeOf, start } from "./run.ts";
import { until } from "./serving.ts";

/** An agent that is a small script; `body` may use what `report` prints. */
function fakeAgent(name: string, body: string): string {
  const folder = mkdtempSync(join(tmpdir(), "toolglot-agent-"));
  writeFileSync(join(folder, name), `#!/usr/bin/env node\n${PRELUDE}\n${body}\n`);
  chmodSync(join(folder, name), 0o755);
  return folder;
}

const PRELUDE = `
const { env, argv } = process;
const ask = async (path, headers, body) => {
  const response = await fetch(path, { method: "POST", headers: { "content-type": "application/json", ...headers }, body: JSON.stringify(body) });
  return { status: response.status, target: response.headers.get("x-toolglot-target"), text: await response.text() };
};
const messages = [{ role: "user", content: "Hello" }];`;

interface Started {
  readonly path: string;
  readonly env?: NodeJS.ProcessEnv;
}

function begin(args: readonly string[], started: Started) {
  return start(["run", ...args], [], surroundings(started));
}

function surroundings({ path, env = {} }: Started): { readonly cwd: string; readonly env: NodeJS.ProcessEnv } {
  const home = mkdtempSync(join(tmpdir(), "toolglot-home-"));
  const found = [path, dirname(process.execPath)].join(delimiter);
  return { env: { PATH: found, HOME: home, ...env }, cwd: home };
}

/** Runs the built program, whose streams the agent has as its own. */
function runFake(args: readonly string[], started: Started): Promise<Outcome> {
  return outcomeOf(begin(args, started));
}

/** Runs the command in this process, where no agent is started. */
function runNobody(args: readonly string[], started: Started): Promise<Outcome> {
  return inProcess(["run", ...args], surroundings(started));
}

describe("toolglot run", () => {
  const CLAUDE = `
    const headers = { authorization: "Bearer " + env.ANTHROPIC_AUTH_TOKEN, "anthropic-version": "2023-06-01" };
    const { status, target } = await ask(env.ANTHROPIC_BASE_URL + "/v1/messages", headers, { model: "claude-x", max_tokens: 9, messages });
    console.log(status, target, env.ANTHROPIC_API_KEY ?? "no key", argv.slice(2).join(" "));
    process.exitCode = 7;`;

  it("ends with the agent's exit code, after it has used the gateway", async () => {
    const path = fakeAgent("claude", `(async () => {${CLAUDE}})()`);
    const env = { ANTHROPIC_API_KEY: "canary-key" };
    const outcome = await runFake(["claude", "--model", "sim/one", "--", "-p", "two words"], { path, env });
    expect(outcome).toMatchObject({ code: 7, stdout: "200 sim/one no key -p two words\n" });
    expect(outcome.stderr).toMatch(/^SIMULATED: /);
  });

  it("configures codex by options, with the key in a variable", async () => {
    const body = `
      const address = /base_url="([^"]+)"/.exec(argv.join(" "))[1];
      const headers = { authorization: "Bearer " + env.TOOLGLOT_KEY };
      ask(address + "/responses", headers, { model: "gpt-x", input: "Hello" }).then(({ status, target }) => console.log(status, target, argv.at(-1)));`;
    const { code, stdout } = await runFake(["codex", "--", "exec"], { path: fakeAgent("codex", body) });
    expect([code, stdout]).toEqual([0, "200 sim/default exec\n"]);
  });

  it("gives gemini a home with a login by key and the user's other settings", async () => {
    const body = `
      const { readFileSync } = require("node:fs");
      const read = (name) => readFileSync(env.GEMINI_CLI_HOME + "/.gemini/" + name, "utf8");
      const headers = { "x-goog-api-key": env.GEMINI_API_KEY };
      ask(env.GOOGLE_GEMINI_BASE_URL + "/v1beta/models/g:generateContent", headers, { contents: [{ role: "user", parts: [{ text: "Hello" }] }] })
        .then(({ status }) => console.log(status, read("GEMINI.md"), read("settings.json")));`;
    const home = mkdtempSync(join(tmpdir(), "toolglot-home-"));
    mkdirSync(join(home, ".gemini"));
    const settings = '{"ui":{"theme":"x"},"security":{"auth":{"selectedType":"oauth-personal"}}}';
    writeFileSync(join(home, ".gemini", "settings.json"), settings);
    writeFileSync(join(home, ".gemini", "GEMINI.md"), "be brief");
    const { code, stdout } = await runFake(["gemini"], { path: fakeAgent("gemini", body), env: { HOME: home } });
    const made = '{"ui":{"theme":"x"},"security":{"auth":{"selectedType":"gemini-api-key"}}}';
    expect([code, stdout]).toEqual([0, `200 be brief ${made}\n`]);
    expect(readFileSync(join(home, ".gemini", "settings.json"), "utf8")).toBe(settings);
  });

  it("gives opencode a provider in a variable", async () => {
    const body = `
      const { provider: { toolglot }, model } = JSON.parse(env.OPENCODE_CONFIG_CONTENT);
      const headers = { authorization: "Bearer " + toolglot.options.apiKey };
      ask(toolglot.options.baseURL + "/chat/completions", headers, { model: model.replace("toolglot/", ""), messages })
        .then(({ status, target }) => console.log(status, target));`;
    const { stdout } = await runFake(["opencode", "--model", "sim/x"], { path: fakeAgent("opencode", body) });
    expect(stdout).toBe("200 sim/x\n");
  });

  it("protects the gateway with a key, and stops it with the agent", async () => {
    const body = `
      ask(env.ANTHROPIC_BASE_URL + "/v1/messages", {}, { model: "m", max_tokens: 9, messages })
        .then(({ status }) => console.log(status, env.ANTHROPIC_BASE_URL));`;
    const { stdout } = await runFake(["claude"], { path: fakeAgent("claude", body) });
    const [status, url = ""] = stdout.trim().split(" ");
    expect(status).toBe("401");
    await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  });

  it("writes a log file", async () => {
    const log = join(mkdtempSync(join(tmpdir(), "toolglot-log-")), "log.jsonl");
    await runFake(["claude", "--log", log], { path: fakeAgent("claude", `(async () => {${CLAUDE}})()`) });
    expect(JSON.parse(readFileSync(log, "utf8"))).toMatchObject({ event: "request", provider: "sim", status: 200 });
  });

  it("sends every model to the target of --model, whatever its name", async () => {
    const file = fileWith(
      "providers:\n  one: { dialect: anthropic, baseUrl: 'sim:' }\n  two: { dialect: gemini, baseUrl: 'sim:' }\n",
      "toolglot.yaml",
    );
    const body = CLAUDE.replace('"claude-x"', '"one/claude-x"');
    const path = fakeAgent("claude", `(async () => {${body}})()`);
    const { stdout } = await runFake(["claude", "--config", file, "--model", "two/it"], { path });
    expect(stdout).toMatch(/^200 two\/it /);
  });
});

describe("toolglot run, and signals", () => {
  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("passes %s on to the agent", async (signal) => {
    const body = `process.on("${signal}", () => { console.log("told"); process.exit(5); }); setInterval(() => {}, 1000); console.log("ready");`;
    const child = begin(["claude"], { path: fakeAgent("claude", body) });
    const outcome = ended(child);
    let content = "";
    child.stdout?.on("data", (text: string) => {
      content += text;
    });
    await until(() => /ready/.exec(content) ?? undefined, child);
    child.kill(signal);
    expect(await outcome).toMatchObject({ code: 5, stdout: "ready\ntold\n" });
  });

  it("exits like a shell for an agent that was killed", async () => {
    const { code } = await runFake(["claude"], { path: fakeAgent("claude", 'process.kill(process.pid, "SIGKILL");') });
    expect(code).toBe(137);
  });
});

describe("toolglot run, when it cannot", () => {
  const nothing = { path: mkdtempSync(join(tmpdir(), "toolglot-empty-")) };

  it.each([
    ["claude", "Claude Code is not installed", "@anthropic-ai/claude-code"],
    ["codex", "Codex is not installed", "@openai/codex"],
    ["gemini", "Gemini CLI is not installed", "@google/gemini-cli"],
    ["opencode", "OpenCode is not installed", "opencode-ai"],
  ])("explains how to install %s", async (agent, message, source) => {
    const { code, stderr } = await runNobody([agent], nothing);
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).toContain(`npm install -g ${source}`);
  });

  it.each([
    [[], "no agent given"],
    [["cloude"], 'unknown agent "cloude"; did you mean claude?'],
    [["claude", "--model", "sim"], '--model needs PROVIDER/MODEL, not "sim"; the providers are: sim'],
    [["claude", "--model", "openai/gpt-5.6"], "set OPENAI_API_KEY"],
    [["claude", "--model", "other/x"], '--model needs PROVIDER/MODEL, not "other/x"'],
    [["claude", "-p", "Hello"], 'unknown option "-p"'],
  ])("explains %j", async (args, message) => {
    const { code, stderr } = await runNobody(args, nothing);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it("does not start an agent without its log", async () => {
    const path = fakeAgent("claude", 'require("node:fs").writeFileSync("started", "")');
    const { code, stderr } = await runNobody(["claude", "--log", "/nowhere/log"], { path });
    expect([code, stderr]).toEqual([1, expect.stringContaining("error: cannot write the log: ")]);
    expect(existsSync("started")).toBe(false);
  });
});
