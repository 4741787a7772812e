import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";
import { chatAnswer, DIALECTS, messagesOf, openai, STATELESS, simulated, TOOL } from "./clients.ts";

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
