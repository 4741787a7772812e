import { describe, expect, it } from "vitest";
import { defaultProvider } from "../../src/config/providers.ts";
import { type StatefulDialect, statefulDialect, storesResponses } from "../../src/responses-state/stores-responses.ts";
import { createHandler } from "../../src/web.ts";
import { errorIn } from "../clients/requests.ts";
import { configOf, type GatewaySetup, startGateway, type TestGateway } from "../support/gateway.ts";
import { answerEvents, answerJson, startUpstream, type TestUpstream } from "../support/upstream.ts";
import { openai, simulated, twoKeys } from "./clients.ts";

const REASONING = {
  id: "rs_1",
  type: "reasoning",
  summary: [],
  content: [{ type: "reasoning_text", text: "Hm." }],
  encrypted_content: "",
};
const CALL = { id: "fc_1", type: "function_call", call_id: "call_1", name: "f", arguments: "{}", status: "completed" };
const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "Hi Ann", annotations: [] }],
};
const OUTPUT = [REASONING, CALL, MESSAGE];

/** A Responses server that keeps nothing, as those of Ollama and llama.cpp; `named` is whether its events have names. */
function startForgetful({ named = true } = {}): Promise<TestUpstream> {
  let count = 0;
  return startUpstream(({ body }, response) => {
    const answer = { id: `resp_${++count}`, object: "response", status: "completed", previous_response_id: null };
    const line = (type: string, more: object) =>
      `${named ? `event: ${type}\n` : ""}data: ${JSON.stringify({ type, ...more })}\n\n`;
    const begun = { ...answer, status: "in_progress", output: [] };
    const delta = { item_id: "msg_1", output_index: 0, content_index: 0, delta: "Hi Ann" };
    if (!JSON.parse(body).stream) answerJson(response, 200, { ...answer, output: OUTPUT });
    else
      answerEvents(response, [
        line("response.created", { response: begun }),
        line("response.output_item.added", { output_index: 0, item: { ...MESSAGE, content: [] } }),
        line("response.content_part.added", {
          item_id: "msg_1",
          output_index: 0,
          content_index: 0,
          part: { type: "output_text", text: "" },
        }),
        line("response.output_text.delta", delta),
        line("response.output_item.done", { output_index: 0, item: MESSAGE }),
        line("response.completed", { response: { ...answer, output: OUTPUT } }),
      ]);
  });
}

function before(upstream: TestUpstream, more: Partial<GatewaySetup> = {}): Promise<TestGateway> {
  const local = { dialect: "openai-responses", baseUrl: `${upstream.url}/v1` };
  return startGateway({ providers: { local, other: local }, ...more });
}

const WHOLE = [
  { type: "message", role: "user", content: "I am Ann" },
  { ...REASONING, encrypted_content: undefined },
  CALL,
  MESSAGE,
];

