import type { ChildProcess } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, type TestContext } from "vitest";
import { someOf } from "../../../../test/support/extent.ts";
import { CLIENTS, type SdkClient } from "../../../toolbox/test/mcp/sdk-clients.ts";
import { ended, MAIN, start } from "../run.ts";
import { addTool, toolFolder } from "./tools.ts";

describe.each(someOf(Object.entries(CLIENTS), 2))("toolglot mcp with %s", (_, connect) => {
  it.concurrent("lists and calls tools, ends a call that is cancelled, and reports a new tool", async (context) => {
    const folder = toolFolder();
    const client = await connected(context, connect, folder);
    await expectCalls(client);
    await expectCancelled(client, folder);
    await expectNotified(client, folder);
  });
});

async function expectCalls(client: SdkClient): Promise<void> {
  expect((await client.listTools()).tools.map((tool) => tool.name)).toEqual(["echo", "fail", "hang"]);
  const echo = await client.callTool({ name: "echo", arguments: { text: "hello" } });
  expect(JSON.parse(echo.content[0]?.text ?? "")).toEqual({ tool_success: true, result: { text: "hello" } });
  const failed = await client.callTool({ name: "fail" });
  expect(failed.isError).toBe(true);
  expect(JSON.parse(failed.content[0]?.text ?? "")).toMatchObject({ tool_success: false });
  await expect(client.callTool({ name: "none" })).rejects.toMatchObject({ code: -32602 });
}

/** The tool and its children are ended, and the server goes on. */
async function expectCancelled(client: SdkClient, folder: string): Promise<void> {
  const controller = new AbortController();
  const call = client.callTool({ name: "hang" }, { signal: controller.signal });
  call.catch(() => {});
  const group = await hangingIn(folder);
  controller.abort();
  await expect(call).rejects.toThrow();
  await until(() => !lives(group));
  expect(await client.callTool({ name: "echo", arguments: {} })).toMatchObject({ content: [{ type: "text" }] });
}

async function expectNotified(client: SdkClient, folder: string): Promise<void> {
  const changed = new Promise<void>((resolve) => client.onToolsChanged(resolve));
  addTool(folder, "another", "cat");
  await changed;
  expect((await client.listTools()).tools.map((tool) => tool.name)).toContain("another");
}

describe("toolglot mcp over pipes", () => {
  it.concurrent("skips invalid messages, accepts a line of 10 MB, and writes only messages to standard output", async (context) => {
    const server = startServer(context, ["--dir", toolFolder()]);
    server.write("garbage\n\n{}\n[]\n\u0000\u0001\n");
    server.write(`${"x".repeat(11_000_000)}\n`);
    server.write(INITIALIZE);
    const text = "y".repeat(10_000_000);
    const call = { name: "echo", arguments: { text } };
    server.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "tools/call", params: call })}\n`);
    await until(() => server.lines().length >= 2);
    const messages = server.lines().map((line) => JSON.parse(line));
    expect(messages.map(({ jsonrpc, id }) => ({ jsonrpc, id }))).toEqual([1, 2].map((id) => ({ jsonrpc: "2.0", id })));
    // The output is longer than the limit for models, and the result is still JSON.
    expect(JSON.parse(messages[1].result.content[0].text).tool_success).toBeTypeOf("boolean");
    server.child.stdin?.end();
    const { code, stderr } = await server.outcome;
    expect(code).toBe(0);
    expect(stderr).toContain("not a JSON-RPC message");
    expect(stderr).not.toContain("\u0001");
  });

  it.concurrent("keeps every digit", async (context) => {
    const server = startServer(context, ["--dir", toolFolder()]);
    server.write(INITIALIZE);
    server.write(
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"echo","arguments":{"number":12345678901234567890}}}\n',
    );
    await until(() => server.lines().length >= 2);
    expect(server.lines()[1]).toContain('{\\"number\\":12345678901234567890}');
  });

  it.concurrent("leaves no process behind when the client disconnects during a call", async (context) => {
    const folder = toolFolder();
    const server = startServer(context, ["--dir", folder]);
    server.write(INITIALIZE);
    server.write(HANG);
    const group = await hangingIn(folder);
    server.child.stdin?.end();
    expect(await server.outcome).toMatchObject({ code: 0 });
    await until(() => !lives(group));
  });

  it.concurrent("leaves no process behind when it is stopped during a call", async (context) => {
    const folder = toolFolder();
    const server = startServer(context, ["--dir", folder]);
    server.write(INITIALIZE);
    server.write(HANG);
    const group = await hangingIn(folder);
    server.child.kill("SIGTERM");
    await server.outcome;
    await until(() => !lives(group));
  });

  it.concurrent("offers the selected tools of other servers, too", async (context) => {
    const folder = toolFolder();
    const config = join(folder, "servers.json");
    const inner = { command: process.execPath, args: [MAIN, "mcp", "--dir", folder] };
    writeFileSync(config, JSON.stringify({ mcpServers: { inner, broken: { command: "there-is-no-such-command" } } }));
    const args = ["--dir", folder, "--mcp", config, "--only", "echo,inner__echo,nothing"];
    const server = startServer(context, args);
    server.write(INITIALIZE);
    const answerTo = async (id: number, method: string, params: object = {}) => {
      server.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
      const find = () =>
        server
          .lines()
          .map((line) => JSON.parse(line))
          .find((each) => each.id === id);
      await until(() => find() !== undefined);
      return find();
    };
    // The tools of a server that starts slowly are added later.
    let names: string[] = [];
    for (let id = 100; names.length < 2; id++) {
      const { result } = await answerTo(id, "tools/list");
      names = result.tools.map((tool: { name: string }) => tool.name);
    }
    expect(names).toEqual(["echo", "inner__echo"]);
    const call = { name: "inner__echo", arguments: { text: "through two servers" } };
    const answer = await answerTo(3, "tools/call", call);
    expect(answer.result.content[0].text).toBe('{"tool_success":true,"result":{"text":"through two servers"}}');
    server.child.stdin?.end();
    const { stderr } = await server.outcome;
    expect(stderr).toContain("mcp server broken: spawn there-is-no-such-command ENOENT");
    expect(stderr).toContain("--only: there is no tool named nothing");
  });
});

const INITIALIZE =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n';
const HANG = '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"hang"}}\n';

async function connected(
  { onTestFinished }: TestContext,
  connect: (typeof CLIENTS)[string],
  folder: string,
): Promise<SdkClient> {
  const client = await connect({ command: process.execPath, args: [MAIN, "mcp", "--dir", folder] });
  onTestFinished(() => client.close());
  return client;
}

function startServer({ onTestFinished }: TestContext, args: readonly string[]) {
  const child: ChildProcess = start(["mcp", ...args]);
  const outcome = ended(child);
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  child.stdout?.on("data", (text: string) => {
    stdout += text;
  });
  return {
    child,
    outcome,
    write: (text: string) => child.stdin?.write(text),
    // The last line may be incomplete.
    lines: () => stdout.split("\n").slice(0, -1),
  };
}

async function hangingIn(folder: string): Promise<number> {
  const file = join(folder, "hanging.pid");
  await until(() => existsSync(file) && readFileSync(file, "utf8").endsWith("\n"));
  return Number(readFileSync(file, "utf8"));
}

function lives(group: number): boolean {
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 20));
}
