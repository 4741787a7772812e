import { request } from "node:http";
import { type JsonObject, parseJson, stringifyJson } from "@toolglot/core";
import { afterEach, describe, expect, it } from "vitest";
import {
  connectServers,
  functionTool,
  type McpHttpServer,
  Registry,
  type RunnableTool,
  serveMcpHttp,
  ToolSource,
} from "../../src/index.ts";
import { CLIENTS, type SdkClient } from "./sdk-clients.ts";

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

for (const [name, connect] of Object.entries(CLIENTS)) {
  describe(`tools over HTTP for ${name}`, () => {
    it("are listed in order, as their owner wrote them", async () => {
      const { client } = await started(connect);
      const { tools } = await client.listTools();
      expect(tools.map((tool) => tool.name)).toEqual(["echo", "fails", "sum", "wait"]);
      expect(tools[2]).toMatchObject({ inputSchema: SUM.inputSchema, outputSchema: SUM.outputSchema });
      expect(client.revision).toBe(/2026|negotiates/.test(name) ? "2026-07-28" : "2025-11-25");
    });

    it("answer with their envelope, and with structure where they promise one", async () => {
      const { client } = await started(connect);
      const echo = await client.callTool({ name: "echo", arguments: { text: "é" } });
      expect(JSON.parse(textOf(echo))).toEqual({ tool_success: true, result: { text: "é" } });
      const sum = await client.callTool({ name: "sum", arguments: { numbers: [1, 2, 3] } });
      expect(sum.structuredContent).toEqual({ sum: 6 });
      expect(JSON.parse(textOf(sum))).toEqual({ tool_success: true, result: { sum: 6 } });
    });

    it("return failures and invalid arguments as results", async () => {
      const { client } = await started(connect);
      const failed = await client.callTool({ name: "fails" });
      expect(failed.isError).toBe(true);
      expect(JSON.parse(textOf(failed))).toMatchObject({
        tool_success: false,
        error: expect.stringContaining("no luck"),
      });
      const wrong = await client.callTool({ name: "sum", arguments: { numbers: "all" } });
      expect(wrong.isError).toBe(true);
      expect(JSON.parse(textOf(wrong))).toMatchObject({ tool_success: false, error_code: "INVALID_ARGUMENTS" });
    });

    it("that are not there are an error of the protocol", async () => {
      const { client } = await started(connect);
      await expect(client.callTool({ name: "nothing" })).rejects.toMatchObject({ code: -32602 });
    });

    it("report their progress, and end when they are cancelled", async () => {
      const { client, ended } = await started(connect);
      const controller = new AbortController();
      const onprogress = ({ message }: { message?: string | undefined }) => controller.abort(message);
      const call = client.callTool({ name: "wait" }, { signal: controller.signal, onprogress });
      await expect(call).rejects.toThrow("halfway");
      await ended;
    });

    it("that change cause a notification", async () => {
      const { client, source } = await started(connect);
      const changed = new Promise<void>((resolve) => client.onToolsChanged(resolve));
      await until(async () => {
        source.replace(new Registry([echo(`echo_${Date.now()}`)]));
        return Promise.race([changed.then(() => true), new Promise<false>((go) => setTimeout(go, 100, false))]);
      });
      expect((await client.listTools()).tools[0]?.name).toMatch(/^echo_\d+$/);
    });

    it("give results of many megabytes", async () => {
      const { client } = await started(connect);
      const text = "ä".repeat(3_000_000);
      const result = await client.callTool({ name: "echo", arguments: { text } });
      expect(JSON.parse(textOf(result)).result.text).toBe(text);
    });
  });
}

