import { ResponsesWS } from "openai/resources/responses/ws";
import { describe, expect, it } from "vitest";
import { POLL_OPTIONS, startGatewayAndSim } from "../clients/requests.ts";
import { DIALECTS, openai, simulated } from "../responses-state/clients.ts";
import { SocketClient } from "./socket-client.ts";

const TOOLS = [
  { type: "function", name: "get_weather", parameters: { type: "object", properties: {} }, strict: false },
];

describe.each(DIALECTS)("responses over a WebSocket, by a provider of %s", (dialect) => {
  it("are the events of a stream, as messages", async () => {
    const gateway = await simulated();
    const client = await SocketClient.open(gateway.url);
    const last = await client.create({ model: `${dialect}/default`, input: "Hello" });
    expect(last).toMatchObject({ type: "response.completed", response: { status: "completed" } });
    expect(client.text).toContain("Hello");
    const stream = await openai(gateway).responses.create({
      model: `${dialect}/default`,
      input: "Hello",
      stream: true,
    });
    const types: string[] = [];
    for await (const { type } of stream) types.push(type);
    expect(client.events.map(({ type }) => type)).toEqual(types);
    expect(await gateway.requests(3)).toMatchObject([
      { method: "GET", path: "/v1/responses", status: 101, outcome: "success" },
      { method: "POST", path: "/v1/responses", status: 200, outcome: "success", stream: true, provider: dialect },
      { method: "POST" },
    ]);
  });

  it("continue from the previous one although it is not stored", async () => {
    const gateway = await simulated();
    const client = await SocketClient.open(gateway.url);
    const request = { model: `${dialect}/tools`, tools: TOOLS, store: false };
    const asked = await client.create({ ...request, input: "What is the weather?" });
    const call = asked.response?.output.find(({ type }) => type === "function_call");
    const input = [{ type: "function_call_output", call_id: call?.call_id, output: "17 degrees" }];
    const answered = await client.create({ ...request, previous_response_id: asked.response?.id, input });
    expect(answered.response?.previous_response_id).toBe(asked.response?.id);
    expect(client.text).toContain("17 degrees");
    const again = await client.create({ ...request, previous_response_id: answered.response?.id, input: "Thanks" });
    expect(again.type).toBe("response.completed");
    const other = await SocketClient.open(gateway.url);
    expect(await other.create({ ...request, previous_response_id: asked.response?.id, input })).toMatchObject({
      type: "error",
      status: 404,
      error: { code: "previous_response_not_found", param: "previous_response_id" },
    });
  });

  it("continue from one that generated nothing", async () => {
    const { gateway, sim } = await startGatewayAndSim();
    const client = await SocketClient.open(gateway.url);
    const input = [{ type: "message", role: "user", content: [{ type: "input_text", text: "My name is Ann." }] }];
    const model = `${dialect}/default`;
    const warm = await client.create({ model, store: false, input, generate: false });
    expect(warm).toMatchObject({ type: "response.completed", response: { output: [], usage: { input_tokens: 0 } } });
    expect(sim.requests).toEqual([]);
    const asked = { model, store: false, previous_response_id: warm.response?.id, input: "What is my name?" };
    expect((await client.create(asked)).type).toBe("response.completed");
    await expect.poll(() => sim.requests.length, POLL_OPTIONS).toBe(1);
    expect(JSON.stringify(sim.requests[0]?.body)).toMatch(/My name is Ann\..*What is my name\?/);
  });
});

describe("responses over a WebSocket", () => {
  it("are stored as others are, unless the client forbids it", async () => {
    const gateway = await simulated();
    const client = await SocketClient.open(gateway.url);
    const stored = await client.create({ model: "anthropic/default", input: "Hello" });
    const kept = await client.create({ model: "anthropic/default", input: "Hello", store: false });
    const { responses } = openai(gateway);
    expect((await responses.retrieve(stored.response?.id ?? "")).id).toBe(stored.response?.id);
    await expect(responses.retrieve(kept.response?.id ?? "")).rejects.toMatchObject({ status: 404 });
  });

  it("serve the official SDK", async () => {
    const gateway = await simulated();
    const socket = new ResponsesWS(openai(gateway));
    socket.send({ type: "response.create", model: "gemini/default", input: "Hello" });
    const texts: string[] = [];
    for await (const each of socket) {
      if (each.type === "open" || each.type === "connecting") continue;
      if (each.type !== "message") throw new Error(`${each.type}: ${JSON.stringify(each)}`);
      if (each.message.type === "response.output_text.delta") texts.push(each.message.delta);
      if (each.message.type === "response.completed") break;
      if (texts.length === 0 && each.message.type === "response.created")
        expect(each.message.response.model).toBe("gemini/default");
    }
    socket.close();
    expect(texts.join("")).toContain("Hello");
  });

  it("come one after the other", async () => {
    const gateway = await simulated();
    const client = await SocketClient.open(gateway.url);
    for (const input of ["one", "two", "three"]) client.send({ type: "response.create", model: "gemini/x", input });
    await expect.poll(() => client.events.filter(({ type }) => type === "response.completed").length).toBe(3);
    const order = client.events.flatMap(({ type }) => (/created|completed/.test(type) ? [type] : []));
    expect(order).toEqual(Array.from({ length: 3 }, () => ["response.created", "response.completed"]).flat());
  });

  it.each([
    ["of an unknown model", { type: "response.create", model: "nobody/x", input: "Hi" }, 404, "model_not_found"],
    ["without a model", { type: "response.create", input: "Hi" }, 400, "missing_model"],
    ["of another type", { type: "response.steer", input: "Hi" }, 400, "unsupported_value"],
    ["without a type", { model: "gemini/x", input: "Hi" }, 400, "unsupported_value"],
    ["that is no JSON", "{", 400, "invalid_json"],
    ["that is no object", "[]", 400, "invalid_json"],
    [
      "that a provider rejects",
      { type: "response.create", model: "anthropic/fault-status-400", input: "Hi" },
      400,
      undefined,
    ],
  ])("fail with an error event for a message %s, and the connection goes on", async (_, message, status, code) => {
    const gateway = await simulated({ routes: [] });
    const client = await SocketClient.open(gateway.url);
    client.send(message);
    const error = await client.until(({ type }) => type === "error");
    expect(error).toMatchObject({ type: "error", status, error: { message: expect.any(String) } });
    if (code !== undefined) expect(error.error?.code).toBe(code);
    expect((await client.create({ model: "gemini/x", input: "Hello" })).type).toBe("response.completed");
  });

  it("are recorded for the inspector", async () => {
    const gateway = await simulated({ inspector: { enabled: true } });
    const client = await SocketClient.open(gateway.url);
    await client.create({ model: "anthropic/default", input: "Hello" });
    const list = async () => (await fetch(`${gateway.url}/_inspector/exchanges`)).json();
    await expect.poll(list, POLL_OPTIONS).toMatchObject({ exchanges: [{ model: "anthropic/default", status: 200 }] });
  });
});
