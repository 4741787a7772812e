import { fileURLToPath } from "node:url";
import { type Json, type JsonObject, parseJson, stringifyJson } from "@toolglot/core";
import { afterEach, describe, expect, it } from "vitest";
import {
  type ConnectedServers,
  type ConnectServersOptions,
  connectServers,
  type RunnableTool,
} from "../../src/index.ts";
import { uniqueNames } from "../../src/mcp/names.ts";

const ODD = fileURLToPath(new URL("odd-server.mjs", import.meta.url));

const open: ConnectedServers[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.close()));
});

describe("tools of an MCP server", () => {
  it("are listed from all of its pages, each name once, with their annotations", async () => {
    const { tools, refusals } = await connected({ odd: [] });
    const names = ["content", "numbers", "slow", "big", "environment", "grow", "die", "fail"];
    expect(tools.map(({ name }) => name)).toEqual(names);
    expect(tools[0]).toMatchObject({
      title: "The content",
      description: "Does content",
      inputSchema: { type: "object" },
      hints: { readOnly: true, openWorld: false },
      origin: { type: "mcp", server: "odd", remoteName: "content" },
    });
    expect(refusals).toEqual([
      { name: "content", where: "mcp server odd", reason: "the server lists it twice", level: "warning" },
      { name: "bare", where: "mcp server odd", reason: "it has no inputSchema", level: "warning" },
      { where: "mcp server odd", reason: "the server lists a tool without a name", level: "warning" },
    ]);
  });

  it("return all kinds of content, including unknown ones", async () => {
    const outcome = await call(await connected({ odd: [] }), "content");
    const content = [
      { type: "text", text: "a picture", annotations: { priority: 1, audience: ["user"] } },
      { type: "image", data: "aGk=", mimeType: "image/png" },
      { type: "audio", data: "aGk=", mimeType: "audio/wav" },
      { type: "resource_link", uri: "file:///a", name: "a", size: 3 },
      { type: "resource", resource: { uri: "file:///b", blob: "aGk=", mimeType: "application/pdf" } },
      { type: "hologram", depth: 3 },
    ];
    expect(outcome).toMatchObject({ success: true, content, result: content });
  });

  it("return results with all digits", async () => {
    const text = '{"id":12345678901234567890,"price":1.10,"tiny":1e-400,"list":[9007199254740993]}';
    const outcome = await call(await connected({ odd: [] }), "numbers", parseJson(text) as JsonObject);
    expect(outcome.success && stringifyJson(outcome.result)).toBe(text);
  });

  it("fail with their error message", async () => {
    const outcome = await call(await connected({ odd: [] }), "fail");
    expect(outcome).toMatchObject({ success: false, code: "FAILED", error: "it is broken" });
  });

  it("may say too much, of which the middle is cut and a mark left", async () => {
    const outcome = await call(await connected({ odd: [] }), "big", { size: 5_000_000 });
    expect(outcome).toMatchObject({ success: true, truncated: true });
    const text = String(outcome.success && outcome.result);
    expect(text).toMatch(/^x+\n\[… \d+ characters cut …\]\nx+\n/);
    expect(text.length).toBeLessThan(1_100_000);
  });

  it("know nothing of our environment but what is harmless and what their config gives", async () => {
    process.env.OPENAI_API_KEY_FOR_TEST = "secret";
    const outcome = await call(await connected({ odd: [] }, {}, { OWN: "1" }), "environment");
    const names = String(outcome.success && outcome.result).split(" ");
    expect(names).toContain("OWN");
    expect(names).toContain("PATH");
    expect(names.filter((name) => /KEY|npm_|NODE_/.test(name))).toEqual([]);
  });

  it("report their progress, and can be cancelled at any time", async () => {
    const servers = await connected({ odd: [] });
    const controller = new AbortController();
    const reported: string[] = [];
    const onProgress = (message: string) => {
      reported.push(message);
      controller.abort();
    };
    const outcome = await toolOf(servers, "slow").run({}, { signal: controller.signal, onProgress });
    expect(outcome).toMatchObject({ success: false, code: "CANCELLED" });
    expect(reported).toEqual(["the first step"]);
    expect(await call(servers, "content")).toMatchObject({ success: true });
  });

  it("time out", async () => {
    const outcome = await toolOf(await connected({ odd: [] }), "slow").run({}, { timeout: 200 });
    expect(outcome).toMatchObject({ success: false, code: "TIMEOUT", error: "the tool did not answer within 200 ms" });
  });

  it("that take their server down with them have crashed, and the server begins again for the next call", async () => {
    const servers = await connected({ odd: [] });
    expect(await call(servers, "die")).toMatchObject({ success: false, code: "CRASHED" });
    const calls = [call(servers, "content"), call(servers, "environment")];
    expect(await Promise.all(calls)).toMatchObject([{ success: true }, { success: true }]);
  });

  it("of a closed server are removed", async () => {
    const servers = await connected({ odd: [] });
    await servers.close();
    expect(await call(servers, "content")).toMatchObject({ success: false, code: "CRASHED" });
  });

  it("may be added, with a notification", async () => {
    const servers = await connected({ odd: [] });
    const changed = new Promise<RunnableTool[]>((resolve) => servers.onChange(resolve));
    await call(servers, "grow");
    expect((await changed).map(({ name }) => name)).toContain("grown_0");
    expect(servers.tools.map(({ name }) => name)).toContain("grown_0");
  });

  it("of several servers keep apart by the names of their servers, and lead to the right one", async () => {
    const servers = await connected({ one: [], "the two": [] });
    expect(servers.tools.slice(0, 2).map(({ name }) => name)).toEqual(["one__content", "one__numbers"]);
    const tool = toolOf(servers, "the_two__content");
    expect(tool.origin).toEqual({ type: "mcp", server: "the two", remoteName: "content" });
    expect(await tool.run({}, {})).toMatchObject({ success: true });
  });

  it("give up names that other tools have", async () => {
    const servers = await connected({ odd: [] }, { reservedNames: ["content"] });
    expect(servers.tools.map(({ name }) => name)).toContain("odd__content");
    servers.reserve(["numbers"]);
    expect(servers.tools.slice(0, 2).map(({ name }) => name)).toEqual(["content", "odd__numbers"]);
  });
});

