import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../../test/support/dynamic.ts";
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

  it("fail where arguments belong to no call", () => {
    const stray = { functionCall: { partialArgs: [{ jsonPath: "$.b", numberValue: 2 }], willContinue: true } };
    const stream = chunks({ functionCall: { name: "f", args: { a: 1 } } }, stray, { functionCall: {} });
    expect(translated({ client: "openai-chat", provider: OWN }, stream)).toContain(
      "the model made a call without the name of a tool",
    );
  });

  it("keep the digits of arguments", () => {
    const stream =
      'data: {"candidates":[{"content":{"parts":[{"functionCall":{"name":"f","args":{"n":1.10,"m":123456789012345678901}}}]},"finishReason":"STOP"}]}\n\n';
    expect(argumentsIn(translated({ client: "openai-chat", provider: OWN }, stream))).toEqual([
      '{"n":1.10,"m":123456789012345678901}',
    ]);
  });

  it("keep the digits of arguments in snake_case, too", () => {
    const stream =
      'data: {"candidates":[{"content":{"parts":[{"function_call":{"name":"f","args":{"n":9007199254740993}}}]},"finishReason":"STOP"}]}\n\n';
    expect(argumentsIn(translated({ client: "openai-chat", provider: OWN }, stream))).toEqual([
      '{"n":9007199254740993}',
    ]);
    const pieces = chunks(
      { function_call: { name: "f", will_continue: true } },
      { function_call: { partial_args: [{ json_path: "$.a", string_value: "x" }], will_continue: true } },
      {
        function_call: {
          partial_args: [
            { json_path: "$.b", bool_value: false },
            { json_path: "$.c", null_value: "NULL_VALUE" },
          ],
        },
      },
    );
    expect(argumentsIn(translated({ client: "openai-chat", provider: OWN }, pieces))).toEqual([
      '{"a":"x","b":false,"c":null}',
    ]);
  });

  it("keep the arguments of interleaved calls apart by their ids", () => {
    const piece = (id: string, path: string, more: Fields = { willContinue: true }) => ({
      functionCall: { id, partialArgs: [{ jsonPath: path, stringValue: id }], ...more },
    });
    const stream = chunks(
      { functionCall: { id: "1", name: "f", willContinue: true } },
      { functionCall: { id: "2", name: "g", willContinue: true } },
      piece("1", "$.a"),
      piece("2", "$.b"),
      piece("1", "$.c", {}),
      piece("2", "$.d"),
      { functionCall: {} },
    );
    expect(argumentsIn(translated({ client: "openai-chat", provider: OWN }, stream))).toEqual([
      '{"a":"1","c":"1"}',
      '{"b":"2","d":"2"}',
    ]);
  });

  it("keep a call whose pieces repeat its name and id together", () => {
    const piece = (path: string, willContinue: boolean) => ({
      functionCall: { id: "1", name: "f", partialArgs: [{ jsonPath: path, numberValue: 1 }], willContinue },
    });
    const stream = chunks(piece("$.a", true), piece("$.b", true), piece("$.c", false));
    expect(argumentsIn(translated({ client: "openai-chat", provider: OWN }, stream))).toEqual(['{"a":1,"b":1,"c":1}']);
  });

  it("keep the signature that comes with a later piece of a call", () => {
    const stream = chunks(
      { functionCall: { name: "f", willContinue: true } },
      { functionCall: { partialArgs: [{ jsonPath: "$.a", stringValue: "x" }] }, thoughtSignature: "EqUC" },
    );
    expect(translated({ client: "openai-chat", provider: OWN }, stream)).toContain('"thought_signature":"EqUC"');
  });

  it("report a call that is cut short", () => {
    const open = { functionCall: { name: "f", willContinue: true } };
    const stream = createBridge({ client: "anthropic", provider: OWN }).stream();
    const bytes = stream.push(chunks(open).replace('"STOP"', '"MAX_TOKENS"')) + stream.end();
    expect(bytes).not.toContain("tool_use");
    expect(stream.losses).toMatchObject([{ code: "truncated-call", feature: "f", action: "truncated" }]);
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
