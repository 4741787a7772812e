import { BodyReader, convertTools, createBridge, duplicatesIn, parseJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "./dialects.ts";

const NOTING = { noteDuplicates: true };
const FIRST = '{"role":"user","content":"One"}';
const LAST = '{"role":"user","content":"Two"}';
const TWICE = `{"model":"m","max_tokens":9,"messages":[${FIRST}],"messages":[${LAST}]}`;

describe("a key that stands twice", () => {
  it.each(DIALECTS)(
    "in a request is a loss with its path for a provider of %s, and the last of them counts",
    (provider) => {
      const { value, losses } = createBridge({ client: "anthropic", provider, providerModel: "m" }).request(
        parseJson(TWICE, NOTING),
      );
      expect(JSON.stringify(value)).toContain("Two");
      expect(JSON.stringify(value)).not.toContain("One");
      expect(losses).toContainEqual(
        expect.objectContaining({ code: "duplicate-key", path: "/messages", feature: "messages" }),
      );
    },
  );

  it("in an answer is a loss", () => {
    const body =
      '{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"One","content":"Two"},"finish_reason":"stop"}]}';
    const { losses } = createBridge({ client: "anthropic", provider: "openai-chat" }).response(parseJson(body, NOTING));
    expect(losses.map(({ path }) => path)).toEqual(["/choices/0/message/content"]);
  });

  it("in the schema of a tool is a loss", () => {
    const tools =
      '[{"name":"f","inputSchema":{"type":"object","properties":{"a":{"type":"string"},"a":{"type":"number"}}}}]';
    const { losses } = convertTools(parseJson(tools, NOTING), { from: "mcp", to: "anthropic" });
    expect(losses.map(({ code, path }) => [code, path])).toEqual([["duplicate-key", "/0/inputSchema/properties/a"]]);
  });

  it("is reported for JSON within a larger text, too", () => {
    const { body } = parseJson(`{"what":"request","body":${TWICE}}`, NOTING) as { body: object };
    expect(duplicatesIn(body)).toEqual(["/messages"]);
  });

  it("is no loss in arguments that are a text, which stay as they are", () => {
    const args = JSON.stringify('{"a":1,"a":2}');
    const call = `{"id":"call_1","type":"function","function":{"name":"f","arguments":${args}}}`;
    const body = `{"model":"m","messages":[${FIRST},{"role":"assistant","tool_calls":[${call}]},{"role":"tool","tool_call_id":"call_1","content":"x"}]}`;
    const { value, losses } = createBridge({ client: "openai-chat", provider: "openai-responses" }).request(
      parseJson(body, NOTING),
    );
    expect(JSON.stringify(value)).toContain(JSON.stringify('{"a":1,"a":2}'));
    expect(losses).toEqual([]);
  });

  it("is found again in every body that an agent repeats", () => {
    const reader = new BodyReader();
    const turn = (count: number, twice: string) =>
      `{"model":"m",${twice}"messages":[${Array.from({ length: count }, (_, index) => `{"role":"user","content":"${index} ${"x".repeat(400)}"}`)}]}`;
    for (const count of [4, 5, 6]) {
      expect(duplicatesIn(reader.read(turn(count, "")))).toEqual([]);
      expect(duplicatesIn(reader.read(turn(count, '"model":"n",')))).toEqual(["/model"]);
      expect(duplicatesIn(reader.read(turn(count, '"messages":[],')))).toEqual(["/messages"]);
    }
  });

  it("is not found where strings only look like keys", () => {
    const text = String.raw`{"a":"\"b\": 1","c":"x\\","d":"\\\": ","e":["\":",{"f" : "\"a\":"}]}`;
    expect(duplicatesIn(parseJson(text, NOTING))).toEqual([]);
    expect(parseJson(text, NOTING)).toEqual(JSON.parse(text));
  });
});

/** The frames of a stream with the texts `a`, `b`, … in which one frame repeats a key, and where it does. */
interface RepeatingStream {
  readonly frame: (text: string) => string;
  readonly twice: (text: string) => string;
  readonly path: string;
  readonly before?: string;
  readonly after: string;
}

function chatFrame(delta: string): string {
  return `data: {"id":"c","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":${delta},"finish_reason":null}]}\n\n`;
}

function callFrame(id: string, call: string): string {
  return chatFrame(`{"tool_calls":[{"index":0,${id}"function":${call}}]}`);
}

function anthropicFrame(type: string, rest: string): string {
  return `event: ${type}\ndata: {"type":"${type}"${rest}}\n\n`;
}

function responsesFrame(type: string, rest: string): string {
  return `event: ${type}\ndata: {"type":"${type}"${rest}}\n\n`;
}

function geminiFrame(parts: string, rest = ""): string {
  return `data: {"candidates":[{"content":{"role":"model","parts":${parts}},"index":0${rest}}]}\n\n`;
}

const CHAT_END = `${chatFrame("{}").replace('"finish_reason":null', '"finish_reason":"stop"')}data: [DONE]\n\n`;
const MESSAGE =
  '{"id":"msg_1","type":"message","role":"assistant","model":"m","content":[],"usage":{"input_tokens":1,"output_tokens":1}}';
const ITEM = '"type":"message","id":"msg_1","role":"assistant"';

const STREAMS: Readonly<Record<string, RepeatingStream & { readonly provider: (typeof DIALECTS)[number] }>> = {
  "content of openai-chat": {
    provider: "openai-chat",
    frame: (text) => chatFrame(`{"content":"${text}"}`),
    twice: (text) => chatFrame(`{"content":"gone","content":"${text}"}`),
    path: "/choices/0/delta/content",
    after: CHAT_END,
  },
  "arguments of openai-chat": {
    provider: "openai-chat",
    before: callFrame('"id":"call_1","type":"function",', '{"name":"f","arguments":"{\\"x\\":\\""}'),
    frame: (text) => callFrame("", `{"arguments":"${text}"}`),
    twice: (text) => callFrame("", `{"arguments":"gone","arguments":"${text}"}`),
    path: "/choices/0/delta/tool_calls/0/function/arguments",
    after: callFrame("", '{"arguments":"\\"}"}') + CHAT_END.replace('"stop"', '"tool_calls"'),
  },
  "text of anthropic": {
    provider: "anthropic",
    before:
      anthropicFrame("message_start", `,"message":${MESSAGE}`) +
      anthropicFrame("content_block_start", ',"index":0,"content_block":{"type":"text","text":""}'),
    frame: (text) => anthropicFrame("content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":"${text}"}`),
    twice: (text) =>
      anthropicFrame("content_block_delta", `,"index":0,"delta":{"type":"text_delta","text":"gone","text":"${text}"}`),
    path: "/delta/text",
    after:
      anthropicFrame("content_block_stop", ',"index":0') +
      anthropicFrame("message_delta", ',"delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":3}') +
      anthropicFrame("message_stop", ""),
  },
  "delta of openai-responses": {
    provider: "openai-responses",
    before:
      responsesFrame("response.created", ',"response":{"id":"resp_1","object":"response","model":"m","output":[]}') +
      responsesFrame("response.output_item.added", `,"output_index":0,"item":{${ITEM},"content":[]}`) +
      responsesFrame(
        "response.content_part.added",
        ',"item_id":"msg_1","output_index":0,"content_index":0,"part":{"type":"output_text","text":"","annotations":[]}',
      ),
    frame: (text) =>
      responsesFrame(
        "response.output_text.delta",
        `,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"${text}"`,
      ),
    twice: (text) =>
      responsesFrame(
        "response.output_text.delta",
        `,"item_id":"msg_1","output_index":0,"content_index":0,"delta":"gone","delta":"${text}"`,
      ),
    path: "/delta",
    after: responsesFrame(
      "response.completed",
      `,"response":{"id":"resp_1","object":"response","model":"m","status":"completed","output":[{${ITEM},"status":"completed","content":[{"type":"output_text","text":"abcdef","annotations":[]}]}]}`,
    ),
  },
  "text of gemini": {
    provider: "gemini",
    frame: (text) => geminiFrame(`[{"text":"${text}"}]`),
    twice: (text) => geminiFrame(`[{"text":"gone","text":"${text}"}]`),
    path: "/candidates/0/content/parts/0/text",
    after: geminiFrame('[{"text":""}]', ',"finishReason":"STOP"'),
  },
  "args of gemini": {
    provider: "gemini",
    frame: (text) => geminiFrame(`[{"functionCall":{"name":"${text}","args":{"x":1}}}]`),
    twice: (text) => geminiFrame(`[{"functionCall":{"name":"${text}","args":{"x":0,"x":1}}}]`),
    path: "/candidates/0/content/parts/0/functionCall/args/x",
    after: geminiFrame('[{"text":""}]', ',"finishReason":"STOP"'),
  },
  "content of ollama": {
    provider: "ollama",
    frame: (text) => `{"model":"m","created_at":"t","message":{"role":"assistant","content":"${text}"},"done":false}\n`,
    twice: (text) =>
      `{"model":"m","created_at":"t","message":{"role":"assistant","content":"gone","content":"${text}"},"done":false}\n`,
    path: "/message/content",
    after:
      '{"model":"m","created_at":"t","message":{"role":"assistant","content":""},"done":true,"done_reason":"stop"}\n',
  },
};

describe("a key that stands twice in a frame of a stream", () => {
  const texts = [..."abcdef"];
  const rows = Object.entries(STREAMS).flatMap(([name, stream]) =>
    [0, 3, 5].flatMap((at) => [true, false].map((fast) => ({ name, stream, at, fast }))),
  );

  it.each(rows)("is one loss with its path: $name, frame $at, fast paths $fast", ({ stream, at, fast }) => {
    const { provider, before = "", frame, twice, path, after } = stream;
    const client = provider === "openai-chat" ? "anthropic" : "openai-chat";
    const frames = texts.map((text, index) => (index === at ? twice(text) : frame(text)));
    for (const pieces of [[before + frames.join("") + after], [before, ...frames, after]]) {
      const translation = createBridge({ client, provider, fast }).stream();
      const out = pieces.map((piece) => translation.push(piece)).join("") + translation.end();
      expect(translation.failure).toBeUndefined();
      expect(out).not.toContain("gone");
      expect(translation.losses.filter(({ code }) => code === "duplicate-key").map((loss) => loss.path)).toEqual([
        path,
      ]);
    }
  });

  it.each(Object.entries(STREAMS))("is no loss where the client has the same dialect: %s", (_name, stream) => {
    const { provider, before = "", twice, after } = stream;
    const translation = createBridge({ client: provider, provider }).stream();
    expect(translation.push(before + twice("a") + after) + translation.end()).toContain(twice("a"));
    expect(translation.losses).toEqual([]);
  });

  it("is not searched for where a frame is nested too deeply to be read", () => {
    const deep = `{"x":${"[".repeat(50_000)}${"]".repeat(50_000)},"content":"a"}`;
    const translation = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
    expect(translation.push(chatFrame(deep) + CHAT_END) + translation.end()).toContain('"text":"a"');
    expect(translation.failure).toBeUndefined();
  });

  it("is a loss in a whole response that comes in place of a stream", () => {
    const body =
      '{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"One","content":"Two"},"finish_reason":"stop"}]}';
    const translation = createBridge({ client: "anthropic", provider: "openai-chat" }).stream();
    expect(translation.push(body) + translation.end()).toContain("Two");
    expect(translation.losses.map(({ path }) => path)).toContain("/choices/0/message/content");
  });
});
