import { ConversionError, findDialect, type Json, parseJson, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../test/legal/index.ts";
import { examplesOf, readLines, recordingsIn } from "../../../../test/legal/recordings.ts";
import { convertToolCalls, convertToolResults, createBridge } from "../../../../test/support/dynamic.ts";
import { Ledger } from "../../src/ledger.ts";
import { Report } from "../../src/report.ts";

type What = "calls" | "results" | "parts";
type Fields = Record<string, Json>;

const call = (params: Fields, id: Json = 2): Fields => ({ jsonrpc: "2.0", id, method: "tools/call", params });
const answer = (result: Fields, id: Json = 2): Fields => ({ jsonrpc: "2.0", id, result });
const text = (output: string): Fields => ({ type: "text", text: output });

const SAMPLES: readonly (readonly [What, Json])[] = [
  ["calls", call({ name: "f", arguments: { a: 1 }, _meta: { progressToken: 3 } })],
  ["calls", call({ name: "f" }, "two")],
  ["calls", { name: "f", arguments: { a: 1 } }],
  ["calls", { name: "f" }],
  [
    "results",
    answer({ content: [text("72F")], structuredContent: { temp: 72 }, isError: false, resultType: "complete" }),
  ],
  ["results", { content: [], structuredContent: { temp: 72 }, _meta: { a: 1 } }],
  ["results", { content: [text("no")], isError: true }],
  ["results", answer({ resultType: "input_required", inputRequests: {}, requestState: "s" }, "x")],
  ["results", { jsonrpc: "2.0", id: 4, error: { code: -32602, message: "Unknown tool: x", data: 1 } }],
  ["results", { jsonrpc: "2.0", id: 4, error: { code: -32603 } }],
  ["parts", { type: "image", data: "AAAA", mimeType: "image/png", annotations: { audience: ["user"] } }],
  ["parts", { type: "resource", resource: { uri: "file:///a.png", mimeType: "image/png", blob: "AAAA" } }],
  ["parts", { type: "resource", resource: { uri: "file:///a", text: "a", _meta: {} } }],
  ["parts", { type: "resource", resource: { uri: "file:///a" } }],
  ["parts", { type: "resource_link", uri: "https://x.test/a.pdf", name: "a", mimeType: "application/pdf", size: 9 }],
  ["parts", { type: "resource_link", uri: "file:///a", name: "a" }],
  ["parts", { type: "hologram", data: 1 }],
];

describe("MCP to MCP", () => {
  it.each(SAMPLES)("round-trips %s: %j", (what, body) => {
    expect(roundTrip(what, body)).toEqual({ value: body, losses: [] });
  });

  it("gives the examples of the specification back as they were", () => {
    const examples: readonly (readonly [What, string])[] = [
      ["calls", "CallToolRequest"],
      ["calls", "CallToolRequestParams"],
      ["results", "CallToolResult"],
      ["results", "CallToolResultResponse"],
      ["parts", "TextContent"],
      ["parts", "ImageContent"],
      ["parts", "AudioContent"],
      ["parts", "EmbeddedResource"],
      ["parts", "ResourceLink"],
    ];
    for (const [what, type] of examples)
      for (const body of examplesOf(`mcp/2026-07-28/examples/${type}`))
        expect(roundTrip(what, body)).toEqual({ value: body, losses: [] });
  });

  it("gives a recorded session back as it was", () => {
    for (const { api, response } of recordingsIn("traffic.dev.jsonl")) {
      const lines = api === "mcp-stdio" ? readLines(response.text ?? "") : [];
      for (const { msg } of lines as { msg: Fields }[]) {
        if (msg.method === "tools/call") expect(roundTrip("calls", msg)).toEqual({ value: msg, losses: [] });
        else if (isResult(msg.result)) expect(roundTrip("results", msg)).toEqual({ value: msg, losses: [] });
      }
    }
  });
});

function isResult(result: Json | undefined): boolean {
  return typeof result === "object" && result !== null && "content" in result;
}

function roundTrip(what: What, body: Json): { value: unknown; losses: unknown[] } {
  const codec = findDialect("mcp")?.[what];
  const ledger = new Ledger({ from: "mcp", to: "mcp" });
  const decoded = codec?.decode(body, new Report(ledger, "to_canonical"));
  return { value: codec?.encode(decoded as never, new Report(ledger, "from_canonical")), losses: ledger.losses() };
}

// ── calls ───────────────────────────────────────────────────────────────────

describe("calls", () => {
  it("become legal requests of JSON-RPC, exact to the digit", () => {
    const called = { id: "call_1", type: "function", function: { name: "f", arguments: '{"n":12345678901234567890}' } };
    const { value, losses } = convertToolCalls([called], { from: "openai-chat", to: "mcp" });
    expect(losses).toEqual([]);
    expect(legality.mcp?.request(value[0] as Json)).toEqual([]);
    expect(stringifyJson(value[0] as Json)).toBe(
      '{"jsonrpc":"2.0","method":"tools/call","id":"call_1","params":{"name":"f","arguments":{"n":12345678901234567890}}}',
    );
  });

  it("become calls of a model, with the message's id", () => {
    const body = call({ name: "f", arguments: parseJson('{"n":1e400}'), _meta: { progressToken: 1 } }, 7);
    const { value, losses } = convertToolCalls(body, { from: "mcp", to: "openai-chat" });
    expect(value).toEqual([{ id: "7", type: "function", function: { name: "f", arguments: '{"n":1e400}' } }]);
    expect(losses).toMatchObject([{ path: "/params/_meta" }]);
  });
});

// ── results ─────────────────────────────────────────────────────────────────

describe("results", () => {
  it("of other dialects become legal answers of JSON-RPC", () => {
    const content = [
      text("a"),
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      { type: "image", source: { type: "url", url: "https://x.test/a.png" } },
      { type: "document", source: { type: "text", media_type: "text/plain", data: "b" }, title: "Über b" },
      { type: "document", source: { type: "base64", media_type: "application/pdf", data: "AAAA" } },
    ];
    const result = { type: "tool_result", tool_use_id: "toolu_1", is_error: true, content };
    const { value, losses } = convertToolResults([result], { from: "anthropic", to: "mcp" });
    expect(losses).toEqual([]);
    expect(legality.mcp?.response(value[0] as Json)).toEqual([]);
    expect(value[0]).toMatchObject({
      jsonrpc: "2.0",
      result: {
        isError: true,
        content: [
          text("a"),
          { type: "image", data: "AAAA", mimeType: "image/png" },
          { type: "resource_link", uri: "https://x.test/a.png", name: "https://x.test/a.png" },
          { type: "resource", resource: { uri: "attachment:///%C3%9Cber%20b", mimeType: "text/plain", text: "b" } },
          { type: "resource", resource: { uri: "attachment:///file", mimeType: "application/pdf", blob: "AAAA" } },
        ],
      },
    });
  });

  it("show structured content to a model as text", () => {
    const { value } = convertToolResults(answer({ content: [], structuredContent: { a: 1 } }, "call_1"), {
      from: "mcp",
      to: "openai-chat",
    });
    expect(value).toEqual([{ role: "tool", tool_call_id: "call_1", content: '{"a":1}' }]);
  });

  it("show embedded text, and report links that only the client can follow", () => {
    const content = [
      { type: "resource", resource: { uri: "file:///a.txt", mimeType: "text/plain", text: "hello" } },
      { type: "resource_link", uri: "file:///b", name: "b" },
    ];
    const { value, losses } = convertToolResults({ content }, { from: "mcp", to: "ollama" });
    const shown = "[file: file:///a.txt: text/plain]\nhello\n[Resource: b, file:///b]";
    expect(value).toMatchObject([{ role: "tool", content: shown }]);
    expect(losses.map(({ path }) => path).toSorted()).toEqual(["/content/0", "/content/1"]);
  });

  it("that are errors of the protocol are failed results", () => {
    const failed = { jsonrpc: "2.0", id: 4, error: { code: -32602, message: "Unknown tool: x" } };
    const { value } = convertToolResults(failed, { from: "mcp", to: "anthropic" });
    expect(value).toMatchObject([{ content: [{ is_error: true, content: "Unknown tool: x" }] }]);
  });

  it("are wrapped for peers that take objects alone", () => {
    const { value } = convertToolResults({ tool_success: true, result: [1] }, { from: "executable", to: "mcp" });
    expect(value).toEqual([{ content: [text("[1]")], structuredContent: { result: [1] } }]);
    expect(legality.mcp?.response(value[0] as Json)).toEqual([]);
  });
});

// ── all that there is not ───────────────────────────────────────────────────

describe("a conversation", () => {
  it.each(["mcp", "executable"])("is refused by %s", (id) => {
    const bridge = createBridge({ client: id, provider: "anthropic" });
    expect(() => bridge.request({ messages: [] })).toThrow(ConversionError);
    expect(() => bridge.request({ messages: [] })).toThrow(/but no requests to a model/);
    expect(() => bridge.stream()).toThrow(/but no streams of a model/);
    const back = createBridge({ client: "anthropic", provider: id });
    expect(() => back.request({ model: "m", max_tokens: 1, messages: [] })).toThrow(/but no requests to a model/);
    expect(() => back.response({})).toThrow(/but no answers of a model/);
  });
});

describe("errors", () => {
  it("are error objects of JSON-RPC in both directions", () => {
    const errors = findDialect("mcp")?.errors;
    const wire = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "Method not found", data: { a: 1 } } };
    const failure = errors?.decode(wire, 200);
    expect(failure).toEqual({
      kind: "not-found",
      status: 404,
      message: "Method not found",
      code: "-32601",
      details: { a: 1 },
    });
    const written = errors?.encode(failure as never);
    expect(written).toEqual({ status: 404, value: { jsonrpc: "2.0", error: wire.error } });
    expect(legality.mcp?.error(404, written?.value as Json)).toEqual([]);
    expect(errors?.encode({ kind: "rate-limit", status: 429, message: "Later", code: "slow" }).value).toEqual({
      jsonrpc: "2.0",
      error: { code: -32603, message: "Later" },
    });
  });
});
