import { type Bridge, ConversionError, findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { acceptedRequests, DIALECTS, requests, responses, streams } from "../../../../test/conversations/recorded.ts";
import { legality } from "../../../../test/legal/index.ts";
import { sdks } from "../../../../test/sdk/index.ts";
import { createBridge } from "../../../../test/support/dynamic.ts";
import { Ledger } from "../../src/ledger.ts";
import { Report } from "../../src/report.ts";

const OWN = "ollama";
const others = DIALECTS.filter((id) => id !== OWN && findDialect(id)?.request !== undefined);
const tools = [{ type: "function", function: { name: "f", parameters: { type: "object", properties: {} } } }];

type Fields = Record<string, Json>;

// ── what comes back ─────────────────────────────────────────────────────────

const MESSAGES: Json[] = [
  { role: "system", content: "Be brief." },
  { role: "User", content: "Look", images: ["iVBORw0KGgoAAAA", "/9j/AAAA"] },
  { role: "assistant", content: "", thinking: "Hm", tool_calls: [{ function: { name: "f", arguments: { a: 1 } } }] },
  { role: "tool", content: "[Error] no", tool_name: "f", tool_call_id: "call_1", images: ["AAAA"] },
  { role: "tool", content: "[Error] ", id: "unknown" },
  {
    role: "assistant",
    thinking: "",
    tool_calls: [
      { id: "", type: "function", function: { index: 3, name: "f" } },
      { id: "call_1", function: { index: 0, name: "f", arguments: null, x: 1 } },
      { id: "call_2", function: { name: "f", arguments: '{"a":1}' } },
      { id: "call_3", function: { name: "f", arguments: { INVALID_JSON: '{"a":' } } },
    ],
  },
  { role: "assistant", content: null, images: [], tool_calls: [] },
];

const REQUESTS: Fields[] = [
  { model: "qwen3", messages: MESSAGES, tools },
  { model: "qwen3", keep_alive: 0 },
  { model: "qwen3", messages: [], options: {}, format: "", think: "low", stream: false },
  { model: "qwen3", messages: [], format: "json", think: "extreme", options: { num_predict: -1, num_ctx: 4096 } },
  {
    model: "qwen3",
    messages: [],
    format: { type: "object" },
    think: false,
    tools: null,
    logprobs: true,
    top_logprobs: 2,
  },
  {
    model: "qwen3",
    messages: [],
    think: true,
    options: { num_predict: 9, temperature: 0, top_p: 0.5, top_k: 4, min_p: 0.1, seed: 7, stop: ["a"], mirostat: 1 },
  },
];

const RESPONSES: Fields[] = [
  { model: "m", created_at: "2026-08-05T08:10:56.372032123Z", message: { content: "a" }, done: true },
  { model: "m", created_at: "yesterday", message: { role: "assistant", content: "" }, done: true, done_reason: "load" },
  { model: "m", created_at: "2026-08-05T10:10:56+02:00", done: false, eval_count: 2, eval_duration: 3, logprobs: [] },
];

describe("Ollama to Ollama", () => {
  it("round-trips every request without a loss", () => {
    const recorded = requests.filter(({ dialect }) => dialect === OWN).map(({ body }) => body);
    for (const body of [...recorded, ...REQUESTS])
      expect(roundTrip("request", body)).toEqual({ value: body, losses: [] });
  });

  it("round-trips every response without a loss", () => {
    const recorded = responses.filter(({ dialect }) => dialect === OWN).map(({ body }) => body);
    for (const body of [...recorded, ...RESPONSES])
      expect(roundTrip("response", body)).toEqual({ value: body, losses: [] });
  });
});

function roundTrip(what: "request" | "response", body: Json): { value: unknown; losses: unknown[] } {
  const codec = findDialect(OWN)?.[what];
  const ledger = new Ledger({ from: OWN, to: OWN });
  const decoded = codec?.decode(body, new Report(ledger, "to_canonical"));
  const context = { id: "x", created: 0, includeUsage: false };
  const value = codec?.encode(decoded as never, new Report(ledger, "from_canonical"), context);
  return { value, losses: ledger.losses() };
}

// ── other dialects ──────────────────────────────────────────────────────────

describe.each(others)("%s to Ollama", (dialect) => {
  it("makes legal requests", () => {
    for (const { id, body } of acceptedRequests.filter((each) => each.dialect === dialect)) {
      const { value } = createBridge({ client: dialect, provider: OWN, providerModel: "qwen3" }).request(body);
      expect([id, legality[OWN]?.request(value)]).toEqual([id, []]);
      expect([id, typeof value.stream]).toEqual([id, "boolean"]);
    }
  });

  it("makes legal responses that the SDK reads", async () => {
    for (const { id, body } of responses.filter((each) => each.dialect === dialect)) {
      const { value, status } = createBridge({ client: OWN, provider: dialect }).response(body);
      const found = status === undefined ? legality[OWN]?.response(value) : legality[OWN]?.error(status, value);
      expect([id, found]).toEqual([id, []]);
      expect([id, await sdks[OWN]?.parse(value as never, status)]).toMatchObject([id, { ok: status === undefined }]);
    }
  });

  it("makes legal streams that the SDK reads", async () => {
    for (const { id, body } of streams.filter((each) => each.dialect === dialect)) {
      const lines = translated({ client: OWN, provider: dialect }, body);
      expect([id, legality[OWN]?.stream(lines)]).toEqual([id, []]);
      const failed = lines.trimEnd().split("\n").at(-1)?.startsWith('{"error"') === true;
      expect([id, await sdks[OWN]?.consume(lines)]).toMatchObject([id, { ok: !failed }]);
    }
  });
});

describe.each(others)("Ollama to %s", (dialect) => {
  it("makes legal streams that the SDK reads", async () => {
    for (const { id, body } of streams.filter((each) => each.dialect === OWN)) {
      const text = translated({ client: dialect, provider: OWN }, body);
      expect([id, legality[dialect]?.stream(text)]).toEqual([id, []]);
      expect([id, (await sdks[dialect]?.consume(text))?.ok ?? true]).toEqual([id, true]);
    }
  });
});

function translated(ends: { client: string; provider: string }, text: string): string {
  const stream = createBridge(ends).stream();
  return stream.push(text) + stream.end();
}

// ── requests ────────────────────────────────────────────────────────────────

const toOllama = (): Bridge => createBridge({ client: "openai-chat", provider: OWN });
const user = { role: "user", content: "Hi" };
const called = { id: "call_1", type: "function", function: { name: "f", arguments: '{"n":12345678901234567890}' } };

const SCHEMA = { type: "object", properties: { a: { type: "string", pattern: "^a" } }, required: ["a"] };

describe("a request to Ollama", () => {
  it("sets stream to false, because the default is true", () => {
    expect(toOllama().request({ model: "m", messages: [user] }).value).toEqual({
      model: "m",
      messages: [user],
      stream: false,
    });
  });

  it("has settings in its options, and reports those without a field", () => {
    const settings = { max_completion_tokens: 5, temperature: 0.5, top_p: 1, seed: 3, stop: "END", user: "u", n: 2 };
    const { value, losses } = toOllama().request({ model: "m", messages: [user], ...settings });
    expect(value.options).toEqual({ num_predict: 5, temperature: 0.5, top_p: 1, seed: 3, stop: ["END"] });
    expect(losses.map(({ path }) => path).sort()).toEqual(["/n", "/user"]);
  });

  it.each([
    ["none", false, 0],
    ["minimal", "low", 1],
    ["medium", "medium", 0],
    ["xhigh", "max", 1],
    ["ultra", undefined, 1],
  ])("writes the effort %s as %s", (effort, think, lost) => {
    const { value, losses } = toOllama().request({ model: "m", messages: [user], reasoning_effort: effort });
    expect([value.think, losses.length]).toEqual([think, lost]);
  });

  it("has no think field unless the caller sets the effort, because models without reasoning refuse it", () => {
    const bridge = createBridge({ client: "anthropic", provider: OWN });
    const body = { model: "m", max_tokens: 9, messages: [user], thinking: { type: "adaptive" } };
    expect(bridge.request(body).value).not.toHaveProperty("think");
  });

  it.each([
    [{ type: "json_object" }, "json"],
    [{ type: "json_schema", json_schema: { name: "a", schema: SCHEMA } }, SCHEMA],
    [{ type: "text" }, undefined],
  ])("formats %j", (format, expected) => {
    const { value, losses } = toOllama().request({ model: "m", messages: [user], response_format: format });
    expect([value.format, losses]).toEqual([expected, []]);
  });

  it("has no tools where none may be called, for there is no tool choice", () => {
    const { value, losses, changes } = toOllama().request({ model: "m", messages: [user], tools, tool_choice: "none" });
    expect(value).not.toHaveProperty("tools");
    expect(losses).toEqual([]);
    expect(changes).toContainEqual({ path: "/tool_choice", rule: "tools-left-out" });
  });

  it("has the allowed tools alone", () => {
    const other = { type: "function", function: { name: "g", parameters: { type: "object", properties: {} } } };
    const choice = {
      type: "allowed_tools",
      allowed_tools: { mode: "auto", tools: [{ type: "function", function: { name: "g" } }] },
    };
    const { value, losses } = toOllama().request({
      model: "m",
      messages: [user],
      tools: [...tools, other],
      tool_choice: choice,
    });
    expect([value.tools, losses]).toEqual([[other], []]);
  });

  it("has only the forced tool, which makes its call likely", () => {
    const choice = { type: "function", function: { name: "f" } };
    const others = [...tools, { type: "function", function: { name: "g", parameters: { type: "object" } } }];
    const { value } = toOllama().request({ model: "m", messages: [user], tools: others, tool_choice: choice });
    expect(value.tools).toMatchObject([{ function: { name: "f" } }]);
  });

  it.each(["required", { type: "function", function: { name: "f" } }])("reports that %j cannot be forced", (choice) => {
    const { value, losses } = toOllama().request({ model: "m", messages: [user], tools, tool_choice: choice as Json });
    expect(value).toHaveProperty("tools");
    expect(losses).toMatchObject([{ code: "forced-choice", path: "/tool_choice" }]);
  });

  it("holds arguments as objects, exact to the digit, and both names of a result", () => {
    const messages = [
      user,
      { role: "assistant", content: null, tool_calls: [called, { ...called, id: "call_2" }] },
      { role: "tool", tool_call_id: "call_1", content: "one" },
      { role: "tool", tool_call_id: "call_2", content: "two" },
    ];
    const { value } = toOllama().request({ model: "m", messages, tools });
    const [, assistant, one, two] = value.messages as Fields[];
    const [first, second] = fieldsIn(assistant?.tool_calls) as { id: string; function: Fields }[];
    expect([first?.id, first?.function.index, second?.id, second?.function.index]).toEqual(["call_1", 0, "call_2", 1]);
    expect(String((first?.function.arguments as Fields | undefined)?.n)).toBe("12345678901234567890");
    expect(one).toEqual({ role: "tool", content: "one", tool_name: "f", tool_call_id: "call_1" });
    expect(two).toEqual({ role: "tool", content: "two", tool_name: "f", tool_call_id: "call_2" });
  });

  it("joins texts, holds images as Base64 and describes what it cannot show", () => {
    const image = (url: string) => ({ type: "image_url", image_url: { url } });
    const content = [{ type: "text", text: "a" }, image("data:image/png;base64,AAAA"), image("https://x.test/b.png")];
    const { value, losses } = toOllama().request({ model: "m", messages: [{ role: "user", content }] });
    expect(value.messages).toEqual([
      { role: "user", content: "a\n[image: https://x.test/b.png (not shown)]", images: ["AAAA"] },
    ]);
    expect(losses).toMatchObject([{ code: "media", action: "described", path: "/messages/0/content/2" }]);
  });

  it("marks a failed result, and the mark is read again", () => {
    const bridge = createBridge({ client: "anthropic", provider: OWN });
    const result = { type: "tool_result", tool_use_id: "toolu_1", is_error: true, content: "no" };
    const messages = [
      user,
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }] },
      { role: "user", content: [result] },
    ];
    const { value } = bridge.request({ model: "m", max_tokens: 9, messages });
    expect((value.messages as Fields[])[2]).toMatchObject({ role: "tool", content: "[Error] no" });
    const back = createBridge({ client: OWN, provider: "anthropic" }).request(value).value.messages as Fields[];
    expect(back[2]?.content).toMatchObject([{ is_error: true, content: "no" }]);
  });
});

