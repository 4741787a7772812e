import { createBridge } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { failed, succeeded } from "../../../../test/known-failures/translate.ts";
import type { DialectName } from "../../../../test/known-failures/wire.ts";
import { CHAT_START, chatFrame, data, writeStream } from "../../../../test/known-failures/wire-streams.ts";

const CONTENT = { text: "Hello, world" };
const DIALECTS: readonly DialectName[] = ["openai-chat", "openai-responses", "anthropic", "gemini", "ollama"];
const DONE = "data: [DONE]\n\n";

/** What a client gets from a provider that speaks the same. */
function passed(dialect: DialectName, bytes: string, at = bytes.length): string {
  const stream = createBridge({ client: dialect, provider: dialect }).stream();
  return stream.push(bytes.slice(0, at)) + stream.push(bytes.slice(at)) + stream.end();
}

describe.each(DIALECTS)("a passthrough stream of %s", (dialect) => {
  const all = writeStream(dialect, CONTENT);

  it("is unchanged, wherever it is split", () => {
    const bytes = all.join("");
    for (let at = 0; at <= bytes.length; at++) expect(passed(dialect, bytes, at)).toBe(bytes);
  });

  it("never looks like a success if the connection breaks before its end", () => {
    for (let count = 0; count < all.length; count++) {
      const stream = createBridge({ client: dialect, provider: dialect }).stream();
      const reported = stream.push(all.slice(0, count).join("")) + stream.fail("the connection broke");
      expect(succeeded(dialect, reported), reported).toBe(false);
      expect(failed(dialect, reported), reported).toBe(true);
    }
  });
});

describe("a passthrough stream", () => {
  it("ends with its final event, whatever follows except [DONE]", () => {
    const bytes = writeStream("openai-responses", CONTENT).join("");
    const more = writeStream("openai-responses", CONTENT)[1] ?? "";
    for (const at of [bytes.length - 1, bytes.length, bytes.length + 5]) {
      expect(passed("openai-responses", bytes + more, at)).toBe(bytes);
      expect(passed("openai-responses", bytes + DONE + DONE + more, at)).toBe(bytes + DONE);
    }
  });

  it("continues if a server repeats the finish reason in every chunk", () => {
    const output = (text: string) => data({ candidates: [{ content: { parts: [{ text }] }, finishReason: "STOP" }] });
    const stream = createBridge({ client: "gemini", provider: "gemini" }).stream();
    const first = stream.push(output("a")) + stream.push(output("b"));
    expect(first).toBe(output("a"));
    expect(stream.push(output("c")) + stream.end()).toBe(output("b") + output("c"));
  });

  it("is reported as failed if only its end shows the failure", () => {
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

  it("passes the provider's error message", () => {
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

  it("has the usage counts that the vendor's SDK requires", () => {
    const bytes = writeStream("anthropic", CONTENT).join("");
    const reported = passed("anthropic", bytes.replaceAll(/,"usage":\{[^}]*\}/g, ""));
    expect(reported).toContain('"usage":{"input_tokens":0,"output_tokens":0}');
    expect(reported).toMatch(/"message_delta".*"usage":\{"output_tokens":0\}/);
  });

  it("has no line before an event's data for SDKs that read only the first line", () => {
    const all = writeStream("gemini", CONTENT);
    const bytes = all.map((frame) => `id: 1\nretry: 1000\n${frame}`).join("");
    expect(passed("gemini", bytes)).toBe(all.join(""));
  });
});
