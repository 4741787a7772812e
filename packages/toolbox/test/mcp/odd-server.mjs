// An MCP server of 2025 that was written by hand, and is as odd as servers are: words among its messages, several pages
// of tools, numbers beyond a double, blocks of unknown types.
import { createInterface } from "node:readline";

const [mode = ""] = process.argv.slice(2);
const object = { type: "object" };

const pages = {
  "": { tools: ["content", "numbers"].map(tool), nextCursor: "2" },
  2: {
    tools: [tool("slow"), { ...tool("big"), inputSchema: JSON.parse('{"type":"object","maximum":0}') }],
    nextCursor: "3",
  },
  3: { tools: [tool("environment"), tool("grow"), tool("content"), tool("die"), tool("fail"), { name: "bare" }, {}] },
};
const extra = [];

function tool(name) {
  return {
    name,
    title: `The ${name}`,
    description: `Does ${name}`,
    inputSchema: object,
    annotations: { readOnlyHint: true, openWorldHint: false },
  };
}

const answers = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: { listChanged: true } },
    serverInfo: { name: "odd", version: "1" },
  }),
  "tools/list": ({ cursor = "" }) => (cursor === "3" ? { tools: [...pages[3].tools, ...extra] } : pages[cursor]),
};

const calls = {
  content: () => ({
    content: [
      { type: "text", text: "a picture", annotations: { priority: 1.0, audience: ["user"] } },
      { type: "image", data: "aGk=", mimeType: "image/png" },
      { type: "audio", data: "aGk=", mimeType: "audio/wav" },
      { type: "resource_link", uri: "file:///a", name: "a", size: 3 },
      { type: "resource", resource: { uri: "file:///b", blob: "aGk=", mimeType: "application/pdf" } },
      { type: "hologram", depth: 3 },
    ],
  }),
  environment: () => ({ content: [{ type: "text", text: Object.keys(process.env).sort().join(" ") }] }),
  big: ({ size }) => ({
    content: [
      { type: "text", text: "x".repeat(size) },
      { type: "text", text: "end" },
    ],
  }),
  fail: () => ({ content: [{ type: "text", text: "it is broken" }], isError: true }),
  die: () => process.exit(7),
  grow: () => {
    extra.push(tool(`grown_${extra.length}`));
    setTimeout(() => send('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}'), 10);
    return { content: [] };
  },
};

const running = new Map();

function send(text) {
  process.stdout.write(`${text}\n`);
}

function reply(id, result) {
  send(JSON.stringify({ jsonrpc: "2.0", id, result }));
}

function slow(id, { _meta }) {
  const params = { progressToken: _meta?.progressToken, progress: 1.0, total: 3, message: "the first step" };
  if (_meta?.progressToken !== undefined)
    send(
      JSON.stringify({ jsonrpc: "2.0", method: "notifications/progress", params }).replace(
        '"progress":1',
        '"progress":1.0',
      ),
    );
  running.set(
    id,
    setTimeout(() => reply(id, { content: [] }), 60_000),
  );
}

function call(id, params, line) {
  if (params.name === "slow") return slow(id, params);
  // The numbers are returned with all digits, because they are not parsed.
  if (params.name === "numbers") {
    const [, sent] = /"arguments":(\{.*?\})/.exec(line);
    return send(`{"jsonrpc":"2.0","id":${id},"result":{"content":[],"structuredContent":${sent}}}`);
  }
  return reply(id, calls[params.name](params.arguments));
}

if (mode === "exits") process.exit(3);
if (mode !== "hangs") process.stdout.write("Welcome to the odd server!\n{}\n");

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (mode === "hangs") return;
  if (method === "server/discover" && mode === "touchy") process.exit(1);
  if (method === "notifications/cancelled") {
    clearTimeout(running.get(params.requestId));
    process.stderr.write("cancelled\n");
  }
  if (id === undefined) return;
  if (method === "tools/call") return call(id, params, line);
  const answer = answers[method];
  if (answer !== undefined) return reply(id, answer(params));
  send(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32601, message: "Method not found" } }));
});
