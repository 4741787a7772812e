import { describe, expect, it } from "vitest";
import { argumentsFor } from "../../src/sim/arguments.ts";
import { Simulator } from "../../src/sim/simulator.ts";
import { send } from "./requests.ts";

describe("arguments for a schema that has no end", () => {
  it("come, where two references lead back to where they stand", () => {
    const schema = { $defs: { a: { allOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/a" }] } }, $ref: "#/$defs/a" };
    expect(typeof argumentsFor(schema)).toBe("object");
  });

  it("come, where an object demands two of its kind", () => {
    const schema = { type: "object", required: ["a", "b"], properties: { a: { $ref: "#" }, b: { $ref: "#" } } };
    expect(Object.keys(argumentsFor(schema))).toEqual(["a", "b"]);
  });
});

describe("a conversation that goes on by itself", () => {
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
    const { text } = await send(new Simulator(), "openai-chat", "/chat/completions", body);
    return text.includes('"tool_calls":[');
  };

  it("is not kept going by calls for ever", async () => {
    expect([await ask(2), await ask(3)]).toEqual([true, false]);
  });

  it("has a tool called as often as it is demanded", async () => {
    expect(await ask(3, { tool_choice: "required" })).toBe(true);
  });
});
