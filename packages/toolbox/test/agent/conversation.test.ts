import { type AgentMessage, formatConversation, parseConversation, withText } from "@toolglot/toolbox";
import { describe, expect, it } from "vitest";

const reasoning = { type: "thinking", thinking: "Hmm", signature: "c2VhbA==" };
const call = { type: "tool_use", id: "toolu_1", name: "now", input: {} };
const request: readonly AgentMessage[] = [
  { role: "user", content: [{ type: "text", text: "When?" }] },
  { role: "assistant", content: [reasoning, call] },
];

describe("a saved conversation", () => {
  it("round-trips, including signatures and digits", () => {
    const messages = [
      ...request,
      { role: "user" as const, content: [{ type: "tool_result", tool_use_id: "toolu_1" }] },
    ];
    const conversation = { model: "sim/default", system: "Be brief.", messages };
    expect(parseConversation(formatConversation(conversation))).toEqual(conversation);
    const exact = formatConversation(conversation).replace('"input": {}', '"input": {"n": 1.10}');
    expect(formatConversation(parseConversation(exact))).toContain("1.10");
  });

  it("has a result for each call, even where its file has none", () => {
    const { messages } = parseConversation(formatConversation({ model: "m", messages: request }));
    expect(messages[2]?.content).toMatchObject([{ tool_use_id: "toolu_1", is_error: true }]);
    const removed = parseConversation(
      formatConversation({ model: "m", messages: [...request, ...withText([], "And?")] }),
    );
    expect(removed.messages[2]?.content).toMatchObject([{ tool_use_id: "toolu_1" }, { type: "text", text: "And?" }]);
    const both = [...request, { role: "assistant" as const, content: [{ type: "text", text: "Noon." }] }];
    const between = parseConversation(formatConversation({ model: "m", messages: both }));
    expect(between.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  });

  it.each([
    ["[]", "not a conversation"],
    ['{"messages":[]}', "not a conversation"],
    ['{"toolglot":"conversation","version":2}', "version 2"],
    ['{"toolglot":"conversation","version":1,"model":"m"}', "no model or messages"],
    [
      '{"toolglot":"conversation","version":1,"model":"m","messages":[{"role":"system"}]}',
      "message 1 has a role other",
    ],
    [
      '{"toolglot":"conversation","version":1,"model":"m","messages":[{"role":"user","content":[1]}]}',
      "message 1 has invalid",
    ],
  ])("is refused if it is %s", (text, reason) => {
    expect(() => parseConversation(text)).toThrow(reason);
  });

  it("continues with the last user message", () => {
    expect(withText(withText([], "One"), "Two")).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "One" },
          { type: "text", text: "Two" },
        ],
      },
    ]);
  });
});
