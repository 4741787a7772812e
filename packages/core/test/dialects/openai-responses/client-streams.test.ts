import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { frame, streamsOf, succeeded } from "../../../../../test/sdk/traffic.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { bridged, OWN, outputIn } from "./bodies.ts";
import { recorded } from "./recordings.ts";

describe("A stream for a client of Responses", () => {
  it("begins before it fails", () => {
    const written = bridged("openai-chat", OWN, 'data: {"error":{"message":"Down","code":"overloaded"}}\n\n');
    expect(legality[OWN]?.stream(written)).toEqual([]);
    const events = [...written.matchAll(/^event: (.*)$/gm)].map(([, name]) => name);
    expect([events[0], events.at(-1)]).toEqual(["response.created", "response.failed"]);
  });

  it("does not depend on how the provider's bytes are cut", () => {
    const [recording] = recorded("openai-chat").filter(
      (each) => succeeded(each) && each.features.length > 0 && streamsOf(each).length > 0,
    );
    const [text = ""] = recording === undefined ? [] : streamsOf(recording);
    const stream = createBridge({ client: OWN, provider: "openai-chat" }).stream();
    const pieces = Array.from(text, (letter) => stream.push(letter));
    expect(pieces.join("") + stream.end()).toBe(bridged("openai-chat", OWN, text));
  });

  it("marks a call that was cut as incomplete", () => {
    const delta = {
      tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "f", arguments: '{"a":' } }],
    };
    const events = [
      { id: "c", model: "m", choices: [{ index: 0, delta }] },
      { id: "c", model: "m", choices: [{ index: 0, delta: {}, finish_reason: "length" }] },
    ];
    const stream = createBridge({ client: OWN, provider: "openai-chat" }).stream();
    expect(outputIn(stream, "openai-chat", events)).toMatchObject([{ status: "incomplete", arguments: '{"a":' }]);
  });

  it("has each text once if a server counts content from 1 in deltas and from 0 at the end", () => {
    const item = { type: "message", id: "msg_1", role: "assistant", status: "completed" };
    const done = { ...item, content: [{ type: "output_text", text: "It rains.", annotations: [] }] };
    const events = [
      { type: "response.created", response: { id: "resp_1", model: "m", status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item: { ...item, content: [] } },
      { type: "response.output_text.delta", output_index: 0, content_index: 1, delta: "It rains." },
      { type: "response.output_item.done", output_index: 0, item: done },
      { type: "response.completed", response: { id: "resp_1", model: "m", status: "completed", output: [done] } },
    ];
    const stream = createBridge({ client: "ollama", provider: OWN }).stream();
    const sent = events.map((event) => stream.push(frame(OWN, JSON.stringify(event)))).join("") + stream.end();
    expect([...sent.matchAll(/"content":"([^"]+)"/g)].map(([, text]) => text)).toEqual(["It rains."]);
  });
});
