import { GoogleGenAI } from "@google/genai";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { startSimulator } from "../../src/sim/server.ts";

const tools = [
  {
    type: "function" as const,
    name: "get_weather",
    parameters: { type: "object", properties: { city: { type: "string" } } },
  },
];

async function google(): Promise<GoogleGenAI> {
  const server = await startSimulator();
  afterTest(() => server.close());
  return new GoogleGenAI({ apiKey: "anything", httpOptions: { baseUrl: server.url } });
}

describe("the simulated Interactions API", () => {
  it("continues a stored interaction, whose calls and results it knows", async () => {
    const { interactions } = await google();
    const asked = await interactions.create({ model: "sim-1", input: "How is the weather?", tools, stream: false });
    const call = asked.steps.find((step) => step.type === "function_call");
    const result = { type: "function_result" as const, call_id: call?.id ?? "", result: "Rain." };
    const request = { model: "sim-1", previous_interaction_id: asked.id, input: [result], tools };
    const answered = await interactions.create({ ...request, stream: false });
    expect(answered).toMatchObject({ status: "completed", previous_interaction_id: asked.id });
    expect(JSON.stringify(answered.steps)).toContain("get_weather answered: Rain.");
  });

  it("gives it back, with its input if that is asked for", async () => {
    const { interactions } = await google();
    const { id } = await interactions.create({ model: "sim-1", input: "Hello.", stream: false });
    expect(await interactions.get(id)).toMatchObject({ id, object: "interaction", status: "completed" });
    expect(await interactions.get(id, { include_input: true })).toMatchObject({ id, input: "Hello." });
  });

  it("deletes it, and cancels nothing, since nothing runs in the background", async () => {
    const { interactions } = await google();
    const { id } = await interactions.create({ model: "sim-1", input: "Hello.", stream: false });
    await expect(interactions.cancel(id)).rejects.toMatchObject({ message: expect.stringContaining("background") });
    await interactions.delete(id);
    const gone = { message: expect.stringContaining("was not found") };
    await expect(interactions.get(id)).rejects.toMatchObject(gone);
    await expect(interactions.delete(id)).rejects.toMatchObject(gone);
    const request = { model: "sim-1", previous_interaction_id: id, input: "And now?", stream: false as const };
    await expect(interactions.create(request)).rejects.toMatchObject(gone);
  });

  it("stores nothing if the request says so", async () => {
    const { interactions } = await google();
    const { id } = await interactions.create({ model: "sim-1", input: "Hello.", store: false, stream: false });
    await expect(interactions.get(id)).rejects.toMatchObject({ message: expect.stringContaining("was not found") });
  });
});
