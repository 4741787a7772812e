import { describe, expect, it } from "vitest";
import { type ClientDialect, DIALECTS, errorIn, post, requestFor, startGatewayAndSim } from "./requests.ts";

const DEEP = 300;

/** Something that is nested too deeply to be handed on, as text that JSON.stringify would not write. */
const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;

/** Where something deep may stand in a request of each dialect. */
const PLACES: Readonly<Record<ClientDialect, Readonly<Record<string, object>>>> = {
  "openai-chat": {
    schema: { tools: [{ type: "function", function: { name: "t", parameters: "DEEP" } }] },
    arguments: {
      messages: [
        user("Hi"),
        { role: "assistant", tool_calls: [{ id: "c", type: "function", function: { name: "t", arguments: "TEXT" } }] },
        { role: "tool", tool_call_id: "c", content: "1" },
      ],
    },
  },
  "openai-responses": {
    schema: { tools: [{ type: "function", name: "t", parameters: "DEEP" }] },
    arguments: {
      input: [
        { type: "function_call", call_id: "c", name: "t", arguments: "TEXT" },
        { type: "function_call_output", call_id: "c", output: "1" },
      ],
    },
  },
  anthropic: {
    schema: { tools: [{ name: "t", input_schema: "DEEP" }] },
    arguments: {
      messages: [
        user("Hi"),
        { role: "assistant", content: [{ type: "tool_use", id: "c", name: "t", input: "DEEP" }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "1" }] },
      ],
    },
    result: {
      messages: [
        user("Hi"),
        { role: "assistant", content: [{ type: "tool_use", id: "c", name: "t", input: {} }] },
        { role: "user", content: [{ type: "tool_result", tool_use_id: "c", content: "DEEP" }] },
      ],
    },
  },
  gemini: {
    schema: { tools: [{ functionDeclarations: [{ name: "t", parameters: "DEEP" }] }] },
    arguments: { contents: [{ role: "model", parts: [{ functionCall: { name: "t", args: "DEEP" } }] }] },
    result: { contents: [{ role: "user", parts: [{ functionResponse: { name: "t", response: "DEEP" } }] }] },
  },
  "gemini-interactions": {
    schema: { tools: [{ type: "function", name: "t", parameters: "DEEP" }] },
    arguments: {
      input: [
        { type: "function_call", id: "c", name: "t", arguments: "DEEP" },
        { type: "function_result", call_id: "c", name: "t", result: "1" },
      ],
    },
    result: {
      input: [
        { type: "function_call", id: "c", name: "t", arguments: {} },
        { type: "function_result", call_id: "c", name: "t", result: "DEEP" },
      ],
    },
  },
  bedrock: {
    schema: { toolConfig: { tools: [{ toolSpec: { name: "t", inputSchema: { json: "DEEP" } } }] } },
    arguments: {
      messages: [
        { role: "user", content: [{ text: "Hi" }] },
        { role: "assistant", content: [{ toolUse: { toolUseId: "c", name: "t", input: "DEEP" } }] },
        { role: "user", content: [{ toolResult: { toolUseId: "c", content: [{ text: "1" }] } }] },
      ],
    },
    result: {
      messages: [
        { role: "user", content: [{ text: "Hi" }] },
        { role: "assistant", content: [{ toolUse: { toolUseId: "c", name: "t", input: {} } }] },
        { role: "user", content: [{ toolResult: { toolUseId: "c", content: [{ json: "DEEP" }] } }] },
      ],
    },
  },
  ollama: {
    schema: { tools: [{ type: "function", function: { name: "t", parameters: "DEEP" } }] },
    arguments: {
      messages: [
        user("Hi"),
        { role: "assistant", content: "", tool_calls: [{ function: { name: "t", arguments: "DEEP" } }] },
      ],
    },
  },
};

describe.each(DIALECTS)("F11: a body of a client of %s that is nested too deeply", (dialect) => {
  it.each(Object.keys(PLACES[dialect]))("is refused in: %s", async (place) => {
    const { sim, gateway } = await startGatewayAndSim();
    for (const provider of DIALECTS) {
      const { path, body } = requestFor(dialect, { model: `${provider}/x`, streams: false });
      const text = JSON.stringify({ ...body, ...PLACES[dialect][place] });
      const written = text.replace('"DEEP"', nested(DEEP)).replace('"TEXT"', JSON.stringify(nested(DEEP)));
      const reply = await post(gateway.url, path, written);
      const reported = await reply.text();
      // What goes on as text is text, however deep it would be.
      if (reply.status === 200 && text.includes('"TEXT"')) continue;
      expect([provider, reply.status]).toEqual([provider, 400]);
      expect(errorIn(dialect, 400, reported)).toMatch(/deep/);
    }
    expect(sim.requests.filter(({ body }) => body.includes('"a":{"a":{"a"'))).toEqual([]);
    expect(gateway.records.filter(({ event }) => event === "bug")).toEqual([]);
  });
});

function user(content: string): object {
  return { role: "user", content };
}
