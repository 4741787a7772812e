import { convertTools, createBridge, type Json, type JsonObject } from "@toolglot/core";
import { type AlignedRow, alignRequests, alignResponses, alignTools } from "@toolglot/core/align";
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

const THINKING = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: "m",
  content: [
    { type: "thinking", thinking: "It is in the file.", signature: "c2lnbmVk" },
    { type: "tool_use", id: "toolu_1", name: "f", input: { a: 1 } },
  ],
  stop_reason: "tool_use",
  usage: { input_tokens: 1, output_tokens: 1 },
};

describe("a history with the reasoning that a provider wants back", () => {
  it.each([
    ["gemini", "it"],
    ["gemini", undefined],
    ["openai-responses", "it"],
    ["openai-responses", undefined],
  ] as const)("of %s has no loss without a reason (provider: %s)", (from, providerName) => {
    const to = "anthropic";
    const options = { client: from, provider: to, providerName: "it" } as const;
    const response = createBridge(options).response(THINKING).value as unknown as JsonObject;
    const client: Json = { model: "m", ...continued(response) };
    const { value, losses: reported } = createBridge(options).request(client);
    expect(JSON.stringify(value)).toContain("c2lnbmVk");
    const pair = { client, provider: value as unknown as Json, losses: reported };
    const { rows } = alignRequests({ from, to, providerName, ...pair });
    expect(rows.filter(({ state, losses }) => state === "lost" && losses.length === 0)).toEqual([]);
  });
});

/** What clients send back of a response. */
function continued({ candidates, output }: JsonObject): JsonObject {
  if (output !== undefined) return { input: [{ role: "user", content: "Hi" }, ...(output as Json[])] };
  const [candidate] = candidates as JsonObject[];
  return { contents: [{ role: "user", parts: [{ text: "Hi" }] }, withoutThoughts(candidate?.content as JsonObject)] };
}

/** Gemini CLI drops them. */
function withoutThoughts({ parts, ...content }: JsonObject): JsonObject {
  return { ...content, parts: (parts as JsonObject[]).filter(({ thought }) => thought !== true) };
}

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

  it("omits what says nothing to the client", () => {
    const message = { role: "assistant", content: "Hi", refusal: null, annotations: [] };
    const choices = [{ index: 0, message, finish_reason: "stop", logprobs: null }];
    const provider = { id: "c_1", object: "chat.completion", created: 1, system_fingerprint: null, choices };
    const client = createBridge({ client: "anthropic", provider: "openai-chat" }).response(provider);
    const { rows } = alignResponses({
      from: "anthropic",
      to: "openai-chat",
      provider,
      client: client.value as unknown as Json,
    });
    const states = Object.fromEntries(rows.map(({ state, left }) => [left?.pointer, state]));
    expect(states).toMatchObject({ "/created": "omitted", "/choices/0/message/content": "same" });
    expect(rows.filter(({ state, right }) => state === "changed" && right === undefined)).toEqual([]);
  });

  it("shows the fields of an error beside each other", () => {
    const provider = { error: { message: "Slow down", type: "rate_limit", code: "rpm", param: null } };
    const client = { type: "error", error: { type: "rate_limit_error", message: "Slow down" } };
    const { rows } = alignResponses({ from: "anthropic", to: "openai-chat", provider, client });
    expect(rows.map(({ state, label, left, right }) => [state, label, left?.pointer, right?.pointer])).toEqual([
      ["changed", "type", "/error/type", "/error/type"],
      ["same", "message", "/error/message", "/error/message"],
      ["changed", "code", "/error/code", undefined],
    ]);
    const gemini = { error: { code: 429, message: "Slow down", status: "RESOURCE_EXHAUSTED" } };
    const [type] = alignResponses({ from: "anthropic", to: "gemini", provider: gemini, client }).rows;
    expect(type).toMatchObject({
      label: "type",
      left: { pointer: "/error/status" },
      right: { pointer: "/error/type" },
    });
  });

  it("shows an error that is a text as one row", () => {
    const client = { type: "error", error: { type: "api_error", message: "no" } };
    const { rows } = alignResponses({ from: "anthropic", to: "ollama", provider: { error: "no" }, client });
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

  it("shows tools that an item declares as tools", () => {
    const schema = { type: "object", properties: {} };
    const inner = { type: "function", name: "now", parameters: schema, strict: false };
    const tools = [
      { type: "function", name: "exec", parameters: schema, strict: false },
      { type: "namespace", name: "clock", description: "Tells the time. ".repeat(40), tools: [inner] },
      { type: "web_search" },
    ];
    const client = {
      input: [
        { type: "additional_tools", role: "developer", tools },
        { role: "user", content: "hi" },
      ],
    };
    const bridge = createBridge({ client: "openai-responses", provider: "anthropic" });
    const provider = bridge.request(client as never).value as unknown as Json;
    const { rows } = alignRequests({ from: "openai-responses", to: "anthropic", client, provider });
    expect(rows.filter(({ kind }) => kind === "block" || kind === "tool").map(pointersOf)).toEqual([
      ["/input/0/tools/0", "/tools/0"],
      ["/input/0/tools/1/tools/0", "/tools/1"],
      ["/input/0/tools/2", "/tools/2"],
    ]);
    expect(rows.filter(({ state }) => state === "lost")).toEqual([]);
    expect(rows.flatMap(({ losses }) => losses.map(({ path }) => path))).toEqual(["/input/0/tools/1/description"]);
  });

  it("shows a setting with the same value on both sides as the same", () => {
    const client = { model: "m", stream: true, input: "hi" };
    const provider = { model: "m", stream: true, max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
    const { rows } = alignRequests({ from: "openai-responses", to: "anthropic", client, provider });
    expect(rows.find(({ label }) => label === "stream")).toMatchObject({ state: "same", changes: [] });
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

function alignedWith(to: "ollama", client: Json): readonly AlignedRow[] {
  const provider = createBridge({ client: "anthropic", provider: to }).request(client).value as unknown as Json;
  return alignRequests({ from: "anthropic", to, client, provider }).rows.filter(({ kind }) => kind === "text");
}

function pointersOf({ left, right }: AlignedRow): (string | undefined)[] {
  return [left?.pointer, right?.pointer];
}
