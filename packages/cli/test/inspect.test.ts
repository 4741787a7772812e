import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import type { ExchangeSummary } from "@toolglot/gateway";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../test/support/cleanup.ts";
import { headLine, rowLine } from "../src/inspect/row.ts";
import { styleFor } from "../src/output/style.ts";
import { widthOf } from "../src/output/wrap.ts";
import { ended, MAIN, start, toolglot } from "./run.ts";
import { HELLO, post, type Serving, serving, until } from "./serving.ts";
import { say, startTwoWorkers, workersOf } from "./workers.ts";

const SUMMARY: ExchangeSummary = {
  ...{
    seq: 1,
    id: "x",
    session: "s",
    client: "anthropic",
    model: "claude-x",
    state: "done",
    status: 200,
    stream: true,
  },
  ...{ provider: "openai", providerModel: "gpt-5.6", target: "openai-responses", startedAt: 0, attempts: 1, tools: 3 },
  ...{
    firstOutputMs: 1234,
    durationMs: 65_432,
    usage: { input: 123_456, output: 789 },
    calls: ["get_time"],
    excerpt: "",
  },
  losses: { content: 1, setting: 2, metadata: 9 },
};

const PLAIN = styleFor(false, {});

describe("a line of the table", () => {
  it.each([60, 80, 120])("fits a terminal of %i columns", (columns) => {
    const wide = {
      ...SUMMARY,
      model: "ü漢".repeat(60),
      calls: ["a".repeat(200)],
      error: { type: "e", message: "m".repeat(300) },
    };
    for (const summary of [SUMMARY, wide])
      expect(widthOf(rowLine(summary, columns, PLAIN))).toBeLessThanOrEqual(columns);
    expect(widthOf(headLine(columns, PLAIN))).toBeLessThanOrEqual(columns);
  });

  it("has what one wants to know", () => {
    expect(rowLine(SUMMARY, 100, PLAIN)).toMatch(
      / 200 +1\.2s +65\.4s +123k +789 +3 +claude-x → openai\/gpt-5\.6 +get_time$/,
    );
  });

  it("moves no cursor", () => {
    expect(rowLine({ ...SUMMARY, model: "\u001b[2J\nx" }, 100, PLAIN)).toContain("\\u001b[2J\\nx");
  });

  it("has what an error says, not its JSON", () => {
    const error = { type: "503", message: '{"error":{"message":"Too \\"busy\\"","type":"server_error"}}' };
    expect(rowLine({ ...SUMMARY, error }, 120, PLAIN)).toMatch(/ 503: Too "busy"$/);
  });
});

describe("toolglot inspect", () => {
  it("says what to do if there is no gateway", async () => {
    const { code, stdout, stderr } = await toolglot("inspect --url http://127.0.0.1:9");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/no gateway runs at http:\/\/127\.0\.0\.1:9; start one with ".*toolglot serve"/);
  });

  it.each(["inspect --port x", "inspect --url 127.0.0.1", "inspect --url http://x --port 1", "inspect --json --mcp"])(
    "refuses %s",
    async (line) => expect((await toolglot(line)).code).toBe(2),
  );

  it("says that the gateway wants a key", async () => {
    const { url } = await served({ TOOLGLOT_KEYS: "key-of-ann" });
    const { code, stderr } = await toolglot(`inspect --url ${url}`);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/set TOOLGLOT_KEY to one of its keys/)]);
  });

  it("prints what was there and what comes, and finds the gateway again", async () => {
    const first = await served();
    await (await post(`${first.url}/v1/messages`, HELLO)).text();
    const child = start(["inspect", "--url", first.url], [], { env: { PATH: process.env.PATH } });
    const outcome = ended(child);
    afterTest(() => void child.kill("SIGKILL"));
    const output = { text: "" };
    child.stdout?.on("data", (text: string) => (output.text += text));
    const lines = (count: number) =>
      until(() => (output.text.split("\n").length > count + 1 ? true : undefined), child);
    await lines(1);
    await (await post(`${first.url}/v1/messages`, HELLO)).text();
    await lines(2);
    first.child.kill("SIGTERM");
    await first.outcome;
    const second = await served({}, ["--port", new URL(first.url).port]);
    await (await post(`${second.url}/v1/messages`, HELLO)).text();
    await lines(3);
    child.kill("SIGINT");
    expect((await outcome).code).toBe(0);
  });

  it("is an MCP server with the tools list, show, losses and replay", async () => {
    const { url } = await served();
    await (await post(`${url}/v1/messages`, { ...HELLO, top_k: 3 })).text();
    const client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [MAIN, "inspect", "--mcp", "--url", url] }),
    );
    afterTest(() => client.close());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["list", "losses", "replay", "show"].toSorted(byOrderOf(tools)));
    const call = async (name: string, args: Record<string, unknown>) => {
      const { content } = (await client.callTool({ name, arguments: args })) as { content: { text: string }[] };
      return JSON.parse(content[0]?.text ?? "").result;
    };
    const [newest] = (await call("list", { only: "lossy" })).exchanges;
    expect(newest).toMatchObject({ model: "sim/default", losses: { setting: 1 } });
    expect((await call("losses", { id: newest.id })).losses).toContainEqual(
      expect.objectContaining({ path: "/top_k" }),
    );
    const shown = await call("show", { id: newest.id, bodies: ["client-request"], maxBytes: 10 });
    expect(shown.bodies["client-request"]).toHaveLength(10);
    const { id } = await call("replay", { id: newest.id, profile: "strict" });
    expect((await call("show", { id })).summary).toMatchObject({ replayOf: newest.id });
  });
});

describe.skipIf(process.platform !== "linux")("toolglot inspect of several workers", () => {
  it("says whose exchanges are missing, in the terminal and to agents", { timeout: 60_000 }, async () => {
    const gateway = await startTwoWorkers();
    afterTest(() => void gateway.child.kill("SIGKILL"));
    for (let index = 0; index < 4; index++) await say(gateway);
    const [first = 0] = workersOf(gateway);
    process.kill(first, "SIGKILL");
    await until(() => /ended by SIGKILL/.exec(gateway.output.stderr) ?? undefined, gateway.child);
    const child = start(["inspect", "--url", gateway.url], [], { env: { PATH: process.env.PATH } });
    afterTest(() => void child.kill("SIGKILL"));
    const output = { text: "" };
    child.stderr?.on("data", (text: string) => (output.text += text));
    await until(() => /worker \d ended at .*: what it had recorded is lost/.exec(output.text) ?? undefined, child);
    const client = new Client({ name: "test", version: "1" });
    const args = [MAIN, "inspect", "--mcp", "--url", gateway.url];
    await client.connect(new StdioClientTransport({ command: process.execPath, args }));
    afterTest(() => client.close());
    const { content } = (await client.callTool({ name: "list", arguments: { limit: 1 } })) as {
      content: { text: string }[];
    };
    const { exchanges, missing } = JSON.parse(content[0]?.text ?? "").result;
    expect(exchanges).toHaveLength(1);
    expect(missing).toEqual([expect.stringMatching(/^worker \d ended at .*: what it had recorded is lost$/)]);
  });
});

/** The order in which a server lists its tools is its own. */
function byOrderOf(tools: readonly { readonly name: string }[]): (one: string, other: string) => number {
  const at = (name: string) => tools.findIndex((tool) => tool.name === name);
  return (one, other) => at(one) - at(other);
}

async function served(env: NodeJS.ProcessEnv = {}, args: readonly string[] = []): Promise<Serving> {
  const gateway = await serving(args, env);
  afterTest(() => void gateway.child.kill("SIGKILL"));
  return gateway;
}
