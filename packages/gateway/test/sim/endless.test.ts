import { describe, expect, it } from "vitest";
import { argumentsFor } from "../../src/sim/arguments.ts";
import { send, TestSimulator } from "./requests.ts";

describe("arguments for an infinite schema", () => {
  it("are finite with two recursive references", () => {
    const schema = { $defs: { a: { allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }] } }, $ref: "#/$defs/a" };
    expect(typeof argumentsFor(schema)).toBe("object");
  });

  it("are finite if an object requires two of its kind", () => {
    const schema = { type: "object", required: ["a", "b"], properties: { a: { $ref: "#" }, b: { $ref: "#" } } };
    expect(Object.keys(argumentsFor(schema))).toEqual(["a", "b"]);
  });
});

describe("an agent loop", () => {
  const tools = [{ type: "function", function: { name: "spawn", parameters: { type: "object" } } }];
  const round = [
    { role: "user", content: "something came in" },
    { role: "assistant", content: "spawn answered: started" },
  ];
  const ask = async (rounds: number, fields: object = {}) => {
    const messages = [
      ...Array.from({ length: rounds }, () => round).flat(),
      { role: "user", content: "spawn is done" },
    ];
    const body = { model: "m", tools, messages, ...fields };
    const { text } = await send(new TestSimulator(), "openai-chat", "/chat/completions", body);
    return text.includes('"tool_calls":[');
  };

  it("ends after a number of calls", async () => {
    expect([await ask(2), await ask(3)]).toEqual([true, false]);
  });

  it("has a tool called as often as the choice requires it", async () => {
    expect(await ask(3, { tool_choice: "required" })).toBe(true);
  });
});