describe("a request from Ollama", () => {
  it("streams by default", () => {
    const { value } = createBridge({ client: OWN, provider: "anthropic" }).request({ model: "m", messages: [user] });
    expect(value.stream).toBe(true);
  });

  it("detects image types by their first bytes", () => {
    const message = { role: "user", content: "a", images: ["iVBORw0KGgoAAAA"] };
    const { value } = createBridge({ client: OWN, provider: "anthropic" }).request({ model: "m", messages: [message] });
    const source = { type: "base64", media_type: "image/png", data: "iVBORw0KGgoAAAA" };
    expect((value.messages as Fields[])[0]?.content).toEqual([
      { type: "text", text: "a" },
      { type: "image", source },
    ]);
  });

  it("pairs calls and results that have no ids, even two of one tool", () => {
    const call = (city: string) => ({ function: { name: "f", arguments: { city } } });
    const messages = [
      user,
      { role: "assistant", content: "", tool_calls: [call("Bern"), call("Rome")] },
      { role: "tool", tool_name: "f", content: "cold" },
      { role: "tool", tool_name: "f", content: "warm" },
    ];
    const { value } = createBridge({ client: OWN, provider: "openai-chat" }).request({ model: "m", messages, tools });
    const [, assistant, cold, warm] = value.messages as Fields[];
    const ids = fieldsIn(assistant?.tool_calls).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
    expect([cold?.tool_call_id, cold?.content, warm?.tool_call_id, warm?.content]).toEqual([
      ids[0],
      "cold",
      ids[1],
      "warm",
    ]);
  });

  it("is refused where it makes a tool choice on its own", () => {
    const report = new Report(new Ledger({ from: OWN, to: OWN }), "to_canonical");
    expect(() => findDialect(OWN)?.choice?.decode("auto", report)).toThrow(ConversionError);
  });
});

