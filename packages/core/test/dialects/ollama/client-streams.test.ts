import { describe, expect, it } from "vitest";
import { type Fields, OWN, translated } from "./bodies.ts";

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
