import type { Json, JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";

/** A request of each dialect that cannot say that a turn was paused, and the words of its answers. */
const CLIENTS: Readonly<Record<string, { request: JsonObject; cut: string; whole: string }>> = {
  "openai-chat": { request: { model: "m", messages: [user("Search.")] }, cut: "length", whole: "stop" },
  "openai-responses": {
    request: { model: "m", input: "Search.", tools: [{ type: "web_search" }] },
    cut: '"incomplete"',
    whole: '"completed"',
  },
  gemini: {
    request: { contents: [{ role: "user", parts: [{ text: "Search." }] }], tools: [{ googleSearch: {} }] },
    cut: "MAX_TOKENS",
    whole: "STOP",
  },
  ollama: { request: { model: "m", messages: [user("Search.")] }, cut: '"length"', whole: '"stop"' },
};

const TURN: JsonObject[] = [
  { type: "thinking", thinking: "Where?", signature: "c2lnbmF0dXJl" },
  { type: "text", text: "Let me " },
  { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "weather" } },
  { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [{ type: "web_search_result", title: "A" }] },
];
const NEXT: JsonObject[] = [
  { type: "server_tool_use", id: "srvtoolu_2", name: "web_search", input: {} },
  { type: "web_search_tool_result", tool_use_id: "srvtoolu_2", content: [] },
];
const LAST: JsonObject[] = [{ type: "text", text: "see." }];

const PAUSED = message(TURN, { stop_reason: "pause_turn", container: { id: "container_1", expires_at: "2027" } });
const AGAIN = message(NEXT, { stop_reason: "pause_turn" });
const DONE = message(LAST, { stop_reason: "end_turn" });