function fieldsIn(list: Json | undefined): Fields[] {
  return (list ?? []) as Fields[];
}

// ── answers ─────────────────────────────────────────────────────────────────

const line = (message: Fields, rest: Fields = { done: false }): string =>
  `${JSON.stringify({ model: "m", created_at: "2026-08-05T08:10:56.3Z", message: { role: "assistant", content: "", ...message }, ...rest })}\n`;
const last = { done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 4 };
const calls = (...cities: string[]): Fields => ({
  tool_calls: cities.map((city) => ({ function: { index: 0, name: "f", arguments: { city } } })),
});

describe("a stream of Ollama", () => {
  it.each([
    ["in lines of their own", line({ content: "Hm" }) + line(calls("Bern")) + line(calls("Rome")) + line({}, last)],
    ["in the last line", line({ content: "Hm" }) + line(calls("Bern", "Rome"), last)],
  ])("has whole calls %s, with ids of their own", async (_, text) => {
    const read = await sdks.anthropic?.consume(translated({ client: "anthropic", provider: OWN }, text));
    if (read?.ok !== true) throw new Error("the SDK refused it");
    expect([read.text, read.stop]).toEqual(["Hm", "tool_use"]);
    expect(read.calls.map((call) => JSON.parse(call.arguments))).toEqual([{ city: "Bern" }, { city: "Rome" }]);
    expect(new Set(read.calls.map(({ id }) => id)).size).toBe(2);
  });

  it("keeps every digit of its arguments", () => {
    const text = line({}).replace(
      '"content":""',
      '"content":"","tool_calls":[{"function":{"name":"f","arguments":{"n":1e400}}}]',
    );
    expect(translated({ client: "openai-chat", provider: OWN }, text + line({}, last))).toContain('{\\"n\\":1e400}');
  });

  it("fails with its error line, and where its last line is missing", () => {
    const ends = { client: "anthropic", provider: OWN };
    expect(translated(ends, `${line({ content: "a" })}{"error":"out of memory"}\n`)).toMatch(
      /event: error.*out of memory/s,
    );
    const cut = translated(ends, line({ content: "a" }));
    expect(cut).toContain("event: error");
    expect(cut).not.toContain("message_stop");
  });
});

