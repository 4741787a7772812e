import { describe, expect, it } from "vitest";
import { candidate, chunks, type Fields, OWN, text, translated } from "./bodies.ts";

function argumentsIn(stream: string): string[] {
  return [...stream.matchAll(/"arguments":("(?:[^"\\]|\\.)*")/g)]
    .map(([, json]) => JSON.parse(json ?? '""'))
    .filter((each) => each !== "");
}

describe("streams of Gemini", () => {
  it("have arguments put together that come by path", () => {
    const piece = (jsonPath: string, value: Fields, more: Fields = {}) => ({
      functionCall: { partialArgs: [{ jsonPath, ...value }], willContinue: true, ...more },
    });
    const stream = chunks(
      { functionCall: { name: "f", willContinue: true }, thoughtSignature: "EqUC" },
      piece("$.city", { stringValue: "Bos", willContinue: true }),
      piece("$.city", { stringValue: "ton" }),
      piece("$.days[0].n", { numberValue: 1 }),
      piece("$.days[1]['a b']", { boolValue: true }),
      piece("$.none", { nullValue: "NULL_VALUE" }),
      piece("$.list[]", {}),
      piece("$.empty", {}),
      piece("$.__proto__", { stringValue: "x" }),
      { functionCall: {} },
    );
    const [args] = argumentsIn(translated({ client: "openai-chat", provider: OWN }, stream));
    expect(args).toBe(
      '{"city":"Boston","days":[{"n":1},{"a b":true}],"none":null,"list":[],"empty":{},"__proto__":"x"}',
    );
  });

  it("fail where arguments belong nowhere", () => {
    const wild = {
      functionCall: { name: "f", partialArgs: [{ jsonPath: "$.a[99999999]", numberValue: 1 }], willContinue: true },
    };
    expect(translated({ client: "anthropic", provider: OWN }, chunks(wild))).toContain("event: error");
  });

  it("keep the digits of arguments", () => {
    const stream =
      'data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"n":1.10,"m":123456789012345678901}}}]},"finishReason":"STOP"}]}\n\n';
    expect(argumentsIn(translated({ client: "openai-chat", provider: OWN }, stream))).toEqual([
      '{"n":1.10,"m":123456789012345678901}',
    ]);
  });

  it("are read with all their chunks in one list, too", () => {
    const list = text([candidate([{ text: "a" }]), candidate([{ text: "b" }])]);
    expect(translated({ client: "openai-chat", provider: OWN }, `data: ${list}\n\n`)).toContain('"content":"b"');
  });

  it("end with an error if they are truncated or contain one", () => {
    const cut = `data: ${text({ candidates: [{ content: { parts: [{ text: "a" }] } }] })}\n\n`;
    const written = `data: ${text({ error: { code: 503, message: "Busy", status: "UNAVAILABLE" } })}\n\n`;
    for (const stream of [cut, written]) {
      const bytes = translated({ client: "anthropic", provider: OWN }, stream);
      expect(bytes).toContain("event: error");
      expect(bytes).not.toContain("message_stop");
    }
  });

  it("are complete if the response ends within a call's arguments", () => {
    const open = {
      functionCall: { name: "f", partialArgs: [{ jsonPath: "$.a", stringValue: "x" }], willContinue: true },
    };
    expect(argumentsIn(translated({ client: "openai-chat", provider: OWN }, chunks(open)))).toEqual(['{"a":"x"}']);
    const long = chunks(open).replace('"STOP"', '"MAX_TOKENS"');
    expect(translated({ client: "ollama", provider: OWN }, long)).not.toContain('"name":"f"');
  });
});
