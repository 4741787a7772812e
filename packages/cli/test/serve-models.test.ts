import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { inProcess } from "./in-process.ts";
import { fileWith } from "./run.ts";
import { servingHere, until } from "./serving.ts";

/** A server that lists models, and the config file of a provider there. */
async function localProvider(list: readonly string[] | undefined): Promise<{ file: string; server: Server }> {
  const server = createServer((_, response) => {
    if (list === undefined) return;
    response.end(JSON.stringify({ object: "list", data: list.map((id) => ({ id, object: "model" })) }));
  });
  const port = await listening(server);
  const config = `providers:\n  local: { dialect: openai-chat, baseUrl: "http://127.0.0.1:${port}/v1" }\n`;
  return { file: fileWith(config, "toolglot.yaml"), server };
}

/** Starts a server until the end of the test; returns its port. */
async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterTest(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

async function printed(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  const running = await servingHere(args, env);
  await until(() => /^ {2}curl .*$/m.exec(running.output.stdout) ?? undefined, running);
  return (await running.stop()).stdout;
}

const lineOf = (stdout: string, title: string) => new RegExp(`^ {2}${title} .*$`, "m").exec(stdout)?.[0] ?? "";

describe("the models in what toolglot serve prints", () => {
  it("are those that the provider lists, where the config names none", async () => {
    const { file } = await localProvider(["nomic-embed-text", "qwen3:8b"]);
    const stdout = await printed(["--config", file]);
    expect(stdout).toContain('{"model":"local/qwen3:8b","max_tokens"');
    expect(lineOf(stdout, "OpenCode")).toContain('"model":"toolglot/local/qwen3:8b"');
    expect(lineOf(stdout, "Claude Code")).toContain("ANTHROPIC_MODEL=local/qwen3:8b ");
    expect(lineOf(stdout, "Codex")).toContain(`'model="local/qwen3:8b"'`);
    expect(lineOf(stdout, "Gemini CLI")).toContain("GEMINI_MODEL=local/qwen3:8b ");
    expect(stdout).toContain("to: local/qwen3:8b }");
    expect(stdout).not.toContain("local/MODEL");
  });

  it("are not those for scenarios alone, and not in the way of the user's routes", async () => {
    const routes = [
      '{ match: "claude-*", when: { background: true }, to: one/small }',
      '{ match: "*", to: one/large }',
    ];
    const config = `providers:\n  one: { dialect: openai-chat, baseUrl: "sim:" }\nroutes: [${routes.join(", ")}]\n`;
    const stdout = await printed(["--config", fileWith(config, "toolglot.yaml")]);
    expect(stdout).toContain('{"model":"one/large","max_tokens"');
    expect(lineOf(stdout, "OpenCode")).toContain('"model":"toolglot/one/large"');
    expect(stdout).toMatch(/^ {2}(?:npx |node )?\S+ run claude$/m);
    const single = config.replace(`${routes[0]}, `, "");
    expect(await printed(["--config", fileWith(single, "toolglot.yaml")])).toMatch(/ run claude --model one\/large$/m);
  });

  it("are an agent's own, where the provider has them", async () => {
    const { file } = await localProvider(["gpt-5.6", "claude-opus-5"]);
    const stdout = await printed(["--config", file]);
    expect(lineOf(stdout, "Claude Code")).not.toContain("ANTHROPIC_MODEL");
    expect(lineOf(stdout, "Codex")).not.toContain('model="local');
    expect(lineOf(stdout, "Gemini CLI")).toContain("GEMINI_MODEL=local/gpt-5.6 ");
  });

  it("are a word to replace, where none is known", async () => {
    const { file, server } = await localProvider([]);
    server.close();
    const stdout = await printed(["--config", file]);
    expect(stdout).toMatch(/^Point a client at it, with the name of a model for MODEL$/m);
    expect(lineOf(stdout, "OpenCode")).toContain("local/MODEL");
    expect(lineOf(stdout, "Claude Code")).not.toContain("MODEL");
  });

  it.each([
    [["gemma3:4b"], "ANTHROPIC_MODEL=ollama/gemma3:4b ", true],
    [["gemma3:4b", "qwen3:latest"], "ANTHROPIC_AUTH_TOKEN=toolglot claude", false],
  ])("are those that Ollama has installed: %j", async (installed, expected, isMissing) => {
    const server = createServer((_, response) => {
      response.end(JSON.stringify({ models: installed.map((name) => ({ name, model: name })) }));
    });
    const port = await listening(server);
    const stdout = await printed([], { OLLAMA_HOST: `127.0.0.1:${port}` });
    expect(lineOf(stdout, "Claude Code")).toContain(expected);
    expect(stdout.includes("other names lead to qwen3, which ollama does not list")).toBe(isMissing);
  });

  it("do not delay a gateway whose provider does not respond", async () => {
    const { file } = await localProvider(undefined);
    const running = await servingHere(["--config", file]);
    expect((await fetch(`${running.url}/healthz`)).status).toBe(200);
    expect(running.output.stdout).not.toContain("Point a client");
    expect((await running.stop()).code).toBe(0);
  });
});

describe("the model of an agent or a question, where the config names none", () => {
  it.each([
    [["ask", "Hello"], "error: --model is missing; use one of local/qwen3:8b, local/gemma3, sim/MODEL"],
    [["run", "claude"], "note: Claude Code gets local/qwen3:8b; --model chooses another"],
  ])("of toolglot %s is one that the provider lists", async (args, message) => {
    const { file } = await localProvider(["qwen3:8b", "gemma3"]);
    const { stderr } = await inProcess([...args, "--config", file], { env: { PATH: "/nowhere" } });
    expect(stderr).toContain(message);
  });

  it.each([
    ["opencode", 2, "error: OpenCode needs a model: --model local/MODEL"],
    ["claude", 1, "note: every model name goes to local as it is; --model local/MODEL sends all to one model"],
  ])("is asked for by toolglot run %s, where the provider lists none", async (agent, expected, message) => {
    const { file } = await localProvider([]);
    const { code, stderr } = await inProcess(["run", agent, "--config", file], { env: { PATH: "/nowhere" } });
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)]);
  });
});