describe("servers", () => {
  it("that exit, hang, are missing or are not servers are reported, and the others work", async () => {
    const config = {
      servers: [
        stdio("exits", ["exits"]),
        stdio("hangs", ["hangs"]),
        { ...stdio("none", []), command: "there-is-no-such-command" },
        { type: "http" as const, name: "closed", url: "http://127.0.0.1:1/mcp", headers: {} },
        stdio("odd", []),
      ],
    };
    const servers = await keep(connectServers(config, { connectTimeout: 3_000 }));
    expect(servers.tools).not.toEqual([]);
    const reported = Object.fromEntries(servers.refusals.map(({ where, reason }) => [where, reason]));
    expect(reported["mcp server exits"]).toBe("it ended with exit code 3");
    expect(reported["mcp server hangs"]).toBe(
      "it did not respond within 3000 ms; set mcpServers.hangs.limits.connectTimeout to change the limit",
    );
    expect(reported["mcp server none"]).toContain("ENOENT");
    expect(reported["mcp server closed"]).toBeDefined();
  });

  it("that exit on a request of the newer revision get the older handshake", async () => {
    const { tools } = await connected({ touchy: ["touchy"] });
    expect(tools).not.toEqual([]);
  });
});

describe("unique names", () => {
  it("are found even where a tool is called like a tool with its server", () => {
    const tools = [
      { server: "a", name: "x" },
      { server: "b", name: "x" },
      { server: "c", name: "a__x" },
    ];
    expect(uniqueNames(tools, new Set(["b__x"]))).toEqual(["a__x_2", "b__x_2", "a__x"]);
  });
});

function connected(
  servers: Readonly<Record<string, readonly string[]>>,
  options: ConnectServersOptions = {},
  env: Record<string, string> = {},
): Promise<ConnectedServers> {
  const entries = Object.entries(servers).map(([name, args]) => ({ ...stdio(name, args), env }));
  return keep(connectServers({ servers: entries }, options));
}

async function keep(connecting: Promise<ConnectedServers>): Promise<ConnectedServers> {
  const servers = await connecting;
  open.push(servers);
  return servers;
}

function stdio(name: string, args: readonly string[]) {
  return { type: "stdio" as const, name, command: process.execPath, args: [ODD, ...args], env: {} };
}

function toolOf({ tools }: ConnectedServers, name: string): RunnableTool {
  const tool = tools.find((each) => each.name === name);
  if (tool === undefined) throw new Error(`no ${name}`);
  return tool;
}

function call(servers: ConnectedServers, name: string, input: JsonObject = {}) {
  return toolOf(servers, name).run(input as Record<string, Json>, {});
}
