import OpenAI from "openai";
import { describe, expect, it } from "vitest";
import { startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";
import { openai, STATELESS, simulated, TOOL, twoKeys } from "./clients.ts";

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
