import { describe, expect, it } from "vitest";
import { configuredFacts } from "../../src/exchange/configured-facts.ts";
import { startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";

const ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "small-1",
  choices: [{ index: 0, message: { role: "assistant", content: "Hello" }, finish_reason: "stop" }],
};

describe("a model's facts in the config", () => {
  it.each(["/v1/messages", "/v1/chat/completions"])("apply to requests to %s", async (path) => {
    const upstream = await startUpstream((_, response) => answerJson(response, 200, ANSWER));
    const models = [{ match: "small-*", refuses: ["temperature"], accepts: [] }];
    const gateway = await startGateway({
      providers: { local: { dialect: "openai-chat", baseUrl: upstream.url, models } },
    });
    const ask = async (model: string) => {
      const body = { model, max_tokens: 9, temperature: 0.5, messages: [{ role: "user", content: "Hi" }] };
      const headers = { "content-type": "application/json" };
      return fetch(gateway.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    };
    expect((await ask("small-1")).headers.get("x-toolglot-losses")).toBe("1; /temperature");
    expect((await ask("large-1")).headers.get("x-toolglot-losses")).toBe("0");
    const sent = upstream.received.map(({ body }) => JSON.parse(body));
    expect(sent.map(({ model, temperature }) => [model, temperature])).toEqual([
      ["small-1", undefined],
      ["large-1", 0.5],
    ]);
  });

  it("are those of the first of several entries", () => {
    const models = [
      { match: "a-1", refuses: [], accepts: ["seed"] },
      { match: "a-*", refuses: ["seed", "stop"], accepts: [] },
      { match: "b-*", refuses: ["topP"], accepts: [] },
    ];
    expect(configuredFacts({ models }, "a-1")).toEqual({ refuses: ["stop"], accepts: ["seed"] });
    expect(configuredFacts({ models }, "a-2")).toEqual({ refuses: ["seed", "stop"], accepts: [] });
    expect(configuredFacts({ models }, "c")).toEqual({ refuses: [], accepts: [] });
  });
});
