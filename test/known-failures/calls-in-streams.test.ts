import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { BOTH } from "./calls.ts";
import {
  callsIn,
  comparableCalls,
  readTranslatedStream,
  TOOL_FINISH_REASON,
  translateRequest,
  translateResponse,
} from "./translate.ts";
import { chatCall, DIALECTS, type Fields, PARIS, TIME, WEATHER, writeRequest } from "./wire.ts";
import { completion, geminiChunk, writeResponse } from "./wire-responses.ts";
import {
  ANTHROPIC_START,
  anthropicEnd,
  blockEvents,
  CHAT_START,
  chatCalls,
  chatEnd,
  chatFrame,
  event,
  toolBlock,
  writeStream,
} from "./wire-streams.ts";

describe("33: a response with calls has the finish reason for calls, whatever the provider sent", () => {
  const rows: readonly (readonly [provider: (typeof DIALECTS)[number], whole: Fields, stream: readonly string[]])[] = [
    [
      "openai-chat",
      completion({ role: "assistant", content: null, tool_calls: [chatCall(PARIS)] }, "stop"),
      [CHAT_START, chatCalls({ index: 0, ...chatCall(PARIS) }), ...chatEnd("stop")],
    ],
    [
      "openrouter",
      completion({ role: "assistant", content: null, tool_calls: [chatCall(PARIS)] }, "stop"),
      [CHAT_START, chatCalls({ index: 0, ...chatCall(PARIS) }), ...chatEnd("stop")],
    ],
    [
      "anthropic",
      { ...writeResponse("anthropic", { calls: [PARIS] }), stop_reason: "end_turn" },
      [
        ANTHROPIC_START,
        ...blockEvents(0, toolBlock(PARIS), [{ type: "input_json_delta", partial_json: PARIS.arguments }]),
        ...anthropicEnd("end_turn"),
      ].map(event),
    ],
    ["gemini", writeResponse("gemini", { calls: [PARIS] }), writeStream("gemini", { calls: [PARIS] })],
    ["ollama", writeResponse("ollama", { calls: [PARIS] }), writeStream("ollama", { calls: [PARIS] })],
    [
      "openai-responses",
      writeResponse("openai-responses", { calls: [PARIS] }),
      writeStream("openai-responses", { calls: [PARIS] }),
    ],
  ];

  describe.each(rows)("%s", (provider, whole, stream) => {
    it.each(DIALECTS.filter((client) => client !== provider))("to a client of %s", async (client) => {
      expect((await translateResponse(client, provider, whole)).stop).toBe(TOOL_FINISH_REASON[client]);
      expect((await readTranslatedStream(client, provider, stream)).stop).toBe(TOOL_FINISH_REASON[client]);
    });
  });

  it("and a response without calls does not, whatever the provider sent", async () => {
    const whole = completion({ role: "assistant", content: "Hi", tool_calls: [] }, "tool_calls");
    const stream = [CHAT_START, chatFrame({ content: "Hi" }), ...chatEnd("tool_calls")];
    expect((await translateResponse("anthropic", "openai-chat", whole)).stop).toBe("end_turn");
    expect((await readTranslatedStream("anthropic", "openai-chat", stream)).stop).toBe("end_turn");
  });
});

describe("36: blocks are numbered from 0 without gaps", () => {
  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("in what %s streams", async (provider) => {
    const { bytes } = await readTranslatedStream(
      "anthropic",
      provider,
      writeStream(provider, { text: "Now:", calls: BOTH }),
    );
    const starts = [...bytes.matchAll(/"type":"content_block_start","index":(\d+)/g)].map(([, index]) => Number(index));
    expect(starts).toEqual([0, 1, 2]);
  });

  it("where parts that the client cannot be shown stand between", async () => {
    const code = { executableCode: { language: "PYTHON", code: "1" } };
    const output = { codeExecutionResult: { outcome: "OUTCOME_OK", output: "1" } };
    const stream = [
      geminiChunk([{ text: "See" }, code]),
      geminiChunk([output, { text: "so" }]),
      geminiChunk([{ functionCall: { name: "get_time", args: {} } }], { finishReason: "STOP" }),
    ].map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`);
    for (const client of ["anthropic", "openai-responses", "openai-chat", "ollama"] as const) {
      const read = await readTranslatedStream(client, "gemini", stream);
      expect(comparableCalls(read.calls)).toEqual([{ name: "get_time", input: {} }]);
      expect(read.text.replaceAll("\n", "")).toMatch(/See.*so/);
    }
  });
});

describe("text after a call, which has no form of its own in some dialects", () => {
  it.each(DIALECTS.filter((client) => client !== "anthropic"))("is kept for a client of %s", async (client) => {
    const text = (message: string) => ({ type: "text", text: message });
    const content = [text("Before."), { ...toolBlock(PARIS), input: { city: "Paris" } }, text("After.")];
    const read = await translateResponse(client, "anthropic", {
      ...writeResponse("anthropic", { calls: [PARIS] }),
      content,
    });
    expect(read.text.replaceAll("\n", "")).toBe("Before.After.");
    expect(comparableCalls(read.calls)).toEqual(comparableCalls([PARIS]));
    const block = (index: number, message: string) =>
      blockEvents(index, { type: "text", text: "" }, [{ type: "text_delta", text: message }]);
    const stream = [
      ANTHROPIC_START,
      ...block(0, "Before."),
      ...blockEvents(1, toolBlock(PARIS), [{ type: "input_json_delta", partial_json: PARIS.arguments }]),
      ...block(2, "After."),
      ...anthropicEnd("tool_use"),
    ].map(event);
    const streamed = await readTranslatedStream(client, "anthropic", stream);
    expect(streamed.text.replaceAll("\n", "")).toBe("Before.After.");
    expect(comparableCalls(streamed.calls)).toEqual(comparableCalls([PARIS]));
  });

  it.each(DIALECTS.filter((provider) => provider !== "anthropic"))("is legal in the history for %s", (provider) => {
    const request = writeRequest("anthropic", { tools: [WEATHER, TIME], turns: [{ user: "Hi" }] });
    const content = [
      { ...toolBlock(PARIS), input: { city: "Paris" } },
      { type: "text", text: "After." },
    ];
    const result = { type: "tool_result", tool_use_id: "toolu_paris", content: "Sun" };
    const messages = [
      ...(request.messages as Json[]),
      { role: "assistant", content },
      { role: "user", content: [result] },
    ];
    const { value } = translateRequest("anthropic", provider, { ...request, messages });
    expect(JSON.stringify(value)).toContain("After.");
    expect(comparableCalls(callsIn(provider, value))).toEqual(comparableCalls([PARIS]));
  });
});