describe("a Responses server that keeps nothing", () => {
  for (const streams of [false, true])
    for (const named of [true, false])
      it(`is sent the whole conversation: ${streams ? "streamed" : "whole"}, events ${named ? "with" : "without"} names`, async () => {
        const upstream = await startForgetful({ named });
        const client = openai(await before(upstream));
        const ask = (input: string, previous_response_id?: string) => {
          const body = { model: "m", input, ...(previous_response_id === undefined ? {} : { previous_response_id }) };
          return streams ? client.responses.stream(body).finalResponse() : client.responses.create(body);
        };
        const first = await ask("I am Ann");
        const second = await ask("Who?", first.id);
        expect(second.previous_response_id).toBe(first.id);
        await ask("Sure?", second.id);
        const [, reported, last] = upstream.received.map(({ body }) => JSON.parse(body));
        expect(reported.previous_response_id).toBeUndefined();
        expect(reported.input).toEqual(JSON.parse(JSON.stringify([...WHOLE, { role: "user", content: "Who?" }])));
        expect(last.input).toHaveLength(9);
        expect((await client.responses.retrieve(second.id)).previous_response_id).toBe(first.id);
        await client.responses.delete(first.id);
        // It has nothing to forget.
        expect(upstream.received.every(({ method }) => method === "POST")).toBe(true);
      });

  it("is sent what a client only refers to, with and without keys", async () => {
    for (const keys of [[], await twoKeys()]) {
      const upstream = await startForgetful();
      const gateway = await before(upstream, { keys });
      const client = openai(gateway, "key-of-ann");
      await client.responses.create({ model: "m", input: "I am Ann" });
      await gateway.requests(1);
      const refer = (id: string) => [{ type: "item_reference" as const, id }];
      await client.responses.create({ model: "m", input: refer("msg_1") });
      expect(JSON.parse(upstream.received[1]?.body ?? "").input).toEqual([MESSAGE]);
      await expect(client.responses.create({ model: "m", input: refer("msg_9") })).rejects.toThrow(/^404 Item with id/);
    }
  });

  it("gets no request that continues an unknown response", async () => {
    const upstream = await startForgetful();
    const client = openai(await before(upstream));
    const request = client.responses.create({ model: "m", input: "Go on", previous_response_id: "resp_x" });
    await expect(request).rejects.toThrow("404 Previous response with id 'resp_x' not found.");
    expect(upstream.received).toEqual([]);
  });

  it("gets no reasoning of another provider", async () => {
    const upstream = await startForgetful();
    const client = openai(await before(upstream));
    const { id } = await client.responses.create({ model: "local/m", input: "I am Ann" });
    await client.responses.create({ model: "other/m", input: "Who?", previous_response_id: id });
    const { input } = JSON.parse(upstream.received[1]?.body ?? "");
    expect(input.map(({ type, role }: { type?: string; role?: string }) => role ?? type)).toEqual([
      "user",
      "function_call",
      "assistant",
      "user",
    ]);
  });

  it("is served by a handler for the web as well", async () => {
    const upstream = await startForgetful({ named: false });
    const local = { dialect: "openai-responses", baseUrl: `${upstream.url}/v1` };
    const handler = createHandler({ config: configOf({ providers: { local } }), insecure: true });
    const ask = (body: object) =>
      handler(new Request("http://localhost/v1/responses", { method: "POST", body: JSON.stringify(body) }));
    await (await ask({ model: "m", input: "I am Ann", stream: true })).text();
    await expect
      .poll(async () => (await handler(new Request("http://localhost/v1/responses/resp_1"))).status)
      .toBe(200);
    await ask({ model: "m", input: "Who?", previous_response_id: "resp_1" });
    expect(JSON.parse(upstream.received[1]?.body ?? "").input).toHaveLength(5);
  });

  it.each([
    ["https://api.openai.com/v1", true],
    ["https://eu.api.openai.com/v1", true],
    ["https://x.openai.azure.com/openai/v1", true],
    ["https://x.services.ai.azure.com/openai/v1", true],
    ["https://api.x.ai/v1", true],
    ["http://127.0.0.1:11434/v1", false],
    ["https://openrouter.ai/api/v1", false],
    ["https://api.openai.com.evil.example/v1", false],
    ["https://evilapi.openai.com/v1", false],
    ["sim:", false],
  ])("is known by its address, unless the config says otherwise: %s", (baseUrl, expected) => {
    const provider = defaultProvider({ name: "a", dialect: "openai-responses", baseUrl });
    const stateful = statefulDialect(provider.dialect) as StatefulDialect;
    expect(storesResponses(provider, stateful)).toBe(expected);
    for (const written of [true, false])
      expect(storesResponses({ ...provider, remembers: written }, stateful)).toBe(written);
    expect(storesResponses({ ...provider, dialect: "openai-chat", remembers: true }, stateful)).toBe(false);
  });
});

