import { afterEach, describe, expect, it } from "vitest";
import {
  type ConnectedServers,
  connectServers,
  type ServerLimits,
  type StdioServerConfig,
  type ToolOutcome,
} from "../../src/index.ts";
import { hostileServer, type Mode } from "./hostile-server.ts";

const cleanup: (() => unknown)[] = [];

afterEach(async () => {
  for (const each of cleanup.splice(0).reverse()) await each();
});

async function serve(mode: Mode) {
  const served = await hostileServer(mode);
  cleanup.push(served.close);
  return served;
}

async function connect(
  modes: readonly Mode[],
  options: Partial<ServerLimits> & { readonly wait?: number },
): Promise<ConnectedServers> {
  const served = await Promise.all(modes.map(serve));
  const connected = await connectServers({ servers: served.map(({ server }) => server) }, options);
  cleanup.push(() => connected.close());
  return connected;
}

async function call(mode: Mode, limits: Partial<ServerLimits>): Promise<ToolOutcome | undefined> {
  const { tools } = await connect([mode], limits);
  return tools[0]?.run({}, {});
}

/** A server on a pipe that answers a call with a line that does not end. */
const LONG_LINES: StdioServerConfig = {
  type: "stdio",
  name: "long",
  command: process.execPath,
  args: [
    "-e",
    `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      const answer = (result) => console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
      if (method === "initialize")
        answer({ protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "x", version: "1" } });
      else if (method === "tools/list") answer({ tools: [{ name: "work", inputSchema: { type: "object" } }] });
      else if (method === "tools/call") process.stdout.write("x".repeat(200_000));
      else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "no" } }));
    });`,
  ],
  env: {},
};

describe("an MCP server's response", () => {
  it.each<Mode>(["endless-json", "endless-event", "endless-error", "gzip-bomb"])(
    "is not read beyond its limit (%s)",
    async (mode) => {
      const outcome = await call(mode, { bytes: 1_000_000, callTimeout: 60_000 });
      expect(outcome).toMatchObject({
        success: false,
        code: "INVALID_OUTPUT",
        error: `mcp server ${mode}: it sent more than 1000000 bytes in one response; set mcpServers.${mode}.limits.bytes to change the limit`,
      });
    },
  );

  it("is not read beyond its limit on a pipe, and ends the call that waits for it", async () => {
    const connected = await connectServers({ servers: [LONG_LINES] }, { bytes: 100_000, callTimeout: 60_000 });
    cleanup.push(() => connected.close());
    expect(await connected.tools[0]?.run({}, {})).toMatchObject({
      code: "INVALID_OUTPUT",
      error: expect.stringContaining("mcp server long: it sent more than 100000 bytes in one response"),
    });
  });

  it("that comes byte by byte is not waited for beyond its time, nor read on after it", async () => {
    const { server, sent } = await serve("drip");
    const connected = await connectServers({ servers: [server] }, { callTimeout: 500 });
    cleanup.push(() => connected.close());
    expect(await connected.tools[0]?.run({}, {})).toMatchObject({ code: "TIMEOUT" });
    while (sent() === 0) await new Promise((resolve) => setTimeout(resolve, 20));
  });
});

describe("an MCP server's list of tools", () => {
  it.each<[Mode, Partial<ServerLimits>, string]>([
    ["endless-pages", { pages: 10 }, "its tool list has more than 10 pages; set mcpServers."],
    ["slow-pages", { listTimeout: 700 }, "it did not list all of its tools within 700 ms; set mcpServers."],
    ["many-tools", { tools: 120 }, "it lists more than 120 tools; set mcpServers."],
    ["large-pages", { bytes: 350_000 }, "it sent more than 350000 bytes in one response; set mcpServers."],
    ["silent", { connectTimeout: 1500 }, "it did not respond within 1500 ms; set mcpServers."],
    ["never-accepts", { connectTimeout: 1500 }, "it did not respond within 1500 ms; set mcpServers."],
  ])("ends at its limit (%s), and the others' tools are there", async (mode, limits, reason) => {
    const { tools, refusals, pending } = await connect([mode, "fine"], limits);
    expect(tools.map(({ name }) => name)).toEqual(["work"]);
    expect(refusals).toEqual([
      { where: `mcp server ${mode}`, reason: expect.stringContaining(reason), level: "error" },
    ]);
    expect(pending).toEqual([]);
  });

  it("is not waited for where that is not wanted, and comes as a change, or with its reason", async () => {
    const connected = await connect(["slow-pages", "fine"], { wait: 0, listTimeout: 1_000 });
    expect(connected.pending).toContain("slow-pages");
    const changes: number[] = [];
    connected.onChange((tools) => changes.push(tools.length));
    await connected.settled;
    expect([connected.pending, connected.refusals.length, changes.at(-1)]).toEqual([[], 1, 1]);
  });

  it("may have limits of its own", async () => {
    const { server } = await serve("endless-pages");
    const own = { ...server, limits: { pages: 3 } };
    const connected = await connectServers({ servers: [own] }, { pages: 50 });
    cleanup.push(() => connected.close());
    expect(connected.refusals[0]?.reason).toContain("more than 3 pages");
  });
});
