import { createBridge, type Json, type JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";

/** A history whose messages have these calls, each followed by its results, as the ids that they have. */
function anthropic(turns: readonly (readonly string[])[]): JsonObject {
  const messages = turns.flatMap((ids): Json[] => [
    { role: "assistant", content: ids.map((id) => ({ type: "tool_use", id, name: "f", input: {} })) },
    { role: "user", content: ids.map((id, index) => ({ type: "tool_result", tool_use_id: id, content: `${index}` })) },
  ]);
  return { model: "m", max_tokens: 9, messages: [{ role: "user", content: "Hi" }, ...messages] };
}

function chat(turns: readonly (readonly string[])[]): JsonObject {
  const call = (id: string) => ({ id, type: "function", function: { name: "f", arguments: "{}" } });
  const messages = turns.flatMap((ids): Json[] => [
    { role: "assistant", content: null, tool_calls: ids.map(call) },
    ...ids.map((id, index) => ({ role: "tool", tool_call_id: id, content: `${index}` })),
  ]);
  return { model: "m", messages: [{ role: "user", content: "Hi" }, ...messages] };
}

describe.each([
  ["anthropic", anthropic],
  ["openai-chat", chat],
] as const)("a request of %s to a provider of the same dialect", (dialect, history) => {
  const send = (body: JsonObject) => createBridge({ client: dialect, provider: dialect }).request(body as never);

  it("has an id of its own for each call, and for its result", () => {
    const { value, changes, losses } = send(history([["a"], ["b", "a"], ["a", "a"]]));
    expect(value).toEqual(history([["a"], ["b", "a_2"], ["a_3", "a_4"]]));
    expect(changes.map(({ rule, detail }) => `${rule} ${detail}`)).toEqual(
      ["a_2", "a_2", "a_3", "a_4", "a_3", "a_4"].map((id) => `duplicate-id ${id}`),
    );
    expect(losses).toEqual([]);
  });

  it("has the ids of the last request again in the next one", () => {
    const { value } = send(history([["a"], ["a"], ["a"]]));
    expect(value).toEqual(history([["a"], ["a_2"], ["a_3"]]));
  });

  it("never takes an id that another call has", () => {
    const { value } = send(history([["a"], ["a_2"], ["a"]]));
    expect(value).toEqual(history([["a"], ["a_2"], ["a_3"]]));
  });

  it("is the same where all ids differ", () => {
    const body = history([["a"], ["b", "c"]]);
    const { value, changes } = send(body);
    expect(value).toBe(body);
    expect(changes).toEqual([]);
  });
});
