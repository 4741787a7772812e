import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { convertToolCalls, convertToolChoice } from "../support/dynamic.ts";
import { DIALECTS } from "./dialects.ts";

/** Names that some targets do not take, and one that all do. */
const NAMES = ["get_weather", "files.read:all", `mcp__${"very_".repeat(14)}long__search`, "0start"];

/** A choice of one tool, and a call of it, for each dialect that has such choices. */
const NAMED: Readonly<Record<string, (name: string) => { choice: Json; call: Json }>> = {
  "openai-chat": (name) => ({
    choice: { type: "function", function: { name } },
    call: { id: "call_1", type: "function", function: { name, arguments: "{}" } },
  }),
  anthropic: (name) => ({
    choice: { type: "tool", name },
    call: { type: "tool_use", id: "toolu_1", name, input: {} },
  }),
  gemini: (name) => ({
    choice: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: [name] } },
    call: { functionCall: { id: "call_1", name, args: {} } },
  }),
  "of custom tools": (name) => ({
    choice: { type: "custom", custom: { name } },
    call: { id: "call_1", type: "custom", custom: { name, input: "x" } },
  }),
};

describe("a choice that stands alone names a tool as a call of it does", () => {
  for (const [source, written] of Object.entries(NAMED)) {
    const from = source === "of custom tools" ? "openai-chat" : source;
    // Ollama has no choices.
    it.each(DIALECTS.filter((to) => to !== "ollama"))(`from ${source} to %s`, (to) => {
      for (const name of NAMES) {
        const { choice, call } = written(name);
        const chosen = convertToolChoice(choice, { from, to });
        const [called] = convertToolCalls([call], { from, to }).value;
        expect(chosen.losses).toEqual([]);
        expect(nameIn(chosen.value ?? null)).toBe(nameIn(called ?? null));
      }
    });
  }
});

/** The name of the tool in a choice or a call of any dialect. */
function nameIn(wire: Json): unknown {
  const [, name = wire] = /"(?:name|allowedFunctionNames|tools)":\[?"([^"]+)"/.exec(JSON.stringify(wire)) ?? [];
  return name;
}