describe("what only a provider that keeps it can look up", () => {
  const ODD = [
    { conversation: "conv_1" },
    { conversation: { id: "conv_1" } },
    { prompt: { id: "pmpt_1", version: "2" } },
  ];

  it("is refused for every other, and no provider gets a request", async () => {
    const upstream = await startForgetful();
    const { url } = await before(upstream, {
      providers: {
        local: { dialect: "openai-responses", baseUrl: `${upstream.url}/v1` },
        chat: { dialect: "openai-chat", baseUrl: upstream.url },
        claude: { dialect: "anthropic", baseUrl: upstream.url },
        google: { dialect: "gemini", baseUrl: upstream.url },
        ollama: { dialect: "ollama", baseUrl: upstream.url },
      },
    });
    for (const provider of ["local", "chat", "claude", "google", "ollama"])
      for (const more of ODD)
        for (const stream of [true, false]) {
          const [param] = Object.keys(more);
          const { status, text } = await posted(url, { model: `${provider}/m`, input: "Hi", stream, ...more });
          expect([provider, param, status]).toEqual([provider, param, 400]);
          expect(errorIn("openai-responses", 400, text)).toContain(`'${param}'`);
        }
    expect(upstream.received).toEqual([]);
  });

  it("is left to one that keeps it, also behind one that does not", async () => {
    const upstream = await startForgetful();
    const local = { dialect: "openai-responses", baseUrl: `${upstream.url}/v1` };
    const { url } = await before(upstream, {
      providers: { local, keeper: { ...local, remembers: true } },
      routes: [{ match: "*", to: [{ provider: "local" }, { provider: "keeper" }] }],
    });
    for (const more of ODD) expect((await posted(url, { model: "m", input: "Hi", ...more })).status).toBe(200);
    expect(upstream.received.map(({ body }) => JSON.parse(body))).toMatchObject(ODD);
  });
});

describe("what is not what it must be", () => {
  const WRONG: readonly (readonly [string, object])[] = [
    ...[5, true, [], {}, ""].map((value) => ["previous_response_id", { previous_response_id: value }] as const),
    ...[5, true, [], {}, "", { id: 5 }].map((value) => ["conversation", { conversation: value }] as const),
    ...[5, "pmpt_1", {}, { id: "" }].map((value) => ["prompt", { prompt: value }] as const),
    ...["yes", 1, {}, "false"].map((value) => ["store", { store: value }] as const),
    ["input[0].id", { input: [{ type: "item_reference", id: 5 }] }],
    ["input[0].id", { input: [{ type: "item_reference" }] }],
    ["previous_response_id", { previous_response_id: "resp_1", conversation: "conv_1" }],
  ];

  it.each(WRONG)("is refused as OpenAI would: %s %j", async (param, more) => {
    const { url } = await simulated();
    for (const model of ["openai-responses/m", "anthropic/m"])
      for (const stream of [true, false]) {
        const { status, text } = await posted(url, { model, input: "Hi", stream, ...more });
        expect([status, JSON.parse(text).error.param]).toEqual([400, param]);
        errorIn("openai-responses", 400, text);
      }
  });

  it("is absent if it is empty", async () => {
    const { url } = await simulated();
    const nothing = { previous_response_id: null, conversation: null, prompt: null, store: null };
    expect((await posted(url, { model: "anthropic/m", input: "Hi", ...nothing })).status).toBe(200);
  });

  it.each([
    "5",
    "..",
    "%2e%2e",
    "%00",
    "__proto__",
    "constructor",
    "%",
    "%ff",
    "x".repeat(3000),
    "a%2Fb",
    "%F0%9F%98%80",
  ])("is not there, if it is an id: %s", async (id) => {
    const { url } = await simulated();
    for (const method of ["GET", "DELETE"]) {
      const reply = await fetch(`${url}/v1/responses/${id}`, { method });
      expect([method, [404, 405].includes(reply.status)]).toEqual([method, true]);
      errorIn("openai-responses", reply.status, await reply.text());
    }
    const items = await fetch(`${url}/v1/responses/${id}/input_items`);
    expect(items.status).toBe(404);
  });
});

async function posted(url: string, body: object): Promise<{ status: number; text: string }> {
  const reply = await fetch(`${url}/v1/responses`, { method: "POST", body: JSON.stringify(body) });
  return { status: reply.status, text: await reply.text() };
}
