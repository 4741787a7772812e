import { convertTools, createBridge, type Json } from "@toolglot/core";
import { type AlignedRow, alignRequests, alignResponses, alignTools, assembleStream } from "@toolglot/core/align";
import { describe, expect, it } from "vitest";

const LABELS = {
  name: "labels.set",
  inputSchema: {
    type: "object",
    properties: { labels: { type: "object", additionalProperties: { type: "string" } }, size: { minimum: 1 } },
  },
} as const;

describe("alignTools", () => {
  it("finds a tool under its new name, with its losses and changes", () => {
    const options = { from: "mcp", to: "openai-chat", profile: "strict" } as const;
    const provider = convertTools([LABELS], options).value as unknown as Json;
    const { rows } = alignTools({ ...options, client: [LABELS] as unknown as Json, provider });
    expect(rows).toMatchObject([{ state: "changed", left: { pointer: "/0" }, right: { pointer: "/0" } }]);
    expect(rows[0]?.changes.map(({ rule }) => rule)).toContain("tool-name");
  });

  it("shows a tool that the target cannot have as lost", () => {
    const tools = [{ type: "web_search_20250305", name: "web_search" }];
    const provider = convertTools(tools, { from: "anthropic", to: "mcp" }).value as unknown as Json;
    const { rows } = alignTools({ from: "anthropic", to: "mcp", client: tools, provider });
    expect(rows.map(({ state, right }) => [state, right])).toEqual([["lost", undefined]]);
  });
});

describe("alignResponses", () => {
  it("finds a call whose name, id and arguments were translated back", () => {
    const tool = { name: "labels.set", input_schema: LABELS.inputSchema };
    const request = { max_tokens: 900, messages: [{ role: "user", content: "Hi" }], tools: [tool] };
    const call = { name: "labels_set", arguments: '{"labels":[{"key":"a","value":"b"}],"size":null}' };
    const message = { role: "assistant", tool_calls: [{ id: "call_1", type: "function", function: call }] };
    const provider = { choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
    const bridge = createBridge({ client: "anthropic", provider: "openai-chat", profile: "strict" });
    bridge.request(request);
    const client = bridge.response(provider).value as unknown as Json;
    const options = { from: "anthropic", to: "openai-chat", profile: "strict", request } as const;
    const row = alignResponses({ ...options, provider, client }).rows.find(({ kind }) => kind === "call");
    expect(row).toMatchObject({
      left: { pointer: "/choices/0/message/tool_calls/0" },
      right: { pointer: "/content/0" },
    });
  });

  it("shows an error as one row", () => {
    const provider = { error: { message: "Slow down", type: "rate_limit" } };
    const client = { type: "error", error: { type: "rate_limit_error", message: "Slow down" } };
    const { rows } = alignResponses({ from: "anthropic", to: "openai-chat", provider, client });
    expect(rows).toMatchObject([{ kind: "error", left: { pointer: "/error" }, right: { pointer: "/error" } }]);
  });
});

describe("alignRequests", () => {
  it("finds texts that were joined to one", () => {
    const content = ["Read this.", "Then that."].map((text) => ({ type: "text", text }));
    const rows = alignedWith("ollama", { messages: [{ role: "user", content }] });
    expect(rows.map(({ right }) => right?.pointer)).toEqual(["/messages/0/content", "/messages/0/content"]);
  });

  it("shows what a recording has in addition as added, after the node that it follows", () => {
    const client = { messages: [{ role: "user", content: "Hi" }] };
    const note = { role: "system", content: "Be brief." };
    const provider = { messages: [{ role: "user", content: "Hi" }, note] };
    const { rows } = alignRequests({ from: "anthropic", to: "openai-chat", client, provider });
    expect(rows.map(({ state, label }) => `${label} ${state}`)).toEqual(["user same", "system added"]);
  });

  it("takes the losses that were reported for those of translating again", () => {
    const client = { top_k: 4, messages: [] };
    const { rows } = alignRequests({
      from: "anthropic",
      to: "openai-chat",
      client,
      provider: { messages: [] },
      losses: [],
    });
    expect(rows).toMatchObject([{ state: "lost", label: "top_k", losses: [] }]);
  });
});

describe("assembleStream", () => {
  const first = 'data: {"candidates":[{"content":{"parts":[{"text":"Grüße 👋"}]}}]}\n\n';
  const last = 'data: {"candidates":[{"content":{"parts":[{"text":"!"}]},"finishReason":"STOP"}]}\r\n\r\n';
  const bytes = new TextEncoder().encode(`: ping\n\n${first}${last}`);

  it("tells at which byte each frame begins, of bytes as of text", () => {
    const offsets = [8, 8 + new TextEncoder().encode(first).length];
    expect(assembleStream("gemini", bytes).frames.map(({ offset }) => offset)).toEqual(offsets);
    const text = new TextDecoder().decode(bytes);
    expect(assembleStream("gemini", text).frames.map(({ offset }) => offset)).toEqual(offsets);
  });

  it("makes one response of it", () => {
    const parts = [{ text: "Grüße 👋!" }];
    expect(assembleStream("gemini", bytes).response).toMatchObject({ candidates: [{ content: { parts } }] });
  });

  it("lists the frames of a stream that was cut or cannot be read, and says why it has no response", () => {
    const cut = assembleStream("gemini", first);
    expect(cut).toMatchObject({ frames: [{ offset: 0 }], error: expect.stringContaining("ended before") });
    expect(cut.response).toBeUndefined();
    expect(assembleStream("gemini", `${first}data: {"a\n\n`)).toMatchObject({
      frames: [{}, {}],
      error: expect.any(String),
    });
  });
});

function alignedWith(to: "ollama", client: Json): readonly AlignedRow[] {
  const provider = createBridge({ client: "anthropic", provider: to }).request(client).value as unknown as Json;
  return alignRequests({ from: "anthropic", to, client, provider }).rows.filter(({ kind }) => kind === "text");
}
