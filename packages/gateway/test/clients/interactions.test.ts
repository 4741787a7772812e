import { GoogleGenAI, type Interactions } from "@google/genai";
import { describe, expect, it } from "vitest";
import { SIMULATED } from "../../src/providers/simulated.ts";
import type { Client } from "../matrix/clients/client.ts";
import { connect } from "../matrix/clients/gemini-interactions.ts";
import { connections } from "../matrix/clients/index.ts";
import { type GatewaySetup, startGateway, type TestGateway } from "../support/gateway.ts";

const PROVIDERS = [
  "openai-chat",
  "openai-responses",
  "anthropic",
  "gemini",
  "gemini-interactions",
  "ollama",
  "openrouter",
] as const;

const TOOL = {
  name: "get_weather",
  schema: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
} as const;

function gateway(more: Partial<GatewaySetup> = {}): Promise<TestGateway> {
  const providers = PROVIDERS.map((dialect) => [dialect, { dialect, baseUrl: SIMULATED }] as const);
  return startGateway({ providers: Object.fromEntries(providers), ...more });
}

function google({ url }: { readonly url: string }): GoogleGenAI {
  return new GoogleGenAI({ apiKey: "anything", httpOptions: { baseUrl: url } });
}

/** A call, its result and the answer, as every SDK has it. */
async function toolLoop(client: Client, model: string, streams: boolean): Promise<void> {
  const conversation = client.converse({ model, streams, tools: [TOOL], system: "Be brief." });
  conversation.addUserMessage("What is the weather like?");
  const asked = await conversation.send();
  expect(asked.calls).toMatchObject([{ name: "get_weather" }]);
  expect(JSON.parse(asked.calls[0]?.arguments ?? "")).toEqual({ city: "city" });
  conversation.addResults(asked.calls.map((call) => ({ call, text: "It rains." })));
  const answered = await conversation.send();
  expect(answered).toMatchObject({ calls: [], text: expect.stringContaining("get_weather answered: ") });
  expect(answered.text).toContain("It rains.");
  expect(answered.usage.input).toBeGreaterThan(0);
}

describe.each(["whole", "streamed"])("ai.interactions of the official SDK, %s", (how) => {
  it.each(PROVIDERS)("leads a tool loop with a model of %s", async (provider) => {
    const { url } = await gateway();
    await toolLoop(connect({ url, fetch }), `${provider}/tools`, how === "streamed");
  });
});

describe.each(["whole", "streamed"])("a model behind the Interactions API, %s", (how) => {
  it.each(Object.keys(connections) as (keyof typeof connections)[])("is led by the SDK of %s", async (client) => {
    const { url } = await gateway();
    await toolLoop(connections[client]({ url, fetch }), "gemini-interactions/tools", how === "streamed");
  });
});

describe("stored interactions", () => {
  const tools: Interactions.Tool[] = [{ type: "function", name: TOOL.name, parameters: TOOL.schema }];

  describe.each(PROVIDERS)("of a model of %s", (provider) => {
    const model = `${provider}/tools`;

    it.each([false, true])("are continued by their id (streamed: %s)", async (streams) => {
      const ai = google(await gateway());
      const { id, call } = await ask(ai, { model, input: "What is the weather like?", tools }, streams);
      expect(call).toMatchObject({ name: "get_weather", arguments: { city: "city" } });
      const result = {
        type: "function_result" as const,
        call_id: call?.id ?? "",
        name: "get_weather",
        result: "Rain.",
      };
      const request = { model, previous_interaction_id: id, input: [result], tools };
      const answered = await ask(ai, request, streams);
      expect(answered.text).toContain("Rain.");
      const stored = await ai.interactions.get(answered.id);
      expect(stored).toMatchObject({ id: answered.id, object: "interaction", status: "completed" });
      expect(JSON.stringify(stored.steps)).toContain("Rain.");
    });

    it("are deleted, and then not found", async () => {
      const ai = google(await gateway());
      const { id } = await ask(ai, { model, input: "Hello." }, false);
      await ai.interactions.delete(id);
      await expect(ai.interactions.get(id)).rejects.toMatchObject({ message: expect.stringContaining("not found") });
      const next = ai.interactions.create({ model, previous_interaction_id: id, input: "And now?" });
      await expect(next).rejects.toMatchObject({ message: expect.stringContaining("not found") });
    });
  });

  it("have their input if the client asks for it", async () => {
    const ai = google(await gateway());
    const { id } = await ask(ai, { model: "gemini/sim-1", input: "Hello." }, false);
    const input = [{ type: "user_input", content: [{ type: "text", text: "Hello." }] }];
    expect(await ai.interactions.get(id, { include_input: true })).toMatchObject({ id, input });
    expect(await ai.interactions.get(id)).not.toHaveProperty("input");
  });

  it("are not stored if the client says so", async () => {
    const ai = google(await gateway());
    const { id } = await ask(ai, { model: "gemini/sim-1", input: "Hello.", store: false }, false);
    await expect(ai.interactions.get(id)).rejects.toMatchObject({ message: expect.stringContaining("not found") });
  });

  it("cannot be cancelled, and do not run in the background", async () => {
    const ai = google(await gateway());
    const { id } = await ask(ai, { model: "gemini/sim-1", input: "Hello." }, false);
    await expect(ai.interactions.cancel(id)).rejects.toMatchObject({
      message: expect.stringContaining("nothing runs in the background"),
    });
    const request = { model: "gemini/sim-1", input: "Hello.", background: true };
    await expect(ai.interactions.create(request)).rejects.toMatchObject({
      message: expect.stringContaining("background"),
    });
  });
});

interface Answer {
  readonly id: string;
  readonly text: string;
  readonly call: Interactions.FunctionCallStep | undefined;
}

type Request = Interactions.InteractionCreateParams.CreateModelInteractionParams;

async function ask(ai: GoogleGenAI, request: Request, streams: boolean): Promise<Answer> {
  if (!streams) {
    const { id, steps } = await ai.interactions.create({ ...request, stream: false });
    const said = steps.flatMap((step) => (step.type === "model_output" ? (step.content ?? []) : []));
    const text = said.map((block) => (block.type === "text" ? block.text : "")).join("");
    return { id, text, call: steps.find((step) => step.type === "function_call") };
  }
  const answer = { id: "", text: "", args: "", call: undefined as Interactions.FunctionCallStep | undefined };
  for await (const event of await ai.interactions.create({ ...request, stream: true })) {
    if (event.event_type === "interaction.created") answer.id = event.interaction.id;
    if (event.event_type === "step.start" && event.step.type === "function_call") answer.call = event.step;
    if (event.event_type === "step.delta" && event.delta.type === "text") answer.text += event.delta.text;
    if (event.event_type === "step.delta" && event.delta.type === "arguments_delta")
      answer.args += event.delta.arguments ?? "";
  }
  const { id, text, args, call } = answer;
  return { id, text, call: call && { ...call, arguments: JSON.parse(args || "{}") } };
}
