import type Anthropic from "@anthropic-ai/sdk";
import { describe, expect, it } from "vitest";
import { afterTest } from "../../../../test/support/cleanup.ts";
import { startSimulator } from "../../src/sim/server.ts";
import { startGatewayAndSim } from "../clients/requests.ts";
import { openai } from "../responses-state/clients.ts";
import { startGateway } from "../support/gateway.ts";
import { ACTIONS, auto, claude, DEFERRED, declared, QUESTION, search, WANTED } from "./deferred-tools.ts";

describe("tools that were found", () => {
  const SERVER = ACTIONS.map((action) => `mcp__github__${action}_issue`);
  const shown = (body = "") => declared(body).toSorted();

  it.each([true, false])(
    "stay declared in the turns that follow, also those not called (stream: %s)",
    async (stream) => {
      const { gateway, sim } = await startGatewayAndSim(auto("openai-chat", "m"));
      const messages: Anthropic.MessageParam[] = [];
      const turn = async (content: Anthropic.MessageParam["content"]) => {
        messages.push({ role: "user", content });
        const { messages: api } = claude(gateway.url);
        const request = { ...QUESTION, messages };
        const message = await (stream ? api.stream(request).finalMessage() : api.create(request));
        messages.push({ role: "assistant", content: message.content });
        return message;
      };
      sim.simulator.expect({
        responses: [
          { tool_calls: [search("github issue")] },
          { tool_calls: [{ name: WANTED, arguments: { title: "Bug" } }] },
          { content: "Created. Shall I look for an event?" },
          { tool_calls: [search("list_event")] },
          { content: "I could list events." },
          { tool_calls: [{ name: "mcp__calendar__list_event", arguments: { title: "x" } }] },
        ],
      });
      const called = await turn("File a bug.");
      const use = called.content.find((block) => block.type === "tool_use");
      await turn([{ type: "tool_result", tool_use_id: use?.id ?? "", content: "created" }]);
      const all = [...SERVER, "now", "search_tools"].toSorted();
      expect(shown(sim.requests[2]?.body)).toEqual(expect.arrayContaining(all));
      // A turn without calls keeps what it found as well.
      await turn("Look for one.");
      await turn("Do it.");
      expect(shown(sim.requests[5]?.body)).toEqual(expect.arrayContaining([...all, "mcp__calendar__list_event"]));
      // What was found by whom does not matter to another conversation.
      sim.simulator.expect({ responses: [{ content: "Hi." }] });
      await claude(gateway.url).messages.create({ ...QUESTION, messages: [{ role: "user", content: "Hi" }] });
      expect(shown(sim.requests.at(-1)?.body)).toEqual(["now", "search_tools"]);
    },
  );

  const tools = DEFERRED.map(({ name, description, input_schema: parameters }) => ({
    ...{ type: "function" as const, name, description, parameters, strict: false, defer_loading: true },
  }));
  const request = { model: "gpt-5.6", tools: [{ type: "tool_search" as const }, ...tools] };

  /** A gateway before a provider that stores responses itself, or leaves that to the gateway. */
  async function startStoring(remembers: boolean) {
    const sim = await startSimulator();
    afterTest(() => sim.close());
    const keeper = { dialect: "openai-responses", remembers, baseUrl: `${sim.url}/v1` };
    const gateway = await startGateway({ ...auto("keeper", "gpt-4.1"), providers: { keeper } });
    return { sim, responses: openai(gateway).responses };
  }

  it.each([true, false])(
    "stay declared where the client continues a stored response (at the provider: %s)",
    async (at) => {
      const { sim, responses } = await startStoring(at);
      sim.simulator.expect({
        responses: [
          { tool_calls: [search("create_issue")] },
          { tool_calls: [{ name: WANTED, arguments: { title: "x" } }] },
          { content: "Done." },
        ],
      });
      const first = await responses.create({ ...request, input: "File a bug." });
      const [call] = first.output.filter((item) => item.type === "function_call");
      const result = { type: "function_call_output" as const, call_id: call?.call_id ?? "", output: "created" };
      await responses.create({ ...request, previous_response_id: first.id, input: [result] });
      expect(declared(sim.requests.at(-1)?.body ?? "")).toContain(WANTED);
    },
  );

  it.each([true, false])("in a turn without calls stay declared as well (at the provider: %s)", async (at) => {
    const { sim, responses } = await startStoring(at);
    sim.simulator.expect({
      responses: [
        { content: "Hello." },
        { tool_calls: [search("create_issue")] },
        { content: "I could file a bug." },
        { content: "Shall I?" },
        { content: "Yes." },
      ],
    });
    let previous = await responses.create({ ...request, input: "Hi." });
    for (const input of ["Look for a tool.", "And?", "Well?"])
      previous = await responses.create({ ...request, previous_response_id: previous.id, input });
    expect(sim.requests.slice(-2).map(({ body }) => declared(body).includes(WANTED))).toEqual([true, true]);
    const [last] = sim.requests.slice(-1);
    expect(JSON.parse(last?.body ?? "{}").previous_response_id === undefined).toBe(!at);
  });
});
