import { expect, it } from "vitest";
import type { Call, ClientDialect, Conversation, ConversationOptions } from "./clients/index.ts";
import { callIn, plain, useMemory } from "./harness.ts";
import { describePairs } from "./pairs.ts";

const harness = useMemory();

const SCHEMA = { type: "object" as const, properties: { path: { type: "string" } } };

/** What each dialect says of an answer that was cut off by its limit, and by a filter. */
const CUT: Readonly<Record<ClientDialect, readonly [length: string, filter: string]>> = {
  "openai-chat": ["length", "content_filter"],
  "openai-responses": ["max_output_tokens", "content_filter"],
  anthropic: ["max_tokens", "refusal"],
  gemini: ["MAX_TOKENS", "SAFETY"],
  "gemini-interactions": ["incomplete", "incomplete"],
  ollama: ["length", "stop"],
  bedrock: ["max_tokens", "content_filtered"],
};

describePairs(({ client, provider, streams }) => {
  const converse = (name = "read_file", more: Partial<ConversationOptions> = {}): Conversation => {
    const tools = [{ name, schema: SCHEMA }];
    return harness.client(client).converse({ model: `${provider}/sim-1`, streams, tools, ...more });
  };

  it("keeps the text before a call", async () => {
    const conversation = converse();
    conversation.addUserMessage("What does it say?");
    harness.script({ content: "Let me look.", tool_calls: [{ name: "read_file", arguments: { path: "a b" } }] });
    const answer = await conversation.send();
    expect(answer.text).toBe("Let me look.");
    expect(plain(callIn(answer).arguments)).toEqual({ path: "a b" });
    conversation.addResults([{ call: callIn(answer), text: "“Hello”" }]);
    expect((await conversation.send()).text).toContain("“Hello”");
    expect(harness.lastGenerateRequest().text.indexOf("Let me look.")).toBeLessThan(
      harness.lastGenerateRequest().text.lastIndexOf("a b"),
    );
  });

  it("keeps two calls of one tool apart", async () => {
    const conversation = converse();
    conversation.addUserMessage("What do they say?");
    const paths = ["first", "second"];
    harness.script({ tool_calls: paths.map((path) => ({ name: "read_file", arguments: { path } })) });
    const { calls } = await conversation.send();
    expect(calls.map((call) => plain(call.arguments))).toEqual(paths.map((path) => ({ path })));
    const [one, other] = calls as [Call, Call];
    conversation.addResults([
      { call: one, text: "result of first" },
      { call: other, text: "result of second" },
    ]);
    const { text } = await conversation.send();
    expect(text.indexOf("result of first")).toBeGreaterThan(-1);
    expect(text.indexOf("result of second")).toBeGreaterThan(text.indexOf("result of first"));
  });

  it("accepts a call without arguments and a result without text", async () => {
    const conversation = converse();
    conversation.addUserMessage("Anything?");
    harness.script({ tool_calls: [{ name: "read_file", arguments: {} }] });
    const call = callIn(await conversation.send());
    expect(plain(call.arguments)).toEqual({});
    conversation.addResults([{ call, text: "" }]);
    expect((await conversation.send()).text).toMatch(/^read_file answered/);
  });

  it("reports why a response was truncated", async () => {
    const [length, filter] = CUT[client];
    const conversation = converse();
    conversation.addUserMessage("Tell me all.");
    harness.script({ content: "All of", finish: "length" }, { content: "All that", finish: "filter" });
    expect(await conversation.send()).toMatchObject({ text: "All of", stop: length });
    conversation.addUserMessage("Go on.");
    const other = { ollama: STOPPED[client], "gemini-interactions": length };
    expect((await conversation.send()).stop).toBe((other as Record<string, string>)[provider] ?? filter);
  });

  if (client === "gemini" || client === "gemini-interactions" || client === "ollama")
    it("calls tools by names that the provider would not take", async () => {
      const conversation = converse("files.read");
      conversation.addUserMessage("Hello");
      const call = callIn(await conversation.send());
      expect(call.name).toBe("files.read");
      conversation.addResults([{ call, text: "contents" }]);
      expect((await conversation.send()).text).toContain("contents");
    });
});

/** Ollama knows no filter: such an answer is at its end. The Interactions API says only that it is incomplete. */
const STOPPED: Readonly<Record<ClientDialect, string>> = {
  "openai-chat": "stop",
  "openai-responses": "completed",
  anthropic: "end_turn",
  gemini: "STOP",
  "gemini-interactions": "completed",
  ollama: "stop",
  bedrock: "end_turn",
};
