import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { folder } from "../store/folder.ts";
import { startGateway } from "../support/gateway.ts";
import { answerEvents, answerJson, startUpstream } from "../support/upstream.ts";
import { DIALECTS, openai, simulated, twoKeys } from "./clients.ts";

const TOOL = {
  type: "function" as const,
  name: "get_weather",
  description: "The weather in a city",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: false,
};

/** Those that keep nothing, so that the whole conversation is sent to them. */
const STATELESS = DIALECTS.filter((dialect) => dialect !== "openai-responses");

describe("a stored response", () => {
  for (const dialect of DIALECTS) {
    it(`of a provider that speaks ${dialect} can be read and deleted`, async () => {
      const client = openai(await simulated());
      const answer = await client.responses.create({ model: `${dialect}/m`, input: "Hello" });
      expect(await client.responses.retrieve(answer.id)).toEqual({ ...answer, output_text: expect.anything() });
      await client.responses.delete(answer.id);
      await expect(client.responses.retrieve(answer.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
      await expect(client.responses.delete(answer.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    });

    it(`of a provider that speaks ${dialect} is kept from a stream too`, async () => {
      const client = openai(await simulated());
      const answer = await client.responses.stream({ model: `${dialect}/m`, input: "Hello" }).finalResponse();
      const stored = await client.responses.retrieve(answer.id);
      expect(stored.status).toBe("completed");
      expect(stored.output_text).toBe(answer.output_text);
      expect(stored.output_text).toContain("Hello");
    });

    it(`of a provider that speaks ${dialect} is not kept where the client does not want it`, async () => {
      const client = openai(await simulated());
      const { id } = await client.responses.create({ model: `${dialect}/m`, input: "Hello", store: false });
      await expect(client.responses.retrieve(id)).rejects.toThrow(`Response with id '${id}' not found.`);
    });
  }

  for (const dialect of STATELESS) {
    it(`has an id that cannot be guessed, although ${dialect} may give it one`, async () => {
      const client = openai(await simulated());
      const ask = () => client.responses.create({ model: `${dialect}/m`, input: "Hello" });
      const [one, other] = [await ask(), await ask()];
      expect(one.id).toMatch(/^resp_[0-9a-f]{32}$/);
      expect(other.id).not.toBe(one.id);
    });
  }

  it("has its input items, the latest first", async () => {
    const client = openai(await simulated());
    const { id } = await client.responses.create({
      model: "anthropic/m",
      input: [
        { role: "user", content: "one" },
        { role: "assistant", content: "two" },
        { role: "user", content: [{ type: "input_text", text: "three" }] },
      ],
    });
    const itemTexts = async (query: OpenAI.Responses.InputItemListParams) => {
      const all: string[] = [];
      for await (const item of client.responses.inputItems.list(id, query)) all.push(textIn(item));
      return all;
    };
    expect(await itemTexts({})).toEqual(["three", "two", "one"]);
    expect(await itemTexts({ order: "asc", limit: 2 })).toEqual(["one", "two", "three"]);
    await expect(itemTexts({ limit: 1000 })).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  });

  it("is deleted at the provider too, and stays if that fails", async () => {
    const statuses = [500, 200];
    const upstream = await startUpstream(({ method }, response) => {
      if (method === "POST") answerJson(response, 200, { id: "resp_1", object: "response", output: [] });
      else answerJson(response, statuses.shift() ?? 200, {});
    });
    const gateway = await startGateway({
      providers: { openai: { dialect: "openai-responses", remembers: true, baseUrl: `${upstream.url}/v1` } },
    });
    const client = openai(gateway);
    await client.responses.create({ model: "m", input: "Hello" });
    await expect(client.responses.delete("resp_1")).rejects.toThrow("500");
    expect((await client.responses.retrieve("resp_1")).id).toBe("resp_1");
    await client.responses.delete("resp_1");
    expect(upstream.received.slice(1).map(({ method, url }) => `${method} ${url}`)).toEqual([
      "DELETE /v1/responses/resp_1",
      "DELETE /v1/responses/resp_1",
    ]);
  });

  it("cannot be streamed", async () => {
    const client = openai(await simulated());
    const { id } = await client.responses.create({ model: "anthropic/m", input: "Hello" });
    await expect(client.responses.retrieve(id, { stream: true })).rejects.toBeInstanceOf(OpenAI.BadRequestError);
  });

  it("is not made of a background response that is not complete", async () => {
    const queued = { id: "resp_1", object: "response", status: "queued", output: [] };
    const upstream = await startUpstream((_, response) => answerJson(response, 200, queued));
    const gateway = await startGateway({
      providers: { openai: { dialect: "openai-responses", remembers: true, baseUrl: `${upstream.url}/v1` } },
    });
    const client = openai(gateway);
    await client.responses.create({ model: "m", input: "Hello", background: true });
    await expect(client.responses.retrieve("resp_1")).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});

describe("a conversation by previous_response_id", () => {
  for (const dialect of DIALECTS) {
    it(`runs tools over several turns with ${dialect}`, async () => {
      const client = openai(await simulated());
      const common = { model: `${dialect}/tools`, tools: [TOOL] };
      const request = await client.responses.create({ ...common, input: "What is the weather?" });
      const call = request.output.find((item) => item.type === "function_call");
      expect(call).toMatchObject({ name: "get_weather" });
      const answered = await client.responses.create({
        ...common,
        previous_response_id: request.id,
        input: [{ type: "function_call_output", call_id: call?.call_id ?? "", output: "17 degrees and rain" }],
      });
      expect(answered.previous_response_id).toBe(request.id);
      expect(answered.output_text).toContain("17 degrees and rain");
      const { tools: _, ...plain } = common;
      const last = await client.responses
        .stream({ ...plain, previous_response_id: answered.id, input: "Thank you" })
        .finalResponse();
      expect(last.status).toBe("completed");
      expect((await client.responses.retrieve(last.id)).previous_response_id).toBe(answered.id);
    });
  }

  for (const dialect of STATELESS) {
    it(`is unknown to ${dialect} without its beginning, as OpenAI says it`, async () => {
      const client = openai(await simulated());
      const error = await client.responses
        .create({ model: `${dialect}/m`, input: "Go on", previous_response_id: "resp_unknown" })
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(OpenAI.NotFoundError);
      expect(error).toMatchObject({
        error: {
          message: "Previous response with id 'resp_unknown' not found.",
          type: "invalid_request_error",
          param: "previous_response_id",
          code: "previous_response_not_found",
        },
      });
    });
  }

  it("is sent as a whole to providers without a store, without the instructions of earlier turns", async () => {
    const upstream = await startUpstream((_, response) => answerJson(response, 200, chatAnswer("Hi Ann")));
    const gateway = await startGateway({
      providers: { chat: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
    });
    const client = openai(gateway);
    const first = await client.responses.create({ model: "m", instructions: "Be brief", input: "I am Ann" });
    const second = await client.responses.create({ model: "m", input: "Who?", previous_response_id: first.id });
    await client.responses.create({ model: "m", input: "Sure?", previous_response_id: second.id });
    expect(messagesOf(upstream.received[0]?.body)).toEqual(["Be brief", "I am Ann"]);
    expect(messagesOf(upstream.received[2]?.body)).toEqual(["I am Ann", "Hi Ann", "Who?", "Hi Ann", "Sure?"]);
  });

  it("is left to the provider that stores it, and sent as a whole to another, without encrypted reasoning", async () => {
    let isDown = false;
    const output = [
      { id: "rs_1", type: "reasoning", summary: [], encrypted_content: "sealed" },
      {
        id: "msg_1",
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Hi" }],
      },
    ];
    const keeper = await startUpstream((_, response) => {
      const id = `resp_${keeper.received.length}`;
      if (isDown) answerJson(response, 503, { error: { message: "down" } });
      else answerJson(response, 200, { id, object: "response", status: "completed", output });
    });
    const other = await startUpstream((_, response) =>
      answerJson(response, 200, { id: "resp_o", object: "response", status: "completed", output }),
    );
    const gateway = await startGateway({
      providers: {
        keeper: { dialect: "openai-responses", remembers: true, baseUrl: `${keeper.url}/v1` },
        other: { dialect: "openai-responses", remembers: true, baseUrl: `${other.url}/v1` },
      },
      routes: [{ match: "*", to: [{ provider: "keeper" }, { provider: "other" }] }],
    });
    const client = openai(gateway);
    const first = await client.responses.create({ model: "m", input: "Hello" });
    await client.responses.create({ model: "m", input: "Go on", previous_response_id: first.id });
    expect(JSON.parse(keeper.received[1]?.body ?? "")).toMatchObject({
      previous_response_id: "resp_1",
      input: "Go on",
    });
    isDown = true;
    await client.responses.create({ model: "m", input: "Go on", previous_response_id: first.id });
    const [, , moved] = await gateway.requests(3);
    expect(moved?.losses).toMatchObject([{ code: "foreign-reasoning", path: "/previous_response_id" }]);
    const reported = JSON.parse(other.received[0]?.body ?? "");
    expect(reported.previous_response_id).toBeUndefined();
    expect(reported.input).toEqual([
      { role: "user", content: "Hello" },
      { type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "Hi" }] },
      { role: "user", content: "Go on" },
    ]);
  });

  it("does not include reasoning that the client had sent itself", async () => {
    const upstream = await startUpstream((_, response) =>
      answerJson(response, 200, { id: "resp_1", object: "response", status: "completed", output: [] }),
    );
    const one = { dialect: "openai-responses", remembers: true, baseUrl: `${upstream.url}/v1` };
    const gateway = await startGateway({ providers: { one, other: one } });
    const client = openai(gateway);
    const reasoning = { id: "rs_0", type: "reasoning" as const, summary: [], encrypted_content: "sealed" };
    await client.responses.create({ model: "one/m", input: [reasoning, { role: "user", content: "Hello" }] });
    await client.responses.create({ model: "other/m", input: "Go on", previous_response_id: "resp_1" });
    expect(upstream.received[1]?.body).not.toContain("sealed");
    expect((await gateway.requests(2))[1]?.losses).toMatchObject([
      { code: "foreign-reasoning", path: "/previous_response_id" },
    ]);
  });

  it("reports its losses in the header and the metrics, and is refused under onLoss: refuse", async () => {
    const output = [{ id: "rs_1", type: "reasoning", summary: [], encrypted_content: "sealed" }];
    const upstream = await startUpstream((_, response) =>
      answerJson(response, 200, { id: "resp_1", object: "response", status: "completed", output }),
    );
    const one = { dialect: "openai-responses", remembers: true, baseUrl: `${upstream.url}/v1` };
    const gateway = await startGateway({ providers: { one, other: one, strict: { ...one, onLoss: "refuse" } } });
    const client = openai(gateway);
    await client.responses.create({ model: "one/m", input: "Hello" });
    const goOn = (model: string) => client.responses.create({ model, input: "Go on", previous_response_id: "resp_1" });
    const { response } = await goOn("other/m").withResponse();
    expect(response.headers.get("x-toolglot-losses")).toBe("1; /previous_response_id");
    const metrics = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(metrics).toMatch(/^toolglot_translation_losses_total\{.*"foreign-reasoning".*\} 1$/m);
    await expect(goOn("strict/m")).rejects.toThrow("/previous_response_id: feature reasoning lost");
  });

  it("may begin with a response that is not stored here, without keys", async () => {
    const upstream = await startUpstream((_, response) => answerJson(response, 200, { id: "resp_2", output: [] }));
    const gateway = await startGateway({
      providers: { openai: { dialect: "openai-responses", remembers: true, baseUrl: `${upstream.url}/v1` } },
    });
    await openai(gateway).responses.create({ model: "m", input: "Go on", previous_response_id: "resp_1" });
    expect(JSON.parse(upstream.received[0]?.body ?? "").previous_response_id).toBe("resp_1");
  });
});

describe("a reference to an item of a stored response", () => {
  for (const dialect of STATELESS) {
    it(`is spelled out to a provider that speaks ${dialect}`, async () => {
      const client = openai(await simulated());
      const common = { model: `${dialect}/m`, tools: [TOOL] };
      const request = await client.responses.stream({ ...common, input: "What is the weather?" }).finalResponse();
      const call = request.output.find((item) => item.type === "function_call");
      const input: OpenAI.Responses.ResponseInput = [
        { role: "user", content: "What is the weather?" },
        ...request.output.map(({ id }) => ({ type: "item_reference" as const, id: id ?? "" })),
        { type: "function_call_output", call_id: call?.call_id ?? "", output: "17 degrees and rain" },
      ];
      const answered = await client.responses.create({ ...common, input });
      expect(answered.output_text).toContain("17 degrees and rain");
      const kept = await client.responses.inputItems.list(answered.id, { order: "asc" });
      expect(kept.data.map(({ type }) => type)).toEqual([
        "message",
        ...request.output.map(({ type }) => type),
        "function_call_output",
      ]);
    });
  }

  it("is not found if the response is unknown or of another key", async () => {
    const gateway = await simulated({ keys: await twoKeys() });
    const [ann, bob] = [openai(gateway, "key-of-ann"), openai(gateway, "key-of-bob")];
    const { output } = await ann.responses.create({ model: "anthropic/m", input: "Hello" });
    const input = [{ type: "item_reference" as const, id: output[0]?.id ?? "" }];
    await expect(bob.responses.create({ model: "anthropic/m", input })).rejects.toThrow(
      /^404 Item with id '.*' not found/,
    );
  });
});

describe("what a provider stores for one key (S25)", () => {
  const output = [
    { id: "rs_1", type: "reasoning", summary: [] },
    { id: "msg_1", type: "message", role: "assistant", content: [{ type: "output_text", text: "My secret is 42" }] },
  ];
  const refer = (id: string) => [{ type: "item_reference" as const, id }];

  async function two() {
    const keeper = await startUpstream((_, response) =>
      answerJson(response, 200, {
        id: `resp_${keeper.received.length}`,
        object: "response",
        status: "completed",
        output,
      }),
    );
    const providers = { keeper: { dialect: "openai-responses", remembers: true, baseUrl: `${keeper.url}/v1` } };
    const simulated = { dialect: "anthropic", baseUrl: "sim:" };
    const gateway = await startGateway({ providers: { ...providers, simulated }, keys: await twoKeys() });
    return { keeper, ann: openai(gateway, "key-of-ann"), bob: openai(gateway, "key-of-bob"), gateway };
  }

  it("is not found for another key, and the provider is not asked", async () => {
    const { keeper, ann, bob, gateway } = await two();
    const { id } = await ann.responses.create({ model: "keeper/m", input: "Hello" });
    await gateway.requests(1);
    const input = refer("msg_1");
    const tries = [
      () => bob.responses.create({ model: "keeper/m", input }),
      () => bob.responses.create({ model: "keeper/m", input: "Tell", conversation: "conv_of_ann" }),
      () => bob.responses.create({ model: "keeper/m", input: "Tell", conversation: { id: "conv_of_ann" } }),
      () => bob.responses.inputTokens.count({ model: "keeper/m", input }),
      () => bob.responses.inputTokens.count({ model: "keeper/m", input: "Tell", previous_response_id: id }),
      () => bob.responses.inputTokens.count({ model: "keeper/m", input: "Tell", conversation: "conv_of_ann" }),
      () => bob.responses.retrieve("msg_1"),
      () => ann.responses.retrieve("msg_1"),
    ];
    for (const attempt of tries) await expect(attempt()).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    expect(keeper.received).toHaveLength(1);
  });

  it("is found for its own key, by reference at its provider and in full at others", async () => {
    const { keeper, ann, gateway } = await two();
    const { id } = await ann.responses.create({ model: "keeper/m", input: "Hello" });
    await gateway.requests(1);
    await ann.responses.create({ model: "keeper/m", input: [...refer("rs_1"), ...refer("msg_1")] });
    expect(JSON.parse(keeper.received[1]?.body ?? "").input).toEqual([...refer("rs_1"), ...refer("msg_1")]);
    const input = [...refer("msg_1"), { role: "user" as const, content: "What is it?" }];
    const reported = await ann.responses.create({ model: "simulated/m", input });
    expect(reported.status).toBe("completed");
    await ann.responses.delete(id);
    await ann.responses.delete("resp_2");
    const removed = ann.responses.create({ model: "keeper/m", input: refer("msg_1") });
    await expect(removed).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});

describe("counting the tokens of a request that continues a conversation", () => {
  const LONG = "word ".repeat(400);

  for (const dialect of STATELESS)
    it(`counts all that ${dialect} would be sent`, async () => {
      const client = openai(await simulated());
      const first = await client.responses.create({ model: `${dialect}/m`, input: LONG });
      const count = async (more: object) =>
        (await client.responses.inputTokens.count({ model: `${dialect}/m`, input: "Go on", ...more })).input_tokens;
      expect(await count({ previous_response_id: first.id })).toBeGreaterThan((await count({})) + 300);
      await expect(count({ previous_response_id: "resp_unknown" })).rejects.toBeInstanceOf(OpenAI.NotFoundError);
    });

  it("is left to the provider that stores it, and is an estimate of all turns if that cannot count", async () => {
    const request: string[] = [];
    const upstream = await startUpstream(({ url, body }, response) => {
      request.push(`${url} ${JSON.parse(body).previous_response_id}`);
      const answer = { id: "resp_1", object: "response", status: "completed", output: [] };
      answerJson(response, url.endsWith("input_tokens") ? 404 : 200, answer);
    });
    const providers = { openai: { dialect: "openai-responses", remembers: true, baseUrl: `${upstream.url}/v1` } };
    const client = openai(await startGateway({ providers }));
    await client.responses.create({ model: "m", input: LONG });
    const counted = await client.responses.inputTokens.count({
      model: "m",
      input: "On",
      previous_response_id: "resp_1",
    });
    expect(counted.input_tokens).toBeGreaterThan(400);
    expect(request[1]).toBe("/v1/responses/input_tokens resp_1");
  });
});

describe("the responses of one key (S25)", () => {
  for (const dialect of DIALECTS) {
    it(`are not there for another, with ${dialect}`, async () => {
      const gateway = await simulated({ keys: await twoKeys() });
      const [ann, bob] = [openai(gateway, "key-of-ann"), openai(gateway, "key-of-bob")];
      const { id } = await ann.responses.create({ model: `${dialect}/m`, input: "My secret is 42" });
      const tries = [
        () => bob.responses.retrieve(id),
        () => bob.responses.delete(id),
        () => bob.responses.inputItems.list(id),
        () => bob.responses.create({ model: `${dialect}/m`, input: "What is it?", previous_response_id: id }),
      ];
      for (const attempt of tries) await expect(attempt()).rejects.toBeInstanceOf(OpenAI.NotFoundError);
      expect((await ann.responses.retrieve(id)).id).toBe(id);
    });
  }

  it("are not mixed up if a provider uses one id twice", async () => {
    const upstream = await startUpstream(({ body }, response) =>
      answerJson(response, 200, { ...chatAnswer(`You said ${messagesOf(body).at(-1)}`), id: "chatcmpl-1" }),
    );
    const gateway = await startGateway({
      providers: { chat: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
    });
    const client = openai(gateway);
    const [one, two] = [
      await client.responses.create({ model: "m", input: "one" }),
      await client.responses.create({ model: "m", input: "two" }),
    ];
    expect((await client.responses.retrieve(one.id)).output_text).toBe("You said one");
    expect((await client.responses.retrieve(two.id)).output_text).toBe("You said two");
  });
});

describe("a gateway with a store in a file", () => {
  it("finds its responses after a restart", async () => {
    const store = { file: join(await folder(), "answers.jsonl") };
    const first = await simulated({ store });
    const { id } = await openai(first).responses.create({ model: "gemini/m", input: "Hello" });
    await first.close();
    const second = openai(await simulated({ store }));
    expect((await second.responses.retrieve(id)).id).toBe(id);
    const next = await second.responses.create({ model: "gemini/m", input: "Again", previous_response_id: id });
    expect(next.previous_response_id).toBe(id);
  });

  it("works if the file cannot be used, and /readyz reports it (F48)", async () => {
    const file = join(await folder(), "answers.jsonl");
    await mkdir(file);
    const gateway = await simulated({ store: { file } });
    const client = openai(gateway);
    const { id } = await client.responses.create({ model: "ollama/m", input: "Hello" });
    expect((await client.responses.retrieve(id)).id).toBe(id);
    const ready = await fetch(`${gateway.url}/readyz`);
    expect(ready.status).toBe(200);
    expect(await ready.json()).toMatchObject({
      status: "ready",
      troubles: { store: expect.stringContaining("EISDIR") },
    });
    expect(gateway.records).toContainEqual(expect.objectContaining({ event: "store", level: "warn" }));
  });
});

describe("a stream that breaks off", () => {
  it("is not stored", async () => {
    const chunk = { id: "c", object: "chat.completion.chunk", created: 1, model: "m" };
    const delta = { choices: [{ index: 0, delta: { role: "assistant", content: "Hel" }, finish_reason: null }] };
    const upstream = await startUpstream((_, response) =>
      answerEvents(response, [`data: ${JSON.stringify({ ...chunk, ...delta })}\n\n`]),
    );
    const gateway = await startGateway({
      providers: { chat: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1` } },
    });
    const client = openai(gateway);
    const events: OpenAI.Responses.ResponseStreamEvent[] = [];
    for await (const event of await client.responses.create({ model: "m", input: "Hello", stream: true }))
      events.push(event);
    expect(events.at(-1)?.type).toBe("response.failed");
    const [created] = events;
    if (created?.type !== "response.created") throw new Error("a stream begins with response.created");
    await expect(client.responses.retrieve(created.response.id)).rejects.toBeInstanceOf(OpenAI.NotFoundError);
  });
});

function textIn(item: unknown): string {
  const { content } = item as { content: readonly { text: string }[] };
  return content.map(({ text }) => text).join("");
}

function chatAnswer(content: string): object {
  const choices = [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }];
  return { id: "chatcmpl-1", object: "chat.completion", created: 1, model: "m", choices };
}

function messagesOf(body = "{}"): string[] {
  const { messages = [] } = JSON.parse(body) as { messages?: { content: string | { text: string }[] }[] };
  return messages.map(({ content }) =>
    typeof content === "string" ? content : content.map(({ text }) => text).join(""),
  );
}
