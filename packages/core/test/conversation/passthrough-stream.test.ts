import { createBridge } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { failed, succeeded } from "../../../../test/known-failures/translate.ts";
import { CHAT_START, chatFrame, type DialectName, data, writeStream } from "../../../../test/known-failures/wire.ts";

const CONTENT = { text: "Hello, world" };
const DIALECTS: readonly DialectName[] = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"];
const DONE = "data: [DONE]\n\n";

/** What a client gets from a provider that speaks the same. */
function passed(dialect: DialectName, bytes: string, at = bytes.length): string {
  const stream = createBridge({ client: dialect, provider: dialect }).stream();
  return stream.push(bytes.slice(0, at)) + stream.push(bytes.slice(at)) + stream.end();
}

describe.each(DIALECTS)("a stream of %s that passes as it is", (dialect) => {
  const all = writeStream(dialect, CONTENT);

  it("comes as it was sent, wherever it is cut", () => {
    const bytes = all.join("");
    for (let at = 0; at <= bytes.length; at++) expect(passed(dialect, bytes, at)).toBe(bytes);
  });

  it("never looks like a success where the connection breaks before its end", () => {
    for (let count = 0; count < all.length; count++) {
      const stream = createBridge({ client: dialect, provider: dialect }).stream();
      const reported = stream.push(all.slice(0, count).join("")) + stream.fail("the connection broke");
      expect(succeeded(dialect, reported), reported).toBe(false);
      expect(failed(dialect, reported), reported).toBe(true);
    }
  });
});

describe("a stream that passes as it is", () => {
  it("ends with its last word, whatever follows, but for the mark that some servers set", () => {
    const bytes = writeStream("openai-responses", CONTENT).join("");
    const more = writeStream("openai-responses", CONTENT)[1] ?? "";
    for (const at of [bytes.length - 1, bytes.length, bytes.length + 5]) {
      expect(passed("openai-responses", bytes + more, at)).toBe(bytes);
      expect(passed("openai-responses", bytes + DONE + DONE + more, at)).toBe(bytes + DONE);
    }
  });

  it("goes on where a server says in every chunk how the answer ends", () => {
    const output = (text: string) => data({ candidates: [{ content: { parts: [{ text }] }, finishReason: "STOP" }] });
    const stream = createBridge({ client: "gemini", provider: "gemini" }).stream();
    const first = stream.push(output("a")) + stream.push(output("b"));
    expect(first).toBe(output("a"));
    expect(stream.push(output("c")) + stream.end()).toBe(output("b") + output("c"));
  });

  it("is told to have failed where only its end shows that it has", () => {
    const nameless = chatFrame({
      tool_calls: [{ index: 0, id: "a", type: "function", function: { arguments: "{}" } }],
    });
    const bytes = [CHAT_START, nameless, chatFrame({}, "tool_calls"), DONE].join("");
    for (const sent of [bytes, bytes.replace(DONE, "")]) {
      const reported = passed("openai-chat", sent);
      expect(failed("openai-chat", reported), reported).toBe(true);
      expect(succeeded("openai-chat", reported), reported).toBe(false);
    }
  });

  it("tells an error of the provider's in the provider's own words", () => {
    const error = data({ error: { message: "Gone", type: "server_error", code: null, param: null } });
    const bytes = [CHAT_START, chatFrame({ content: "Hi" }), chatFrame({}, "stop"), error].join("");
    expect(passed("openai-chat", bytes + DONE)).toBe(bytes + DONE);
  });

  it("has one start", () => {
    for (const dialect of ["anthropic", "openai-responses"] as const) {
      const [start = "", ...rest] = writeStream(dialect, CONTENT);
      expect(passed(dialect, [start, start, ...rest].join(""))).toBe([start, ...rest].join(""));
    }
  });

  it("has the counts that the vendor's SDK takes for granted", () => {
    const bytes = writeStream("anthropic", CONTENT).join("");
    const reported = passed("anthropic", bytes.replaceAll(/,"usage":\{[^}]*\}/g, ""));
    expect(reported).toContain('"usage":{"input_tokens":0,"output_tokens":0}');
    expect(reported).toMatch(/"message_delta".*"usage":\{"output_tokens":0\}/);
  });

  it("has nothing before the data of an event for an SDK that looks nowhere else", () => {
    const all = writeStream("gemini", CONTENT);
    const bytes = all.map((frame) => `id: 1\nretry: 1000\n${frame}`).join("");
    expect(passed("gemini", bytes)).toBe(all.join(""));
  });
});
