import { expect, it } from "vitest";
import type { Call, Conversation, SdkResponse } from "./clients/index.ts";
import { callIn, plain, useSockets } from "./harness.ts";
import { describePairs } from "./pairs.ts";

const harness = useSockets();

const SCHEMA = {
  type: "object" as const,
  properties: { city: { type: "string" }, days: { type: "integer", enum: [2, 3] } },
  required: ["city", "days"],
};
const WEATHER = { name: "get_weather", schema: SCHEMA };
const TIME = { name: "get_time", schema: { type: "object" as const, properties: { zone: { type: "string" } } } };

/** What each dialect says of an answer that is at its end, and of one that waits for tools. */
const STOPS = {
  "openai-chat": ["stop", "tool_calls"],
  "openai-responses": ["completed", "completed"],
  anthropic: ["end_turn", "tool_use"],
  gemini: ["STOP", "STOP"],
  "gemini-interactions": ["completed", "requires_action"],
  ollama: ["stop", "stop"],
  bedrock: ["end_turn", "tool_use"],
} as const;

describePairs(({ client, provider, streams }) => {
  const asking = { model: `${provider}/sim-1`, streams };
  const converse = (more: object = {}): Conversation => harness.client(client).converse({ ...asking, ...more });

  it("returns text and usage", async () => {
    const conversation = converse({ system: "Be brief." });
    conversation.addUserMessage("Hello there");
    const { text, calls, stop, usage } = await conversation.send();
    expect(text).toMatch(/^Hello from the simulated provider!.*heard: "Hello there"$/);
    expect(text).toContain(`speaks ${provider} as sim-1`);
    expect(calls).toEqual([]);
    expect(stop).toBe(STOPS[client][0]);
    // As the simulated provider counts.
    expect(usage).toEqual({ input: tokens(harness.lastGenerateRequest().text), output: tokens(text) });
  });

  it("calls a tool, takes its result and quotes it", async () => {
    const conversation = converse({ tools: [WEATHER, TIME] });
    conversation.addUserMessage("How is the weather?");
    const called = await conversation.send();
    expect(called.calls.map(({ name, arguments: text }) => [name, plain(text)])).toEqual([
      ["get_weather", { city: "city", days: 2 }],
    ]);
    expect(called.stop).toBe(STOPS[client][1]);
    conversation.addResults([{ call: callIn(called), text: "sunny, 21 degrees" }]);
    const answer = await conversation.send();
    expect(answer.text).toMatch(/^get_weather answered: .*sunny, 21 degrees/);
    expect(answer.stop).toBe(STOPS[client][0]);
    conversation.addUserMessage("And what is the time? Ask get_time.");
    const again = await conversation.send();
    expect(again.calls.map(({ name }) => name)).toEqual(["get_time"]);
    conversation.addResults([{ call: callIn(again), text: "noon" }]);
    expect((await conversation.send()).text).toMatch(/^get_time answered: .*noon/);
  });

  it("calls two tools at once, and takes the results in another order", async () => {
    const conversation = converse({ tools: [WEATHER, TIME] });
    conversation.addUserMessage("get_weather and get_time, in parallel");
    const { calls } = await conversation.send();
    expect(calls.map(({ name }) => name)).toEqual(["get_weather", "get_time"]);
    const [one, other] = calls as [Call, Call];
    conversation.addResults([
      { call: other, text: "noon" },
      { call: one, text: "sunny" },
    ]);
    expect(lines(await conversation.send())).toEqual([
      expect.stringMatching(/^get_time answered: .*noon/),
      expect.stringMatching(/^get_weather answered: .*sunny/),
    ]);
  });
});

function tokens(text: string): number {
  return Math.ceil(text.length / 4);
}

function lines({ text }: SdkResponse): string[] {
  return text.split("\n").sort();
}
