import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ExchangeDetail, ExchangeList } from "@toolglot/gateway";
import { standalonePage } from "@toolglot/inspector";
import { expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { portOf } from "../../../test/support/port.ts";
import { inBrowser, openAddress } from "../../inspector/test/support/page.ts";
import { MAIN, start } from "./run.ts";
import { post, serving, until } from "./serving.ts";

const CLIENT_KEY = "sk-client-canary-0123456789abcdef";
const PROVIDER_KEY = "sk-provider-canary-0123456789abcdef";
const PASSWORD = "hunter2-canary-of-an-argument";

/** A provider that quotes its key in an error, and that repeats keys and passwords otherwise. */
async function startProvider(): Promise<string> {
  const args = JSON.stringify({ user: "ann", password: PASSWORD });
  const call = { id: "call_1", type: "function", function: { name: "log_in", arguments: args } };
  const message = { role: "assistant", content: `You sent ${CLIENT_KEY} and ${PROVIDER_KEY}.`, tool_calls: [call] };
  const choices = [{ index: 0, message, finish_reason: "tool_calls" }];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const text of request.setEncoding("utf8")) body += text;
    const isRefused = body.includes("refuses");
    const error = { message: `Incorrect API key: ${request.headers.authorization}`, type: "invalid_request_error" };
    response.writeHead(isRefused ? 401 : 200, { "content-type": "application/json", "x-debug": PROVIDER_KEY });
    response.end(
      JSON.stringify(isRefused ? { error } : { id: "c", object: "chat.completion", created: 1, model: "x", choices }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterTest(() => void server.close());
  return `http://127.0.0.1:${portOf(server)}/v1`;
}

async function startGateway(): Promise<string> {
  const config = join(await mkdtemp(join(tmpdir(), "toolglot-canaries-")), "toolglot.json");
  const mock = { dialect: "openai-chat", baseUrl: await startProvider(), apiKey: PROVIDER_KEY };
  await writeFile(config, JSON.stringify({ providers: { mock } }));
  const { url, child } = await serving(["--config", config]);
  afterTest(() => void child.kill("SIGKILL"));
  return url;
}

/** Sends canaries in headers, a URL, texts, arguments and an error. */
async function sendCanaries(url: string): Promise<void> {
  const headers = { "x-api-key": CLIENT_KEY };
  const tools = [{ name: "log_in", input_schema: { type: "object", properties: { user: {}, password: {} } } }];
  const messages = [{ role: "user", content: `my key is ${CLIENT_KEY}` }];
  const prompt = { contents: [{ role: "user", parts: [{ text: `again: ${CLIENT_KEY}` }] }] };
  for (const model of ["mock/x", "mock/refuses"])
    await (await post(`${url}/v1/messages`, { model, max_tokens: 9, messages, tools }, headers)).text();
  await (await post(`${url}/v1beta/models/mock%2Fx:generateContent?key=${CLIENT_KEY}`, prompt)).text();
}

const CANARIES = /client-canary|provider-canary|hunter2-canary/;
const COUNT = 3;

/** What `toolglot inspect` prints until it has printed so many lines. */
async function inspected(url: string, flags: readonly string[], lines: number): Promise<string> {
  const child = start(["inspect", "--url", url, ...flags], [], { env: { PATH: process.env.PATH } });
  afterTest(() => void child.kill("SIGKILL"));
  let text = "";
  child.stdout?.on("data", (more: string) => {
    text += more;
  });
  return until(() => (text.split("\n").length > lines ? text : undefined), child);
}

/** The server-sent events from now until all exchanges are over. */
async function follow(url: string): Promise<() => Promise<string>> {
  const stopping = new AbortController();
  const { body } = await fetch(`${url}/_inspector/events`, { signal: stopping.signal });
  return async () => {
    let text = "";
    for await (const bytes of body ?? []) {
      text += Buffer.from(bytes).toString();
      if (text.split(/"state":"(?:done|failed)"/).length > COUNT) break;
    }
    stopping.abort();
    return text;
  };
}

const BODIES = ["client-request", "client-response", "attempt-1-request", "attempt-1-response"];

/** What the page exports, as lines of JSON and as a page. */
async function exported(url: string): Promise<string> {
  const api = async (path: string) => fetch(`${url}/_inspector/exchanges${path}`);
  const { exchanges } = (await (await api("")).json()) as ExchangeList;
  const all: unknown[] = [];
  for (const { id } of exchanges) {
    const detail = (await (await api(`/${id}`)).json()) as ExchangeDetail;
    const texts = await Promise.all(BODIES.map(async (name) => (await api(`/${id}/bodies/${name}`)).text()));
    all.push({ toolglot: 1, detail, bodies: Object.fromEntries(BODIES.map((name, index) => [name, texts[index]])) });
  }
  expect(all).toHaveLength(COUNT);
  return [...all.map((each) => JSON.stringify(each)), standalonePage(all)].join("\n");
}

/** What the tools of the MCP server tell. */
async function told(url: string): Promise<string> {
  const client = new Client({ name: "test", version: "1" });
  const args = [MAIN, "inspect", "--mcp", "--url", url];
  await client.connect(new StdioClientTransport({ command: process.execPath, args }));
  afterTest(() => client.close());
  const call = async (name: string, input: Record<string, unknown>) => {
    const { content } = (await client.callTool({ name, arguments: input })) as { content: { text: string }[] };
    return content[0]?.text ?? "";
  };
  const list = await call("list", {});
  const texts = [list];
  for (const { id } of JSON.parse(list).result.exchanges)
    texts.push(await call("show", { id, bodies: BODIES }), await call("losses", { id }), await call("replay", { id }));
  return texts.join("\n");
}

it("tells no canary in events, exports, tables, lines of JSON and tools", async () => {
  const url = await startGateway();
  const events = await follow(url);
  await sendCanaries(url);
  const outputs = {
    table: await inspected(url, [], COUNT + 1),
    json: await inspected(url, ["--json"], COUNT),
    events: await events(),
    exports: await exported(url),
    tools: await told(url),
  };
  for (const [name, text] of Object.entries(outputs))
    expect([name, CANARIES.exec(text)?.[0]]).toEqual([name, undefined]);
  expect(outputs.table.split("\n")).toHaveLength(COUNT + 2);
  for (const text of [outputs.json, outputs.events, outputs.exports, outputs.tools])
    expect(text).toContain("[redacted]");
});

inBrowser("tells no canary in what the page exports and copies", async () => {
  const url = await startGateway();
  await sendCanaries(url);
  const page = await openAddress(url);
  await expect.poll(() => page.locator(".turn-row").count()).toBe(COUNT);
  const saved = async (command: string) => {
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: command }).click(),
    ]);
    return readFile(await download.path(), "utf8");
  };
  const files = { html: await saved("Export HTML"), jsonl: await saved("Export JSONL"), curl: "" };
  await page.locator(".turn-row").first().click();
  await page.getByRole("button", { name: "Copy curl" }).click();
  await page.getByRole("button", { name: "copied" }).waitFor();
  files.curl = String(await page.evaluate("navigator.clipboard.readText()"));
  for (const [name, text] of Object.entries(files)) expect([name, CANARIES.exec(text)?.[0]]).toEqual([name, undefined]);
  expect(files.jsonl.trimEnd().split("\n")).toHaveLength(COUNT);
  expect(files.jsonl).toContain("[redacted]");
  expect(files.html).toContain("[redacted]");
  expect(files.curl).toContain("curl ");
});
