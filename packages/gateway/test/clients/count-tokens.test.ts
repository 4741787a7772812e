import { describe, expect, it } from "vitest";
import { SIMULATED } from "../../src/providers/simulated.ts";
import { startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";
import { type ClientDialect, errorIn, post } from "./requests.ts";

const CONTENTS = [{ role: "user", parts: [{ text: "Hi" }] }];
const MESSAGES = [{ role: "user", content: "Hi" }];
const CONVERSE = [{ role: "user", content: [{ text: "Hi" }] }];

/** How each client asks for a count, and what each answer has. */
const REQUESTED: readonly (readonly [ClientDialect, string, object, string])[] = [
  ["anthropic", "/v1/messages/count_tokens", { model: "x", messages: MESSAGES }, "input_tokens"],
  ["openai-responses", "/v1/responses/input_tokens", { model: "x", input: "Hi" }, "input_tokens"],
  ["gemini", "/v1beta/models/x:countTokens", { contents: CONTENTS }, "totalTokens"],
  [
    "gemini",
    "/v1beta/models/x:countTokens",
    { generateContentRequest: { model: "models/x", contents: CONTENTS } },
    "totalTokens",
  ],
  ["gemini", "/v1beta/models/x:countTokens", { generateContentRequest: { contents: CONTENTS } }, "totalTokens"],
  ["bedrock", "/model/x/count-tokens", { input: { converse: { messages: CONVERSE } } }, "inputTokens"],
];

const ANSWER = { input_tokens: 42, totalTokens: 42, inputTokens: 42 };

describe.each(REQUESTED)("a client of %s that counts by %s %j", (client, path, body, field) => {
  it.each(["gemini-3.8-flash", "models/gemini-3.8-flash", "tunedModels/mine"])(
    "is counted by a provider of Gemini under the name of its resource: %s",
    async (model) => {
      const upstream = await startUpstream((_, response) => answerJson(response, 200, ANSWER));
      const gateway = await startGateway({
        providers: { google: { dialect: "gemini", baseUrl: upstream.url } },
        routes: [{ match: "*", to: [{ provider: "google", model }] }],
      });
      const reply = await post(gateway.url, path, body);
      expect(await reply.json()).toMatchObject({ [field]: 42 });
      const name = model.includes("/") ? model : `models/${model}`;
      expect(upstream.received.map(({ url }) => url)).toEqual([`/v1beta/${name}:countTokens`]);
      const sent = JSON.parse(upstream.received[0]?.body ?? "");
      expect(sent.generateContentRequest).toMatchObject({ model: name, contents: [{ parts: [{ text: "Hi" }] }] });
      expect(Object.keys(sent)).toEqual(["generateContentRequest"]);
    },
  );

  it("is counted by other providers that support it", async () => {
    for (const dialect of ["anthropic", "openai-responses", "bedrock"]) {
      const upstream = await startUpstream((_, response) => answerJson(response, 200, ANSWER));
      const gateway = await startGateway({ providers: { one: { dialect, baseUrl: upstream.url } } });
      const reply = await post(gateway.url, path, body);
      expect([await reply.json(), reply.headers.get("x-toolglot-token-count")]).toEqual([
        expect.objectContaining({ [field]: 42 }),
        "provider",
      ]);
    }
  });

  it.each([
    [400, "application/json", '{"error":{"code":400,"message":"too long","status":"INVALID_ARGUMENT"}}', 400],
    [500, "text/html", "<p>too long</p>", 500],
    [302, "text/html", "too long", 502],
    [999, "application/json", "{}", 502],
  ])("gets an error in its own dialect: %d %s", async (status, type, text, expected) => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(status, { "content-type": type }).end(text);
    });
    const gateway = await startGateway({ providers: { google: { dialect: "gemini", baseUrl: upstream.url } } });
    const reply = await post(gateway.url, path, body);
    const output = await reply.text();
    expect([reply.status, output]).toEqual([expected, expect.any(String)]);
    const message = errorIn(client, reply.status, output);
    if (status === 400) expect(message).toBe("too long");
  });

  it("gets an estimate if the response cannot be read", async () => {
    const upstream = await startUpstream((_, response) => response.end("<p>hi</p>"));
    const gateway = await startGateway({ providers: { google: { dialect: "gemini", baseUrl: upstream.url } } });
    const reply = await post(gateway.url, path, body);
    expect([reply.status, reply.headers.get("x-toolglot-token-count")]).toEqual([200, "estimate"]);
  });
});

describe("an estimate for a provider that cannot count", () => {
  const words = "Answer in one sentence, and say where you have looked. ".repeat(20);
  const tool = {
    name: "get_weather",
    description: words,
    input_schema: { type: "object", properties: { city: { type: "string" } } },
  };

  it.each(["gemini-interactions", "ollama", "openai-chat"])(
    "of %s has the system prompt and the tools",
    async (dialect) => {
      const gateway = await startGateway({ providers: { one: { dialect, baseUrl: SIMULATED } } });
      const count = async (more: object) => {
        const reply = await post(gateway.url, "/v1/messages/count_tokens", { model: "x", messages: MESSAGES, ...more });
        expect(reply.headers.get("x-toolglot-token-count")).toBe("estimate");
        return ((await reply.json()) as { input_tokens: number }).input_tokens;
      };
      const [plain, system, tools] = [await count({}), await count({ system: words }), await count({ tools: [tool] })];
      // Twenty sentences of eleven words each.
      expect(system - plain).toBeGreaterThan(200);
      expect(tools - plain).toBeGreaterThan(200);
      expect(Math.max(system, tools) - plain).toBeLessThan(400);
    },
  );
});
