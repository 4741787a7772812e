import { describe, expect, it } from "vitest";
import { parseServers, ServersConfigError } from "../../src/index.ts";

const env = { TOKEN: "s3cret", EMPTY: "", HOME: "/home/ada" };

describe("a config of MCP servers", () => {
  it("is read in the form that all clients share", () => {
    const { servers } = read({
      files: { command: "npx", args: ["-y", "server", `\${HOME}`], env: { KEY: `\${TOKEN}` }, cwd: "/tmp" },
      web: { type: "http", url: "https://example.com/mcp", headers: { Authorization: `Bearer \${TOKEN}` } },
      short: { url: "http://127.0.0.1:3000/mcp" },
    });
    expect(servers).toEqual([
      {
        type: "stdio",
        name: "files",
        command: "npx",
        args: ["-y", "server", "/home/ada"],
        env: { KEY: "s3cret" },
        cwd: "/tmp",
      },
      { type: "http", name: "web", url: "https://example.com/mcp", headers: { Authorization: "Bearer s3cret" } },
      { type: "http", name: "short", url: "http://127.0.0.1:3000/mcp", headers: {} },
    ]);
  });

  it("takes a default where a variable is missing or empty", () => {
    const { servers } = read({
      a: { command: `\${NONE:-node}`, args: [`\${EMPTY:-b}`, `\${EMPTY}`, `\${TOKEN:-c}`, "$HOME"] },
    });
    expect(servers).toMatchObject([{ command: "node", args: ["b", "", "s3cret", "$HOME"] }]);
  });

  it("leaves out a server that is switched off, and fields that other clients have", () => {
    expect(read({ off: { command: "a", disabled: true }, on: { command: "b", alwaysAllow: [] } }).servers).toEqual([
      { type: "stdio", name: "on", command: "b", args: [], env: {} },
    ]);
  });

  it("may set limits for a server", () => {
    const limits = { bytes: 1000, listTimeout: 60_000 };
    expect(read({ one: { command: "a", limits } }).servers[0]).toMatchObject({ limits });
    expect(read({ one: { url: "http://localhost/mcp", limits } }).servers[0]).toMatchObject({ limits });
  });

  it("reports every mistake with its path", () => {
    const broken = {
      none: {},
      args: { command: "a", args: ["b", 3] },
      list: { command: "a", args: "b" },
      env: { command: "a", env: { KEY: `\${NOT_SET}` } },
      url: { url: "ftp://example.com" },
      old: { type: "sse", url: "http://example.com" },
      text: "npx server",
      limits: { command: "a", limits: { bytes: "1 GB", memory: 1 } },
    };
    expect(problemsOf(JSON.stringify({ mcpServers: broken }))).toEqual([
      "servers.json: mcpServers.none.command: is missing",
      "servers.json: mcpServers.args.args[1]: must be a string",
      "servers.json: mcpServers.list.args: must be a list",
      "servers.json: mcpServers.env.env.KEY: the environment variable NOT_SET is not set",
      "servers.json: mcpServers.url.url: must be a URL that begins with http:// or https://",
      'servers.json: mcpServers.old.type: must be "stdio" or "http"; sse is no longer supported',
      "servers.json: mcpServers.text: must be an object",
      "servers.json: mcpServers.limits.limits.bytes: must be a whole number from 1 to 2147483647",
      "servers.json: mcpServers.limits.limits.memory: is not one of connectTimeout, listTimeout, callTimeout, bytes, pages, tools",
    ]);
  });

  it("reports where the text is not JSON", () => {
    expect(problemsOf('{\n  "mcpServers": {,}\n}')).toEqual([
      expect.stringMatching(/^servers\.json: not JSON: .*line 2/),
    ]);
  });

  it("must have servers", () => {
    expect(problemsOf("{}")).toEqual(["servers.json: mcpServers: is missing"]);
    expect(problemsOf("[]")).toEqual(["servers.json: must be an object", "servers.json: mcpServers: is missing"]);
  });
});

function read(mcpServers: object) {
  return parseServers(JSON.stringify({ mcpServers }), { file: "servers.json", env });
}

function problemsOf(text: string): readonly string[] {
  try {
    parseServers(text, { file: "servers.json", env });
  } catch (error) {
    if (error instanceof ServersConfigError) return error.problems;
    throw error;
  }
  return [];
}