describe.each(Object.entries(CLIENTS))("a paused turn for a client of %s", (client, { request, cut, whole }) => {
  it("is continued with the unchanged turn, and becomes one response", () => {
    const bridge = createBridge({ client, provider: "anthropic", providerModel: "claude-sonnet-5" });
    const { messages } = bridge.request(request).value as { messages: Json[] };
    const first = bridge.response(PAUSED);
    expect(JSON.stringify(first.value)).toContain(cut);
    expect(first.losses.map(({ code }) => code)).toContain("stop-reason");
    const sent = first.paused?.request ?? {};
    expect(sent.messages).toEqual([...messages, { role: "assistant", content: TURN }]);
    expect(sent.container).toBe("container_1");
    const next = bridge.response(AGAIN, first.paused === undefined ? {} : { continues: first.paused });
    expect(next.paused?.request.messages).toEqual([...messages, { role: "assistant", content: [...TURN, ...NEXT] }]);
    const last = bridge.response(DONE, next.paused === undefined ? {} : { continues: next.paused });
    expect(last.paused).toBeUndefined();
    expect(textIn(JSON.stringify(last.value))).toBe("Let me see.");
    expect(JSON.stringify(last.value)).toContain(whole);
    expect(last.usage).toMatchObject({ input: 30, output: 15 });
    expect(last.losses.map(({ code }) => code)).not.toContain("stop-reason");
  });

  it.each([1, 7, 100_000])("is one stream, in pieces of %i bytes", (size) => {
    const bridge = createBridge({ client, provider: "anthropic", providerModel: "claude-sonnet-5" });
    const { messages } = bridge.request({ ...request, stream: true }).value as { messages: Json[] };
    const stream = bridge.stream();
    const push = (bytes: string) => pieces(bytes, size).reduce((out, piece) => out + stream.push(piece), "");
    let out = push(events(PAUSED));
    expect(stream.ended).toBe(false);
    expect(stream.paused?.request).toMatchObject({ container: "container_1" });
    expect(stream.paused?.request.messages).toEqual([...messages, { role: "assistant", content: TURN }]);
    stream.resume();
    expect(stream.paused).toBeUndefined();
    out += push(events(AGAIN));
    const content = [...TURN, ...NEXT];
    expect(stream.paused?.request.messages).toEqual([...messages, { role: "assistant", content }]);
    stream.resume();
    out += push(events(DONE)) + stream.end();
    expect(stream.ended).toBe(true);
    expect(stream.usage).toMatchObject({ input: 30, output: 15 });
    expect(stream.losses.map(({ code }) => code)).not.toContain("stop-reason");
    expect(textIn(out)).toContain("Let me see.");
    expect(out).toContain(whole);
    expect(out.match(/response\.created"/g)?.length ?? 1).toBe(1);
  });

  it("ends as incomplete where it is not continued", () => {
    const stream = createBridge({ client, provider: "anthropic" }).stream();
    const out = stream.push(events(PAUSED)) + stream.end();
    expect(out).toContain(cut);
    expect(stream.losses.map(({ code }) => code)).toContain("stop-reason");
  });

  it("ends with an error where the continuation fails", () => {
    const bridge = createBridge({ client, provider: "anthropic" });
    bridge.request({ ...request, stream: true });
    const stream = bridge.stream();
    stream.push(events(PAUSED));
    stream.resume();
    expect(stream.push(events(DONE).slice(0, 300)) + stream.end()).toMatch(/error|failed/);
    expect(stream.failure?.code).toBe("upstream_truncated");
    expect(stream.paused).toBeUndefined();
  });

  it("is not continued if the client has calls to run", () => {
    const bridge = createBridge({ client, provider: "anthropic" });
    bridge.request({ ...request, stream: true });
    const content = [...TURN, { type: "tool_use", id: "toolu_1", name: "look", input: {} }];
    const paused = message(content, { stop_reason: "pause_turn" });
    expect(bridge.response(paused).paused).toBeUndefined();
    const stream = bridge.stream();
    stream.push(events(paused));
    expect([stream.ended, stream.paused]).toEqual([true, undefined]);
  });
});

it("is left to a client of the same dialect", () => {
  for (const profile of ["passthrough", "native"]) {
    const bridge = createBridge({ client: "anthropic", provider: "anthropic", profile });
    bridge.request({ model: "claude-sonnet-5", max_tokens: 9, messages: [user("Search.")] });
    expect(bridge.response(PAUSED)).toMatchObject({ value: { stop_reason: "pause_turn", content: TURN } });
    expect(bridge.response(PAUSED).paused).toBeUndefined();
    const stream = bridge.stream();
    expect(stream.push(events(PAUSED))).toContain('"pause_turn"');
    expect([stream.ended, stream.paused]).toEqual([true, undefined]);
  }
});

it("keeps the input of server tools in re-encoded streams", () => {
  const stream = createBridge({ client: "anthropic", provider: "anthropic", profile: "native" }).stream();
  expect(stream.push(events(PAUSED)) + stream.end()).toContain("weather");
});

function user(content: string): JsonObject {
  return { role: "user", content };
}

function message(content: JsonObject[], end: JsonObject): JsonObject {
  const usage = { input_tokens: 10, output_tokens: 5 };
  return { id: "msg_1", type: "message", role: "assistant", model: "claude-sonnet-5", content, usage, ...end };
}

/** A message as the API streams it. */
function events({ content, stop_reason, container, usage, ...head }: JsonObject): string {
  const start = { ...head, content: [], stop_reason: null, usage: { input_tokens: 10, output_tokens: 1 } };
  const delta = { stop_reason, ...(container === undefined ? {} : { container }) };
  return [
    { type: "message_start", message: start },
    ...(content as JsonObject[]).flatMap(blockEvents),
    { type: "message_delta", delta, usage },
    { type: "message_stop" },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join("");
}

function blockEvents(block: JsonObject, index: number): { type: string; [field: string]: Json }[] {
  const [begun, ...deltas] = streamed(block);
  return [
    { type: "content_block_start", index, content_block: begun ?? null },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
}

function streamed(block: JsonObject): JsonObject[] {
  if (block.type === "text")
    return [
      { type: "text", text: "" },
      { type: "text_delta", text: block.text ?? "" },
    ];
  if (block.type === "thinking") {
    const { thinking = "", signature = "" } = block;
    const begun = { type: "thinking", thinking: "", signature: "" };
    return [begun, { type: "thinking_delta", thinking }, { type: "signature_delta", signature }];
  }
  if (block.input === undefined) return [block];
  const json = JSON.stringify(block.input);
  const input = json === "{}" ? [""] : [json.slice(0, 5), json.slice(5)];
  return [{ ...block, input: {} }, ...input.map((partial_json) => ({ type: "input_json_delta", partial_json }))];
}

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) =>
    text.slice(index * size, (index + 1) * size),
  );
}

/** The texts of an answer, or of the deltas of a stream, one after the other. */
function textIn(answer: string): string {
  const texts = answer.matchAll(/"(?:content|text|delta)":"((?:Let me |see\.|Let me see\.))"/g);
  return [...texts].map(([, text]) => text).join("");
}
