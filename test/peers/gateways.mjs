import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));

/** Toolglot, as built. */
export async function startToolglot(provider) {
  const port = await freePort();
  const config = { providers: { mock: { dialect: "openai-chat", baseUrl: provider, apiKey: "x", retries: false } } };
  const main = join(here, "../../packages/cli/dist/main.js");
  return startGateway("Toolglot", port, { "toolglot.json": config }, [
    process.execPath,
    [main, "serve", "--config", "toolglot.json", "--port", String(port)],
  ]);
}

/** LiteLLM's proxy, installed into .venv. */
export async function startLiteLlm(provider) {
  const port = await freePort();
  // Its name for a server of Chat Completions; for `openai/` it uses the Responses API.
  const litellm_params = { model: "hosted_vllm/m", api_base: provider, api_key: "x" };
  const config = {
    model_list: [{ model_name: "m", litellm_params }],
    litellm_settings: { num_retries: 0, drop_params: true, telemetry: false },
    router_settings: { disable_cooldowns: true },
  };
  return startGateway("LiteLLM 1.106.2", port, { "config.yaml": config }, [
    liteLlm(),
    ["--config", "config.yaml", "--port", String(port), "--host", "127.0.0.1"],
  ]);
}

function liteLlm() {
  if (process.env.LITELLM !== undefined) return process.env.LITELLM;
  const venv = join(here, ".venv");
  if (!existsSync(join(venv, "bin/litellm"))) {
    spawnSync(process.env.PYTHON ?? "python3", ["-m", "venv", venv], { stdio: "inherit" });
    const install = ["-m", "pip", "install", "--quiet", "-r", join(here, "requirements.txt")];
    spawnSync(join(venv, "bin/python"), install, { stdio: "inherit" });
  }
  return join(venv, "bin/litellm");
}

/** claude-code-router. */
export async function startClaudeCodeRouter(provider) {
  const port = await freePort();
  const mock = { name: "mock", api_base_url: `${provider}/chat/completions`, api_key: "x", models: ["m"] };
  const config = { PORT: port, HOST: "127.0.0.1", LOG: false, Providers: [mock], Router: { default: "mock,m" } };
  return startGateway("claude-code-router 2.0.0", port, { ".claude-code-router/config.json": config }, [
    process.execPath,
    [join(here, "node_modules/@musistudio/claude-code-router/dist/cli.js"), "start"],
  ]);
}

// Without a download of prices, and without a key: it listens on this machine only.
const LITELLM = {
  LITELLM_LOCAL_MODEL_COST_MAP: "True",
  LITELLM_DANGEROUSLY_PERMIT_WEAK_OR_UNSET_MASTER_KEY: "true",
};

async function startGateway(title, port, files, [command, args]) {
  const home = mkdtempSync(join(tmpdir(), "toolglot-peers-"));
  for (const [name, value] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true });
    writeFileSync(join(home, name), JSON.stringify(value));
  }
  const log = openSync(join(home, "log"), "w");
  const env = { PATH: process.env.PATH, HOME: home, NO_PROXY: "127.0.0.1", ...LITELLM };
  const child = spawn(command, args, { cwd: home, env, stdio: ["ignore", log, log] });
  await untilReady(port, child, title);
  return {
    title,
    run: (check) => send(`http://127.0.0.1:${port}/v1/messages`, check),
    async stop() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}

async function untilReady(port, child, title) {
  for (let tries = 0; ; tries++) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
    if (isUp) return;
    if (child.exitCode !== null || tries > 480) throw new Error(`${title} does not start`);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}

async function send(url, { messages, tools, stream, settings }) {
  const body = { model: "m", max_tokens: 1000, messages, tools, stream, ...settings };
  const headers = { "content-type": "application/json", "anthropic-version": "2023-06-01", "x-api-key": "x" };
  const response = await fetch(url, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const { raw, isCut } = await readAll(response);
  if (!response.ok) throw new Error(`${response.status} ${raw}`);
  const told = [...response.headers].some(([name, value]) => /loss|warn|drop/.test(name) && !/^0\b/.test(value));
  return { raw, told, ...(stream ? readEvents(raw, isCut) : {}) };
}

async function readAll(response) {
  let raw = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body) raw += decoder.decode(chunk, { stream: true });
    return { raw, isCut: false };
  } catch {
    return { raw, isCut: true };
  }
}

/** What a client of Anthropic's API sees in a stream. A connection that breaks off is an error for it too. */
function readEvents(raw, isCut) {
  const blocks = new Map();
  const seen = { calls: [], finish: undefined, error: isCut };
  for (const [, data] of raw.matchAll(/^data: ?(\{.*\})\r?$/gm)) {
    const event = JSON.parse(data);
    if (event.type === "error" || event.error !== undefined) seen.error = true;
    if (event.type === "content_block_start") blocks.set(event.index, { ...event.content_block, json: "" });
    if (event.type === "content_block_delta") blocks.get(event.index).json += event.delta.partial_json ?? "";
    if (event.type === "message_delta") seen.finish = event.delta.stop_reason ?? seen.finish;
  }
  const calls = [...blocks.values()].filter(({ type }) => type === "tool_use");
  seen.calls = calls.map(({ name, json, input }) => ({ name, input: json === "" ? input : parse(json) }));
  return seen;
}

function parse(json) {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}
