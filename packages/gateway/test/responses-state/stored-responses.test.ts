import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { folder } from "../store/folder.ts";
import { startGateway } from "../support/gateway.ts";
import { answerEvents, answerJson, startUpstream } from "../support/upstream.ts";
import { chatAnswer, DIALECTS, messagesOf, openai, STATELESS, simulated, twoKeys } from "./clients.ts";

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
