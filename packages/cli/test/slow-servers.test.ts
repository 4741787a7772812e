import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { portOf } from "../../../test/support/port.ts";
import { fileWith } from "./run.ts";
import { Project } from "./tools-folder.ts";

const REASON =
  "it did not list all of its tools within 1000 ms; set mcpServers.slow.limits.listTimeout to change the limit";

/** Two MCP servers: one that lists its tools at once, and one that lists another page each time that it is asked. */
describe("a slow MCP server", () => {
  const servers: Server[] = [];
  let args: string[] = [];

  beforeAll(async () => {
    const [fast, slow] = await Promise.all([listening(false), listening(true)]);
    // The option limits the list of the slow server alone, so that nothing else fails on a machine that is busy.
    const limits = { connectTimeout: 60_000 };
    const mcpServers = { slow: { url: slow, limits }, fast: { url: fast, limits: { ...limits, listTimeout: 60_000 } } };
    const file = fileWith(JSON.stringify({ mcpServers }), "servers.json");
    args = ["--mcp", file, "--mcp-timeout", "1000"];
  });

  afterAll(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listening(isSlow: boolean): Promise<string> {
    const server = createServer(async (request, response) => {
      if (request.method !== "POST") return void response.writeHead(405).end();
      const { id, method, params } = JSON.parse(await textOf(request));
      if (id === undefined) return void response.writeHead(202).end();
      if (isSlow && method === "tools/list") await new Promise((resolve) => setTimeout(resolve, 150));
      const result = RESULTS[method]?.(isSlow, Number(params?.cursor ?? 0));
      const answer = result === undefined ? { error: { code: -32601, message: "no" } } : { result };
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${portOf(server)}/mcp`;
  }

  it("does not block tools list, which reports why its tools are missing", async () => {
    const { code, stdout } = await new Project().run(["tools", "list", ...args]);
    expect(stdout).toMatch(/^quick0 +mcp server fast/m);
    expect(stdout).toMatch(/error +mcp server slow +it did not list all of its tools within 1000 ms/);
    expect(stdout.indexOf("quick0")).toBeLessThan(stdout.indexOf("mcp server slow"));
    expect(code).toBe(0);
  });

  it("is reported in JSON", async () => {
    const { tools, refusals } = JSON.parse((await new Project().run(["tools", "list", "--json", ...args])).stdout);
    expect(tools.map(({ name }: { name: string }) => name)).toEqual(["quick0"]);
    expect(refusals).toEqual([{ where: "mcp server slow", reason: REASON, level: "error" }]);
  });

  it("does not prevent toolglot ask from using the others' tools", async () => {
    const { code, stdout, stderr } = await new Project().run(["ask", "hi", "--model", "sim/tools", "--json", ...args]);
    expect([code, stdout]).toEqual([0, expect.stringContaining('"tools":["quick0"]')]);
    expect(stdout + stderr).toContain(REASON);
  });
});

const RESULTS: Readonly<Record<string, (isSlow: boolean, page: number) => object>> = {
  initialize: () => ({
    protocolVersion: "2025-11-25",
    capabilities: { tools: {} },
    serverInfo: { name: "test", version: "1" },
  }),
  "tools/list": (isSlow, page) => ({
    tools: [{ name: `${isSlow ? "late" : "quick"}${page}`, inputSchema: { type: "object" } }],
    ...(isSlow ? { nextCursor: String(page + 1) } : {}),
  }),
};

async function textOf(request: AsyncIterable<unknown>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString("utf8");
}
