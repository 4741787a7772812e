import { stringifyJson } from "@toolglot/core";
import { GenerateError, GenerateResultReader } from "@toolglot/toolbox";
import { describe, expect, it } from "vitest";

const EVENTS = [
  { type: "message_start", message: { usage: { input_tokens: 7, output_tokens: 1 } } },
  { type: "content_block_start", index: 0, content_block: { type: "thinking", thinking: "", signature: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "thinking_delta", thinking: "Hmm" } },
  { type: "content_block_delta", index: 0, delta: { type: "signature_delta", signature: "c2VhbA==" } },
  { type: "content_block_stop", index: 0 },
  { type: "ping" },
  { type: "content_block_start", index: 1, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 1, delta: { type: "text_delta", text: "Zwölf 🕛" } },
  { type: "content_block_start", index: 2, content_block: { type: "tool_use", id: "toolu_1", name: "now", input: {} } },
  { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: '{"n":1.' } },
  { type: "content_block_delta", index: 2, delta: { type: "input_json_delta", partial_json: "10}" } },
  { type: "message_delta", delta: { stop_reason: "tool_use" }, usage: { output_tokens: 9 } },
  { type: "message_stop" },
];

const wire = (events: readonly object[], end = "\n") =>
  events.map((event) => `event: x${end}data: ${JSON.stringify(event)}${end}${end}`).join("");

function read(text: string, size = text.length) {
  const written: string[] = [];
  const reader = new GenerateResultReader({
    onText: (piece) => written.push(piece),
    onReasoning: (piece) => written.push(`(${piece})`),
  });
  for (let at = 0; at < text.length; at += size) reader.push(text.slice(at, at + size));
  return { said: written, reader };
}

describe("reading a response", () => {
  it.each([
    ["\n", 1],
    ["\n", 7],
    ["\r\n", 1],
    ["\r\n", 1000],
  ])("gives the same with line ends %j in pieces of %i", (end, size) => {
    const { said, reader } = read(wire(EVENTS, end), size);
    const { content, stopReason, usage } = reader.end();
    expect(JSON.stringify(content.slice(0, 2))).toBe(
      JSON.stringify([
        { type: "thinking", thinking: "Hmm", signature: "c2VhbA==" },
        { type: "text", text: "Zwölf 🕛" },
      ]),
    );
    expect(stringifyJson(content[2]?.input ?? null)).toBe('{"n":1.10}');
    expect([stopReason, usage, said.join("")]).toEqual(["tool_use", { input: 7, output: 9 }, "(Hmm)Zwölf 🕛"]);
  });

  it("rejects every response without its end", () => {
    for (let kept = 0; kept < EVENTS.length; kept++) {
      const { reader } = read(wire(EVENTS.slice(0, kept)));
      expect(() => reader.end()).toThrow(GenerateError);
    }
  });

  it("reports an error, whatever follows it", () => {
    const error = { type: "error", error: { type: "overloaded_error", message: "Overloaded" } };
    const { reader } = read(wire([...EVENTS.slice(0, 8), error, ...EVENTS.slice(8)]));
    expect(() => reader.end()).toThrow("Overloaded");
  });

  it("reports arguments that are not a JSON object", () => {
    const call = { type: "tool_use", id: "toolu_1", name: "now", input: {} };
    const { reader } = read(
      wire([
        { type: "content_block_start", index: 0, content_block: call },
        { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: "[1" } },
        { type: "message_delta", delta: { stop_reason: "tool_use" } },
        { type: "message_stop" },
      ]),
    );
    const { content, invalidArguments } = reader.end();
    expect([content, [...(invalidArguments ?? [])]]).toEqual([[call], [["toolu_1", "[1"]]]);
  });
});
