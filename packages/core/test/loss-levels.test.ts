import { describe, expect, it } from "vitest";
import { convertTools, createBridge } from "../../../test/support/dynamic.ts";
import type { Loss } from "../src/model/loss.ts";

const levels = (losses: readonly Loss[]): Record<string, string> =>
  Object.fromEntries(losses.map(({ path, level }) => [path, level]));

const HI = { max_tokens: 99, messages: [{ role: "user", content: "hi" }] };

describe("The level of a loss", () => {
  it("is content for a schema constraint, and that of the field for a field of a tool", () => {
    const inputSchema = { type: "object", properties: { day: { type: "string", format: "date" } } };
    const tool = { name: "when", inputSchema, title: "When", annotations: { readOnlyHint: true }, _meta: { a: 1 } };
    expect(levels(convertTools([tool], { from: "mcp", to: "ollama" }).losses)).toEqual({
      "/0/inputSchema/properties/day/format": "content",
      "/0/title": "content",
      "/0/annotations": "setting",
      "/0/_meta": "metadata",
    });
  });

  it("is setting for what is asked of the model, known or not, and metadata for an id of the end user", () => {
    const body = { ...HI, model: "m", top_k: 5, metadata: { user_id: "u" }, mcp_servers: [{ name: "docs" }] };
    const { losses } = createBridge({ client: "anthropic", provider: "openai-responses" }).request(body);
    expect(levels(losses)).toEqual({ "/top_k": "setting", "/mcp_servers": "setting" });
    const { losses: other } = createBridge({ client: "anthropic", provider: "gemini" }).request(body);
    expect(levels(other)).toEqual({ "/metadata/user_id": "metadata", "/mcp_servers": "setting" });
  });

  it("is the same for a request that asks for a stream", () => {
    const body = { ...HI, model: "m", mcp_servers: [{ name: "docs" }], stream: true };
    const { losses } = createBridge({ client: "anthropic", provider: "openai-chat" }).request(body);
    expect(levels(losses)).toEqual({ "/mcp_servers": "setting" });
  });

  it.each(["whole", "stream"])("tells fingerprints and costs from sources, in a response: %s", (form) => {
    const message = { role: "assistant", content: "hi", unheard_of: 1 };
    const choice = { index: 0, finish_reason: "stop", logprobs: { content: [] }, content_filter_results: { hate: 1 } };
    const head = {
      id: "chatcmpl-1",
      created: 1,
      model: "m",
      system_fingerprint: "fp",
      citations: ["https://a.example"],
    };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2, cost: 0.01 };
    const bridge = createBridge({ client: "anthropic", provider: "openai-chat" });
    const lost =
      form === "whole"
        ? bridge.response({ ...head, object: "chat.completion", choices: [{ ...choice, message }], usage }).losses
        : streamed(bridge, {
            ...head,
            object: "chat.completion.chunk",
            choices: [{ ...choice, delta: message }],
            usage,
          });
    expect(Object.fromEntries(lost.map(({ feature, level }) => [feature, level]))).toEqual({
      system_fingerprint: "metadata",
      citations: "content",
      logprobs: "setting",
      content_filter_results: "metadata",
      unheard_of: "content",
      cost: "metadata",
    });
  });

  it("is content for reasoning of another vendor, and metadata for its signature", () => {
    const thinking = { type: "thinking", thinking: "hm", signature: "c2ln" };
    const messages = [
      ...HI.messages,
      { role: "assistant", content: [thinking, { type: "text", text: "yes" }] },
      ...HI.messages,
    ];
    const lost = (provider: string) =>
      createBridge({ client: "anthropic", provider }).request({ ...HI, model: "m", messages });
    expect(lost("openai-responses").losses).toMatchObject([{ code: "foreign-reasoning", level: "content" }]);
    expect(lost("ollama").losses).toMatchObject([{ code: "foreign-signature", level: "metadata" }]);
  });
});

function streamed(bridge: ReturnType<typeof createBridge>, chunk: object): readonly Loss[] {
  const stream = bridge.stream();
  stream.push(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
  stream.end();
  return stream.losses;
}