describe("the MCP server over HTTP", () => {
  it("keeps every digit of arguments, results and schemas, with a client that does", async () => {
    const serving = await serve([echo("echo"), LIMITED]);
    const servers = await connectServers({
      servers: [{ type: "http", name: "here", url: serving.url, headers: {} }],
    });
    closing.push(() => servers.close());
    const text = '{"id":12345678901234567890,"price":1.10,"tiny":-1e-400}';
    const [echoing, limited] = servers.tools;
    const outcome = await echoing?.run(parseJson(text) as JsonObject, {});
    expect(outcome?.success && outcome.result).toBe(`{"tool_success":true,"result":${text}}`);
    expect(stringifyJson(limited?.inputSchema as JsonObject)).toContain('"maximum":18446744073709551615');
    const counted = await limited?.run(parseJson('{"count":18446744073709551614}') as JsonObject, {});
    expect(counted?.success && stringifyJson(counted.result)).toBe('{"count":18446744073709551614}');
  });

  it("refuses foreign hosts and origins", async () => {
    const { url } = await serve([echo("echo")]);
    const { host } = new URL(url);
    const own = { host };
    expect(await status(url, own)).toBe(200);
    expect(await status(url, { ...own, origin: `http://${host}` })).toBe(200);
    expect(await status(url, { host: "evil.example" })).toBe(403);
    expect(await status(url, { host: "localhost.evil.example:80" })).toBe(403);
    expect(await status(url, { ...own, origin: "http://evil.example" })).toBe(403);
    expect(await status(url, { ...own, origin: "null" })).toBe(403);
  });

  it("reports its URL, and survives invalid requests", async () => {
    const { url } = await serve([echo("echo")]);
    expect((await fetch(url.replace("/mcp", "/"))).status).toBe(404);
    expect((await fetch(url)).status).toBeGreaterThanOrEqual(400);
    for (const body of ["", "garbage", "[]", "{}", '{"jsonrpc":"2.0","id":1}', "[".repeat(100_000)])
      expect((await post(url, body)).status).toBeGreaterThanOrEqual(400);
    expect((await post(url, LIST, { "mcp-session-id": "none" })).status).toBe(404);
    expect((await post(url, LIST)).status).toBe(200);
  });

  it("is not started where something else listens", async () => {
    const { url } = await serve([]);
    const port = Number(new URL(url).port);
    await expect(serveMcpHttp(new ToolSource(new Registry([])), { host: "127.0.0.1", port })).rejects.toMatchObject({
      code: "EADDRINUSE",
    });
  });

  it("ends the calls in flight when it is closed", async () => {
    const { tool, ended } = waiting();
    const serving = await serve([tool]);
    const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "wait" } };
    const answer = post(serving.url, JSON.stringify(body)).then(
      (response) => response.text(),
      () => "",
    );
    await tool.begun;
    await serving.close();
    await answer;
    // A call without a session belongs to its connection.
    await ended;
  });
});

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';

const SUM = {
  name: "sum",
  description: "Adds numbers",
  inputSchema: {
    type: "object",
    properties: { numbers: { type: "array", items: { type: "number" } } },
    required: ["numbers"],
  },
  outputSchema: { type: "object", properties: { sum: { type: "number" } }, required: ["sum"] },
} as const;

const LIMITED = functionTool({
  name: "limited",
  description: "Has limits that no double knows",
  inputSchema: parseJson(
    '{"type":"object","properties":{"count":{"type":"integer","maximum":18446744073709551615}}}',
  ) as JsonObject,
  outputSchema: { type: "object" },
  call: (input) => input,
});

function echo(name: string): RunnableTool {
  return functionTool({ name, description: "Says it again", inputSchema: { type: "object" }, call: (input) => input });
}

function waiting() {
  let begin = () => {};
  let end = () => {};
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const tool = functionTool({
    name: "wait",
    description: "Waits until it is cancelled",
    inputSchema: { type: "object" },
    call: (_, { signal, onProgress }) =>
      new Promise((resolve) => {
        begin();
        onProgress("halfway");
        signal.addEventListener("abort", () => {
          end();
          resolve(null);
        });
      }),
  });
  return { tool: { ...tool, begun }, ended };
}

async function started(connect: (reach: { url: string }) => Promise<SdkClient>) {
  const { tool, ended } = waiting();
  const sum = functionTool({
    ...SUM,
    call: ({ numbers }) => ({ sum: (numbers as number[]).reduce((one, other) => one + other, 0) }),
  });
  const fails = functionTool({
    name: "fails",
    description: "Never works",
    inputSchema: { type: "object" },
    call: () => Promise.reject(new Error("no luck")),
  });
  const source = new ToolSource(new Registry([sum, fails, echo("echo"), tool]));
  const serving = await serveMcpHttp(source, { host: "127.0.0.1", port: 0 });
  closing.push(() => serving.close());
  const client = await connect(serving);
  closing.push(() => client.close());
  return { client, source, ended };
}

async function serve(tools: readonly RunnableTool[]): Promise<McpHttpServer> {
  const serving = await serveMcpHttp(new ToolSource(new Registry(tools)), { host: "127.0.0.1", port: 0 });
  closing.push(() => serving.close());
  return serving;
}

function textOf({ content }: { readonly content: readonly { readonly text?: string }[] }): string {
  return content[0]?.text ?? "";
}

function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: "POST", body, headers: { ...JSON_HEADERS, ...headers } });
}

const JSON_HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** The status of a request with headers that `fetch` would not send. */
function status(url: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const clientRequest = request(url, { method: "POST", headers: { ...JSON_HEADERS, ...headers } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    clientRequest.on("error", reject);
    clientRequest.end(LIST);
  });
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone()));
}
