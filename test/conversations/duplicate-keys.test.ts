import { BodyReader, convertTools, createBridge, duplicatesIn, parseJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "./recorded.ts";

const NOTING = { noteDuplicates: true };
const FIRST = '{"role":"user","content":"One"}';
const LAST = '{"role":"user","content":"Two"}';
const TWICE = `{"model":"m","max_tokens":9,"messages":[${FIRST}],"messages":[${LAST}]}`;

describe("a key that stands twice", () => {
  it.each(DIALECTS)(
    "in a request is a loss with its path for a provider of %s, and the last of them counts",
    (provider) => {
      const { value, losses } = createBridge({ client: "anthropic", provider, providerModel: "m" }).request(
        parseJson(TWICE, NOTING),
      );
      expect(JSON.stringify(value)).toContain("Two");
      expect(JSON.stringify(value)).not.toContain("One");
      expect(losses).toContainEqual(
        expect.objectContaining({ code: "duplicate-key", path: "/messages", feature: "messages" }),
      );
    },
  );

  it("in an answer is a loss", () => {
    const body =
      '{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"One","content":"Two"},"finish_reason":"stop"}]}';
    const { losses } = createBridge({ client: "anthropic", provider: "openai-chat" }).response(parseJson(body, NOTING));
    expect(losses.map(({ path }) => path)).toEqual(["/choices/0/message/content"]);
  });

  it("in the schema of a tool is a loss", () => {
    const tools =
      '[{"name":"f","inputSchema":{"type":"object","properties":{"a":{"type":"string"},"a":{"type":"number"}}}}]';
    const { losses } = convertTools(parseJson(tools, NOTING), { from: "mcp", to: "anthropic" });
    expect(losses.map(({ code, path }) => [code, path])).toEqual([["duplicate-key", "/0/inputSchema/properties/a"]]);
  });

  it("is reported for JSON within a larger text, too", () => {
    const { body } = parseJson(`{"what":"request","body":${TWICE}}`, NOTING) as { body: object };
    expect(duplicatesIn(body)).toEqual(["/messages"]);
  });

  it("is no loss in arguments that are a text, which stay as they are", () => {
    const args = JSON.stringify('{"a":1,"a":2}');
    const call = `{"id":"call_1","type":"function","function":{"name":"f","arguments":${args}}}`;
    const body = `{"model":"m","messages":[${FIRST},{"role":"assistant","tool_calls":[${call}]},{"role":"tool","tool_call_id":"call_1","content":"x"}]}`;
    const { value, losses } = createBridge({ client: "openai-chat", provider: "openai-responses" }).request(
      parseJson(body, NOTING),
    );
    expect(JSON.stringify(value)).toContain(JSON.stringify('{"a":1,"a":2}'));
    expect(losses).toEqual([]);
  });

  it("is found again in every body that an agent repeats", () => {
    const reader = new BodyReader();
    const turn = (count: number, twice: string) =>
      `{"model":"m",${twice}"messages":[${Array.from({ length: count }, (_, index) => `{"role":"user","content":"${index} ${"x".repeat(400)}"}`)}]}`;
    for (const count of [4, 5, 6]) {
      expect(duplicatesIn(reader.read(turn(count, "")))).toEqual([]);
      expect(duplicatesIn(reader.read(turn(count, '"model":"n",')))).toEqual(["/model"]);
      expect(duplicatesIn(reader.read(turn(count, '"messages":[],')))).toEqual(["/messages"]);
    }
  });

  it("is not found where strings only look like keys", () => {
    const text = String.raw`{"a":"\"b\": 1","c":"x\\","d":"\\\": ","e":["\":",{"f" : "\"a\":"}]}`;
    expect(duplicatesIn(parseJson(text, NOTING))).toEqual([]);
    expect(parseJson(text, NOTING)).toEqual(JSON.parse(text));
  });
});
