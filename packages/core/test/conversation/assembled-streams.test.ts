import { createBridge } from "@toolglot/core";
import { describe, expect, it } from "vitest";

describe("bridge.assemble", () => {
  it("has all of a text of any length", () => {
    const text = "All of it. ".repeat(30_000);
    const delta = { choices: [{ index: 0, delta: { content: text }, finish_reason: "stop" }] };
    const stream = `data: ${JSON.stringify(delta)}\n\ndata: [DONE]\n\n`;
    const { value } = createBridge({ client: "anthropic", provider: "openai-chat" }).assemble(stream);
    expect(value).toMatchObject({ content: [{ type: "text", text }], stop_reason: "end_turn" });
  });
});
