import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { type Fields, OWN, partsOf, text, translated } from "./bodies.ts";

describe("streams for clients of Gemini", () => {
  const written = (...deltas: Json[]) =>
    deltas.map((delta) => `data: ${text({ id: "a", model: "m", choices: [{ index: 0, delta }] })}\n\n`).join("") +
    `data: ${text({ choices: [{ index: 0, delta: {}, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;
  const frames = (bytes: string): Fields[] =>
    bytes
      .split("\n\n")
      .filter(Boolean)
      .map((frame) => JSON.parse(frame.slice(6)));
  const partsIn = (bytes: string) =>
    frames(bytes).flatMap(({ candidates }) => partsOf((candidates as Fields[])[0]?.content as Fields | undefined));

  it("have complete calls, and a last part with empty text", () => {
    const calls = [{ index: 0, id: "call_1", function: { name: "f", arguments: '{"a":' } }];
    const rest = [{ index: 0, function: { arguments: "1}" } }];
    const bytes = translated(
      { client: OWN, provider: "openai-chat" },
      written({ content: "Hi" }, { tool_calls: calls }, { tool_calls: rest }),
    );
    expect(partsIn(bytes)).toEqual([
      { text: "Hi" },
      { functionCall: { id: "call_1", name: "f", args: { a: 1 } } },
      { text: "" },
    ]);
    expect(frames(bytes).at(-1)).toMatchObject({
      candidates: [{ finishReason: "STOP" }],
      modelVersion: "m",
      responseId: "a",
    });
  });

  it("have reasoning marked with its vendor, so that it returns there", () => {
    const bytes = translated(
      { client: OWN, provider: "openai-chat" },
      written({ reasoning_content: "Hm" }, { content: "Hi" }),
    );
    const [reasoning, signature] = partsIn(bytes);
    expect(reasoning).toEqual({ text: "Hm", thought: true });
    expect(signature).toMatchObject({ thought: true, thoughtSignature: expect.stringMatching(/^dGcxO/) });
  });

  it("have no truncated call", () => {
    const calls = [{ index: 0, id: "call_1", function: { name: "f", arguments: '{"a":' } }];
    const bytes = written({ tool_calls: calls }).replace('"stop"', '"length"');
    expect(partsIn(translated({ client: OWN, provider: "openai-chat" }, bytes))).toEqual([{ text: "" }]);
  });
});
