import { describe, expect, it } from "vitest";
import { type ClientDialect, type ConversationOptions, DIALECTS } from "./clients/index.ts";
import { callIn, useSockets } from "./harness.ts";

const harness = useSockets();

const TOOLS = [
  {
    name: "get_weather",
    schema: { type: "object" as const, properties: { city: { type: "string", pattern: "^[A-Z]" } } },
  },
];
const FORMAT = { schema: { type: "object", properties: { a: { type: "number" } }, required: ["a"] }, strict: false };

const REQUESTED: readonly (readonly [string, Partial<ConversationOptions>])[] = [
  ["words alone", { system: "Be brief." }],
  ["tools and thoughts", { tools: TOOLS, reasons: true }],
  ["a choice", { tools: TOOLS, choice: "required" }],
  ["a format", { format: FORMAT }],
];

// Few Chat servers show their reasoning and accept it back.
const modelOf = (dialect: ClientDialect) => (dialect === "openai-chat" ? "deepseek-chat" : "sim-1");

describe.each(DIALECTS)("%s by itself", (dialect) => {
  const model = `${dialect}/${modelOf(dialect)}`;

  for (const streams of [false, true])
    describe(streams ? "streamed" : "whole", () => {
      it.each(REQUESTED)("sends and gets every byte as it was, but for the model's name: %s", async (_, more) => {
        const conversation = harness.client(dialect).converse({ model, streams, ...more });
        conversation.addUserMessage("How is the weather in “Zürich”? 🌦️ \u0007");
        const answer = await conversation.send();
        await expectSame(model);
        if (answer.calls.length === 0) return;
        conversation.addResults([{ call: callIn(answer), text: '{"degrees": 21.50}' }]);
        await conversation.send();
        await expectSame(model);
      });

      it("keeps numbers as they are written", async () => {
        const conversation = harness.client(dialect).converse({ model, streams, tools: TOOLS });
        conversation.addUserMessage("Hello");
        await conversation.send();
        const response = await harness.repeat((body) =>
          body.replace('"^[A-Z]"', '"^[A-Z]","examples":[1.10,1E5,-0,2e400]'),
        );
        expect(response.status).toBe(200);
        await expectSame(model);
      });
    });
});

async function expectSame(model: string): Promise<void> {
  const { body = "", text } = harness.exchanges.at(-1) ?? {};
  const reached = harness.lastGenerateRequest();
  const [, provided] = model.split("/");
  expect(reached.text).toBe(body.replace(`"model":"${model}"`, `"model":"${provided}"`));
  const content = harness.providerResponse(reached);
  expect(await text).toBe(
    content.replaceAll(new RegExp(`"(model|modelVersion)":"${provided}"`, "g"), `"$1":"${model}"`),
  );
}
