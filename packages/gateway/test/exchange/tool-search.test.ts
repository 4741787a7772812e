import type Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { POLL_OPTIONS, settled, startGatewayAndSim } from "../clients/requests.ts";
import { openai } from "../responses-state/clients.ts";
import { auto, claude, DEFERRED, declared, QUESTION, search, TOOLS, WANTED } from "./deferred-tools.ts";

const PROVIDERS = ["openai-chat", "openai-responses", "gemini", "ollama", "anthropic"] as const;

describe.each(PROVIDERS)("a model of %s that cannot search for tools", (provider) => {
  // Models of the other dialects than Anthropic's that are known to search are not asked here.
  const model = { anthropic: "claude-3-5-haiku-20241022", "openai-responses": "gpt-4.1" }[provider as string] ?? "m";

  it.each([true, false])(
    "finds deferred tools through the gateway, and the client does not notice (stream: %s)",
    async (stream) => {
      const { gateway, sim } = await startGatewayAndSim(auto(provider, model));
      sim.simulator.expect({
        responses: [
          { content: "Let me look.", tool_calls: [search("create an issue")] },
          { tool_calls: [{ name: WANTED, arguments: { title: "Bug" } }] },
          { content: "Done." },
        ],
      });
      const messages: Anthropic.MessageParam[] = [{ role: "user", content: "File a bug." }];
      const ask = () =>
        stream
          ? claude(gateway.url)
              .messages.stream({ ...QUESTION, messages })
              .finalMessage()
          : claude(gateway.url).messages.create({ ...QUESTION, messages });
      const first = await ask();
      expect(
        first.content
          .filter(({ type }) => type !== "thinking")
          .map((block) => (block.type === "tool_use" ? [block.name, block.input] : block.type)),
      ).toEqual(["text", [WANTED, { title: "Bug" }]]);
      expect(first.stop_reason).toBe("tool_use");
      const [before = "", after = ""] = sim.requests.map(({ body }) => body);
      expect(declared(before).toSorted()).toEqual(["now", "search_tools"]);
      expect(declared(after)).toContain(WANTED);
      expect(declared(after).length).toBeLessThanOrEqual(7);
      expect(after).toContain("These tools are available from now on");
      // Both requests to the provider count.
      const [record] = await gateway.requests(1);
      expect(record).toMatchObject({ outcome: "success", attempts: [{ status: 200 }] });
      expect(record?.losses).toEqual([]);
      // The next request declares what was found, without another search, so that the provider's cache has its start.
      const call = first.content.find((block) => block.type === "tool_use");
      const result = { type: "tool_result" as const, tool_use_id: call?.id ?? "", content: "created" };
      messages.push({ role: "assistant", content: first.content }, { role: "user", content: [result] });
      expect((await ask()).content.filter(({ type }) => type !== "thinking")).toMatchObject([{ text: "Done." }]);
      expect(declared(sim.requests[2]?.body ?? "")).toEqual(declared(after));
    },
  );
});

describe("the search of the gateway", () => {
  const setup = auto("openai-chat", "m");
  const messages = [{ role: "user" as const, content: "Hi" }];

  it("says so when nothing matches, and the model goes on", async () => {
    const { gateway, sim } = await startGatewayAndSim(setup);
    sim.simulator.expect({ responses: [{ tool_calls: [search("zzz")] }, { content: "I cannot do that." }] });
    const message = await claude(gateway.url).messages.create({ ...QUESTION, messages });
    expect(message.content).toMatchObject([{ type: "text", text: "I cannot do that." }]);
    expect(sim.requests[1]?.body).toContain('No tool matches \\"zzz\\"');
  });

  it("is offered five times in a turn", async () => {
    const { gateway, sim } = await startGatewayAndSim(setup);
    const searches = Array.from({ length: 5 }, (_, index) => ({ tool_calls: [search(`zzz ${index}`)] }));
    sim.simulator.expect({ responses: [...searches, { content: "I give up." }] });
    const message = await claude(gateway.url)
      .messages.stream({ ...QUESTION, messages })
      .finalMessage();
    expect(message.content).toMatchObject([{ type: "text", text: "I give up." }]);
    expect(sim.requests.map(({ body }) => declared(body).includes("search_tools"))).toEqual([
      ...Array.from({ length: 5 }, () => true),
      false,
    ]);
    expect(message.usage.input_tokens).toBeGreaterThan(0);
  });

  it("adds up the tokens of all rounds", async () => {
    const { gateway, sim } = await startGatewayAndSim(setup);
    sim.simulator.expect({ responses: [{ content: "One." }] });
    const { usage: once } = await claude(gateway.url).messages.create({ ...QUESTION, messages });
    sim.simulator.expect({ responses: [{ tool_calls: [search("mail")] }, { content: "Two." }] });
    const { usage: twice } = await claude(gateway.url).messages.create({ ...QUESTION, messages });
    expect(twice.input_tokens).toBeGreaterThan(2 * once.input_tokens);
  });

  it("leaves calls of the client's tools to the client when the model calls both at once", async () => {
    const { gateway, sim } = await startGatewayAndSim(setup);
    sim.simulator.expect({ responses: [{ tool_calls: [search("mail"), { name: "now", arguments: {} }] }] });
    const message = await claude(gateway.url).messages.create({ ...QUESTION, messages });
    expect(message.content).toMatchObject([{ type: "tool_use", name: "now" }]);
    expect(sim.requests).toHaveLength(1);
  });

  it("ends with the client", async () => {
    const { gateway, sim } = await startGatewayAndSim(setup);
    sim.simulator.expect({ responses: [{ tool_calls: [search("mail")] }, { content: "x", delay_ms: 60_000 }] });
    const stream = claude(gateway.url).messages.stream({ ...QUESTION, messages });
    const ended = stream.done().catch(() => "aborted");
    await expect.poll(() => sim.requests.length, POLL_OPTIONS).toBe(2);
    stream.abort();
    await ended;
    await expect(sim.requests[1]?.ended).resolves.toBe("gone");
    await settled(gateway);
  });

  it("serves clients of the Responses API too", async () => {
    const { gateway, sim } = await startGatewayAndSim(setup);
    sim.simulator.expect({
      responses: [
        { tool_calls: [search("create_issue")] },
        { tool_calls: [{ name: WANTED, arguments: { title: "x" } }] },
      ],
    });
    const tools = DEFERRED.map(({ name, description, input_schema: parameters }) => ({
      ...{ type: "function" as const, name, description, parameters, strict: false, defer_loading: true },
    }));
    const response = await openai(gateway).responses.create({
      model: "gpt-5.6",
      input: "File a bug.",
      tools: [{ type: "tool_search" }, ...tools],
    });
    expect(response.output).toMatchObject([{ type: "function_call", name: WANTED }]);
  });

  it.each([
    ["by default", {}, TOOLS],
    ["where it is off", { toolSearch: "off" as const }, TOOLS],
    ["where few tools are deferred", { toolSearch: "auto" as const }, TOOLS.slice(0, 12)],
  ])("is not used %s", async (_, route, tools) => {
    const routes = [{ match: "*", to: [{ provider: "openai-chat", model: "m" }], ...route }];
    const { gateway, sim } = await startGatewayAndSim({ routes });
    await claude(gateway.url).messages.create({
      ...QUESTION,
      tools: tools as Anthropic.Messages.ToolUnion[],
      messages,
    });
    expect(declared(sim.requests[0]?.body ?? "")).toEqual(tools.slice(1).map(({ name }) => name));
  });
});
