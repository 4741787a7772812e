import { describe, expect, it } from "vitest";
import { cellOf } from "../src/core-worker/exchange/preview.ts";

describe("the head of a cell", () => {
  it.each([
    ["tool", { role: "tool", tool_call_id: "call_1", content: "ok" }],
    ["tool_result", { type: "tool_result", tool_use_id: "toolu_1", content: "ok" }],
    ["functionResponse", { functionResponse: { name: "f", response: {} } }],
    ["toolResult", { toolResult: { toolUseId: "tooluse_1", content: [] } }],
    ["function_call_output", { type: "function_call_output", call_id: "call_1", output: "ok" }],
  ])("is %s for the result of a call", (head, value) => {
    expect(cellOf({ pointer: "/messages/2", value }, { kind: "result", role: "user" }).head).toBe(head);
  });

  it.each([
    ["system", "/system/0", { type: "text", text: "Be brief." }],
    ["systemInstruction", "/systemInstruction/parts/0", { text: "Be brief." }],
    ["instructions", "/instructions", "Be brief."],
    ["developer", "/input/0/content", "Be brief."],
  ])("is %s for instructions there", (head, pointer, value) => {
    expect(cellOf({ pointer, value }, { kind: "system", role: "developer" }).head).toBe(head);
  });

  it("is the type of a block that a field has become", () => {
    const value = { type: "thinking", thinking: "It is in the file.", signature: "c2lnbmVk" };
    const cell = cellOf({ pointer: "/messages/1/content/0", value }, { kind: "field" });
    expect(cell).toMatchObject({ head: "thinking", text: '"It is in the file."' });
  });

  it("is the role for a text", () => {
    const value = { role: "model", parts: [{ text: "Hi" }] };
    expect(cellOf({ pointer: "/contents/1", value }, { kind: "text", role: "assistant" }).head).toBe("assistant");
  });
});