describe("a stream to Ollama", () => {
  const chunk = (delta: Fields, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1_785_917_456, model: "m", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const piece = (text: string, head: Fields = {}): string =>
    chunk({
      tool_calls: [
        { index: 0, ...head, function: { ...(head.id === undefined ? {} : { name: "f" }), arguments: text } },
      ],
    });
  const ends = { client: OWN, provider: "openai-chat" };

  it("is one line for each piece of text and one for each call", () => {
    const text =
      chunk({ reasoning_content: "Hm" }) + chunk({ content: "a" }) + piece('{"n":', { id: "call_1" }) + piece("1}");
    const lines = translated(ends, `${text}${chunk({}, "tool_calls")}data: [DONE]\n\n`)
      .trimEnd()
      .split("\n");
    expect(lines.map((each) => JSON.parse(each).message)).toEqual([
      { role: "assistant", content: "", thinking: "Hm" },
      { role: "assistant", content: "a" },
      {
        role: "assistant",
        content: "",
        tool_calls: [{ id: "call_1", function: { index: 0, name: "f", arguments: { n: 1 } } }],
      },
      { role: "assistant", content: "" },
    ]);
    expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({
      created_at: "2026-08-05T08:10:56Z",
      done: true,
      done_reason: "stop",
    });
  });

  it("omits a truncated call", () => {
    const text = translated(ends, `${piece('{"n":', { id: "call_1" })}${chunk({}, "length")}data: [DONE]\n\n`);
    expect(text).not.toContain("tool_calls");
    expect(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "")).toMatchObject({ done: true, done_reason: "length" });
  });

  it("ends with an error line, and never as done, where the provider's is cut", () => {
    const lines = translated(ends, chunk({ content: "a" }))
      .trimEnd()
      .split("\n");
    expect(Object.keys(JSON.parse(lines.at(-1) ?? ""))).toEqual(["error"]);
    expect(lines.join("\n")).not.toContain('"done":true');
  });
});

