import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { comparableCalls, readTranslatedStream } from "../known-failures/translate.ts";
import { chatCall, DIALECTS, type Fields, OSLO, PARIS } from "../known-failures/wire.ts";
import { geminiChunk, responseObject, writeResponse } from "../known-failures/wire-responses.ts";
import {
  CHAT_START,
  callEvents,
  chatCalls,
  chatEnd,
  chatFrame,
  data,
  numbered,
  writeStream,
} from "../known-failures/wire-streams.ts";
import { CHAT_CLIENTS } from "./content.ts";

describe("F34: deltas of calls in every disorder", () => {
  const piece = (index: number, text: string) => chatCalls({ index, function: { arguments: text } });
  const head = (index: number, call = PARIS) => chatCalls({ index, ...chatCall({ ...call, arguments: "" }) });
  const rows: Readonly<Record<string, readonly string[]>> = {
    "interleaved indexes": [
      head(0),
      head(1, OSLO),
      piece(0, '{"city":'),
      piece(1, '{"city":'),
      piece(0, '"Paris"}'),
      piece(1, '"Oslo"}'),
    ],
    "the id in the first delta alone": [head(0), piece(0, PARIS.arguments), head(1, OSLO), piece(1, OSLO.arguments)],
    "the id repeated": [PARIS, OSLO].flatMap((call, index) => [
      head(index, call),
      chatCalls({ index, id: call.id, function: { arguments: call.arguments } }),
    ]),
    "no index": [chatCalls(chatCall(PARIS)), chatCalls(chatCall(OSLO))],
    "no index, both in one delta": [chatCalls(chatCall(PARIS), chatCall(OSLO))],
    "indexes from 1": [head(1), piece(1, PARIS.arguments), head(2, OSLO), piece(2, OSLO.arguments)],
    "a name in two pieces": [
      chatCalls({ index: 0, id: PARIS.id, type: "function", function: { name: "get_" } }),
      chatCalls({ index: 0, function: { name: "weather" } }),
      piece(0, PARIS.arguments),
      head(1, OSLO),
      piece(1, OSLO.arguments),
    ],
    "one index for two ids": [chatCalls({ index: 0, ...chatCall(PARIS) }), chatCalls({ index: 0, ...chatCall(OSLO) })],
    "arguments before the name": [
      chatCalls({ index: 0, id: PARIS.id, type: "function", function: { arguments: '{"city":' } }),
      chatCalls({ index: 0, function: { name: "get_weather", arguments: '"Paris"}' } }),
      head(1, OSLO),
      piece(1, OSLO.arguments),
    ],
    "arguments as an object": [
      chatCalls({
        index: 0,
        id: PARIS.id,
        type: "function",
        function: { name: PARIS.name, arguments: { city: "Paris" } },
      }),
      chatCalls({
        index: 1,
        id: OSLO.id,
        type: "function",
        function: { name: OSLO.name, arguments: { city: "Oslo" } },
      }),
    ],
    "tool_calls null, and empty": [
      chatFrame({ content: null, tool_calls: null }),
      chatCalls(),
      chatCalls({ index: 0, ...chatCall(PARIS) }),
      chatCalls({ index: 1, ...chatCall(OSLO) }),
    ],
  };

  describe.each(Object.entries(rows))("%s", (_, deltas) => {
    it.each(CHAT_CLIENTS)("for a client of %s", async (client) => {
      const read = await readTranslatedStream(client, "openai-chat", [CHAT_START, ...deltas, ...chatEnd("tool_calls")]);
      expect(comparableCalls(read.calls)).toEqual(comparableCalls([PARIS, OSLO]));
      expect(new Set(read.calls.map(({ id }) => id)).size).toBe(2);
    });
  });

  it.each(CHAT_CLIENTS)("empty arguments, for a client of %s", async (client) => {
    const read = await readTranslatedStream(client, "openai-chat", [
      CHAT_START,
      head(0),
      piece(0, ""),
      ...chatEnd("tool_calls"),
    ]);
    expect(comparableCalls(read.calls)).toEqual([{ name: "get_weather", input: {} }]);
  });

  it("items of Responses whose ids rotate, by their output_index", async () => {
    const events = [PARIS, OSLO].flatMap((call, index) =>
      callEvents(call, index, `fc_${index}`).map((each, at) =>
        "item_id" in each ? { ...each, item_id: `rotated_${index}_${at}` } : each,
      ),
    );
    const stream = numbered([
      { type: "response.created", response: responseObject("in_progress", []) },
      ...events,
      {
        type: "response.completed",
        response: responseObject(
          "completed",
          writeResponse("openai-responses", { calls: [PARIS, OSLO] }).output as Json[],
        ),
      },
    ]);
    for (const client of DIALECTS) {
      if (client === "openai-responses") continue;
      expect(comparableCalls((await readTranslatedStream(client, "openai-responses", stream)).calls)).toEqual(
        comparableCalls([PARIS, OSLO]),
      );
    }
  });

  it("items of Responses whose arguments come with their end alone", async () => {
    const stream = writeStream("openai-responses", { calls: [PARIS, OSLO] }).filter(
      (frame) => !frame.includes("function_call_arguments.delta"),
    );
    for (const client of DIALECTS) {
      if (client === "openai-responses") continue;
      expect(comparableCalls((await readTranslatedStream(client, "openai-responses", stream)).calls)).toEqual(
        comparableCalls([PARIS, OSLO]),
      );
    }
  });

  it("calls of Ollama on the last line", async () => {
    const calls = [PARIS, OSLO].map((call) => ({
      function: { name: call.name, arguments: JSON.parse(call.arguments) as Json },
    }));
    const line = { ...writeResponse("ollama", {}), message: { role: "assistant", content: "", tool_calls: calls } };
    for (const client of DIALECTS) {
      if (client === "ollama") continue;
      const read = await readTranslatedStream(client, "ollama", `${JSON.stringify(line)}\n`);
      expect(comparableCalls(read.calls)).toEqual(comparableCalls([PARIS, OSLO]));
      expect(new Set(read.calls.map(({ id }) => id)).size).toBe(2);
    }
  });

  it("arguments of Vertex in pieces by their paths", async () => {
    const chunk = (functionCall: Fields) => data(geminiChunk([{ functionCall }]));
    const stream = [
      chunk({ name: "get_weather", willContinue: true }),
      chunk({ partialArgs: [{ jsonPath: "$.city", stringValue: "Pa", willContinue: true }], willContinue: true }),
      chunk({ partialArgs: [{ jsonPath: "$.city", stringValue: "ris" }], willContinue: true }),
      chunk({ partialArgs: [{ jsonPath: "$.days[0].n", numberValue: 3 }], willContinue: true }),
      chunk({}),
      data(geminiChunk([{ text: "" }], { finishReason: "STOP" })),
    ];
    for (const client of DIALECTS) {
      if (client === "gemini") continue;
      const read = await readTranslatedStream(client, "gemini", stream);
      expect(comparableCalls(read.calls)).toEqual([
        { name: "get_weather", input: { city: "Paris", days: [{ n: 3 }] } },
      ]);
    }
  });
});
