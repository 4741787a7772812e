import { describe, expect, it } from "vitest";
import { sdks } from "../../../../../test/sdk/index.ts";
import { calls, type Fields, OWN, translated } from "./bodies.ts";

const line = (message: Fields, rest: Fields = { done: false }): string =>
  `${JSON.stringify({ model: "m", created_at: "2026-08-05T08:10:56.3Z", message: { role: "assistant", content: "", ...message }, ...rest })}\n`;
const last = { done: true, done_reason: "stop", prompt_eval_count: 3, eval_count: 4 };

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