describe("an answer of Ollama", () => {
  it("finishes with tool calls whatever its done_reason, and counts missing usage as zero", () => {
    const message = { role: "assistant", content: "", thinking: "Hm", ...calls("Bern") };
    const body = {
      model: "m",
      created_at: "2026-08-05T08:10:56.9Z",
      message,
      done: true,
      done_reason: "stop",
      eval_count: 4,
    };
    const { value } = createBridge({ client: "openai-chat", provider: OWN }).response(body);
    expect(value).toMatchObject({
      created: 1_785_917_456,
      choices: [{ finish_reason: "tool_calls", message: { reasoning_content: "Hm" } }],
      usage: { prompt_tokens: 0, completion_tokens: 4 },
    });
  });
});

describe("an error of Ollama", () => {
  it("is a text in both directions", () => {
    const bridge = createBridge({ client: "anthropic", provider: OWN });
    expect(bridge.error(404, { error: "model 'x' not found" })).toEqual({
      status: 404,
      value: { type: "error", error: { type: "not_found_error", message: "model 'x' not found" } },
    });
    const back = createBridge({ client: OWN, provider: "anthropic" });
    const overloaded = { type: "error", error: { type: "overloaded_error", message: "Later" } };
    expect(back.error(529, overloaded)).toEqual({ status: 503, value: { error: "Later" } });
  });
});
