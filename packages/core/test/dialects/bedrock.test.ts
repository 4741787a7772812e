import type { JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../../../../test/support/dynamic.ts";
import { WholeBlock } from "../../src/dialects/bedrock/whole-block.ts";
import { EventStreamEncoder } from "../../src/stream/event-stream-text.ts";
import { everySplit } from "../stream/chunks.ts";

const CLAUDE = "us.anthropic.claude-sonnet-4-5-20250929-v1:0";
const SPEC = { toolSpec: { name: "look", inputSchema: { json: { type: "object" } } } };
const POINT = { cachePoint: { type: "default" } };
const ASKS: JsonObject = { role: "user", content: [{ text: "hi" }] };

/** The provider's request for one of the client's. */
function sent(body: JsonObject, from: string, to: string, model?: string): { value: JsonObject; losses: string[] } {
  const options = model === undefined ? {} : { providerModel: model };
  const { value, losses } = createBridge({ client: from, provider: to, ...options }).request(body);
  return { value, losses: losses.map(({ path }) => path) };
}

describe("a request of Bedrock to Bedrock", () => {
  it("passes as it is, with tools that cannot be read", () => {
    const body = {
      messages: [ASKS],
      toolConfig: { tools: [SPEC, POINT, { toolSpec: { name: 5 } }] },
      guardrailConfig: {},
    };
    expect(sent(body, "bedrock", "bedrock")).toEqual({ value: body, losses: [] });
  });

  it("keeps its tools where its model takes other settings, and names the model in the URL alone", () => {
    const tools = [SPEC, POINT, { toolSpec: { name: 5 } }];
    const body = {
      messages: [ASKS],
      inferenceConfig: { temperature: 0.5 },
      toolConfig: { tools, toolChoice: { any: {} } },
    };
    const { value, losses } = sent(body, "bedrock", "bedrock", "anthropic.claude-opus-5-5");
    expect(value).toEqual({ messages: [ASKS], toolConfig: { tools, toolChoice: { auto: {} } } });
    expect(losses).toEqual(["/inferenceConfig/temperature", "/toolConfig/toolChoice"]);
  });

  it("loses the settings of Claude where Nova is asked, and keeps Nova's own", () => {
    const more = { thinking: { type: "enabled", budget_tokens: 2048 }, top_k: 5 };
    const own = { reasoningConfig: { type: "enabled", maxReasoningEffort: "low" } };
    const body = { messages: [ASKS], toolConfig: { tools: [SPEC], toolChoice: { any: {} } } };
    const nova = "us.amazon.nova-2-lite-v1:0";
    const asked = (fields: JsonObject) =>
      sent({ ...body, additionalModelRequestFields: fields }, "bedrock", "bedrock", nova);
    expect(asked({ ...more, ...own })).toEqual({
      value: { ...body, additionalModelRequestFields: own },
      losses: [
        "/additionalModelRequestFields/thinking/type",
        "/additionalModelRequestFields/thinking/budget_tokens",
        "/additionalModelRequestFields/top_k",
      ],
    });
    expect(asked(more).value).toEqual(body);
    expect(asked({ thinking: { type: "disabled" } })).toEqual({ value: body, losses: [] });
    expect(asked(own)).toEqual({ value: { ...body, additionalModelRequestFields: own }, losses: [] });
  });

  it("names another model where AWS's SDK has it", () => {
    const body = { modelId: "anthropic.claude-opus-5", messages: [ASKS] };
    expect(sent(body, "bedrock", "bedrock", CLAUDE).value).toEqual({ ...body, modelId: CLAUDE });
  });
});

describe("cache points", () => {
  it("mark what is before them, and are losses where their place is not known", () => {
    const body = {
      system: [{ text: "Be brief." }, POINT],
      messages: [{ role: "user", content: [{ text: "hi" }, { cachePoint: { type: "default", ttl: "1h" } }] }],
      toolConfig: { tools: [SPEC, POINT] },
    };
    const { value, losses } = sent(body, "bedrock", "anthropic", "claude-sonnet-4-5");
    expect(losses).toEqual([]);
    expect(value).toMatchObject({
      system: [{ text: "Be brief.", cache_control: { type: "ephemeral" } }],
      messages: [{ content: [{ text: "hi", cache_control: { type: "ephemeral", ttl: "1h" } }] }],
      tools: [{ name: "look", cache_control: { type: "ephemeral" } }],
    });
    expect(sent(body, "bedrock", "ollama").losses).toEqual([
      "/toolConfig/tools/1/cachePoint",
      "/system/1/cachePoint",
      "/messages/0/content/1/cachePoint",
    ]);
  });

  it("are four at most", () => {
    const cache_control = { type: "ephemeral" };
    const content = Array.from({ length: 6 }, (_, index) => ({ type: "text", text: `${index}`, cache_control }));
    const { value, losses } = sent(
      { max_tokens: 9, messages: [{ role: "user", content }] },
      "anthropic",
      "bedrock",
      CLAUDE,
    );
    expect(JSON.stringify(value).match(/cachePoint/g)).toHaveLength(4);
    expect(losses).toHaveLength(2);
  });
});

describe("reasoning", () => {
  const thinking = { type: "thinking", thinking: "Hm.", signature: "EqQBCkgIARAB" };
  const reasoning = { reasoningContent: { reasoningText: { text: "Hm.", signature: "EqQBCkgIARAB" } } };

  it("of Claude is signed alike on all platforms, and goes both ways", () => {
    const history = [
      { role: "user", content: "hi" },
      { role: "assistant", content: [thinking, { type: "text", text: "a" }] },
    ];
    const there = sent(
      { max_tokens: 9, messages: [...history, { role: "user", content: "b" }] },
      "anthropic",
      "bedrock",
      CLAUDE,
    );
    expect(there.losses).toEqual([]);
    expect(there.value).toMatchObject({ messages: [{}, { content: [reasoning, { text: "a" }] }, {}] });
    const back = sent(there.value, "bedrock", "anthropic", "claude-sonnet-4-5");
    expect(back.losses).toEqual([]);
    expect(back.value).toMatchObject({ messages: [{}, { content: [thinking, { type: "text", text: "a" }] }, {}] });
  });

  it("is shown as the client asked, both ways", () => {
    const asked = { max_tokens: 9, messages: [{ role: "user", content: "hi" }] };
    const thinking = { type: "adaptive", display: "summarized" };
    const there = sent({ ...asked, thinking }, "anthropic", "bedrock", "anthropic.claude-opus-5-5");
    expect(there.losses).toEqual([]);
    expect(there.value).toMatchObject({ additionalModelRequestFields: { thinking } });
    const back = sent(there.value, "bedrock", "anthropic", "claude-opus-5-5");
    expect(back.losses).toEqual([]);
    expect(back.value).toMatchObject({ thinking });
  });

  it("that a forced choice turns off is not shown, which is a loss", () => {
    const thinking = { type: "enabled", budget_tokens: 2000, display: "omitted" };
    const toolConfig = { tools: [SPEC], toolChoice: { any: {} } };
    const inferenceConfig = { maxTokens: 4000 };
    const body = { messages: [ASKS], inferenceConfig, toolConfig, additionalModelRequestFields: { thinking } };
    for (const [to, model] of [
      ["anthropic", "claude-sonnet-4-5"],
      ["bedrock", CLAUDE],
    ] as const)
      expect(sent(body, "bedrock", to, model).losses).toContain("/additionalModelRequestFields/thinking/display");
  });

  it("that is redacted stays with the API that made it", () => {
    const content = [{ reasoningContent: { redactedContent: "AAEC" } }, { text: "a" }];
    const body = { messages: [ASKS, { role: "assistant", content }, ASKS] };
    expect(sent(body, "bedrock", "bedrock", CLAUDE).value).toEqual(body);
    expect(sent(body, "bedrock", "anthropic", "claude-sonnet-4-5").losses).toEqual(["/messages/1/content/0"]);
  });
});

describe("the bytes of AWS's SDK", () => {
  it("are read as Base64", () => {
    const image = { image: { format: "png", source: { bytes: new Uint8Array([0, 1, 2, 3]) } } };
    const body = { messages: [{ role: "user", content: [image, { text: "what?" }] }] } as unknown as JsonObject;
    expect(sent(body, "bedrock", "anthropic", "claude-sonnet-4-5").value).toMatchObject({
      messages: [{ content: [{ source: { type: "base64", media_type: "image/png", data: "AAECAw==" } }, {}] }],
    });
  });
});

describe("a media type", () => {
  it("is a change where its format is read as another", () => {
    const types = ["audio/mp3", "audio/mpeg", "audio/x-wav"];
    const parts = types.map((mimeType) => ({ inlineData: { mimeType, data: "SUQz" } }));
    const bridge = createBridge({ client: "gemini", provider: "bedrock", providerModel: "amazon.nova-2-omni-v1:0" });
    const { value, losses, changes } = bridge.request({ contents: [{ role: "user", parts }] });
    expect(value).toMatchObject({
      messages: [{ content: ["mp3", "mp3", "wav"].map((format) => ({ audio: { format } })) }],
    });
    expect(losses).toEqual([]);
    expect(changes.filter(({ rule }) => rule === "media-type").map(({ path }) => path)).toEqual([
      "/contents/0/parts/0",
      "/contents/0/parts/2",
    ]);
  });
});

describe("a document alone", () => {
  it("gets the text that Bedrock wants beside it", () => {
    const source = { type: "base64", media_type: "application/pdf", data: "JVBERi0=" };
    const content = [{ type: "document", source, title: "Report (v2).pdf" }];
    const { value } = sent({ max_tokens: 9, messages: [{ role: "user", content }] }, "anthropic", "bedrock", CLAUDE);
    expect(value).toMatchObject({
      messages: [{ content: [{ document: { format: "pdf", name: "Report (v2)" } }, { text: "(See the document.)" }] }],
    });
  });
});

describe("a stream of bytes", () => {
  const text = [
    { messageStart: { role: "assistant" } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text: "Hi" }, p: "abcd" } },
    { contentBlockDelta: { contentBlockIndex: 0, delta: { text: " you" }, p: "ab" } },
    { contentBlockStop: { contentBlockIndex: 0 } },
    { messageStop: { stopReason: "end_turn" } },
    { metadata: { usage: { inputTokens: 1, outputTokens: 2, totalTokens: 3 }, metrics: { latencyMs: 7 } } },
  ]
    .map((event) => `${JSON.stringify(event)}\n`)
    .join("");
  const bytes = new EventStreamEncoder().push(text);

  function read(
    chunks: readonly (Uint8Array | string)[],
    client: string,
  ): { out: string; failure: string | undefined } {
    const stream = createBridge({ client, provider: "bedrock" }).stream();
    const out = chunks.map((chunk) => stream.push(chunk)).join("") + stream.end();
    return { out, failure: stream.failure?.message };
  }

  it("is translated like its text, wherever it is split", () => {
    for (const client of ["anthropic", "openai-chat", "bedrock"]) {
      const expected = read([text], client);
      expect(expected.failure).toBeUndefined();
      for (const chunks of everySplit(bytes)) expect(read(chunks, client)).toEqual(expected);
    }
  });

  it("passes within the dialect event by event", () => {
    expect(read([bytes], "bedrock").out).toBe(text);
  });

  it("fails where a message is damaged, wherever it is split, after what came before", () => {
    const damaged = new Uint8Array(bytes);
    const at = damaged.length - 40;
    damaged[at] = (damaged[at] as number) ^ 1;
    for (const client of ["ollama", "bedrock"]) {
      const expected = read([damaged], client);
      expect(expected.failure).toBe("the provider's stream cannot be read: the checksum of a message is wrong");
      for (const chunks of everySplit(damaged)) expect(read(chunks, client)).toEqual(expected);
    }
  });

  it("fails where it ends within a message", () => {
    const { failure } = read([bytes.subarray(0, -1)], "anthropic");
    expect(failure).toBe("the provider's stream cannot be read: it ended in the middle of a message");
  });

  it("fails with the provider's exception", () => {
    const failing = new EventStreamEncoder().push('{"throttlingException":{"message":"Slow down"}}\n');
    expect(read([failing], "anthropic").out).toContain('{"type":"rate_limit_error","message":"Slow down"}');
    const other = new EventStreamEncoder().push('{"error":{"code":"InternalServerException","message":"Oh"}}\n');
    expect(read([other], "anthropic").out).toContain('{"type":"api_error","message":"Oh"}');
  });
});

describe("redacted reasoning in several deltas", () => {
  it("is one block with the bytes of all of them", () => {
    const block = new WholeBlock({ reasoningContent: { redactedContent: "AAE=" } });
    for (const redactedContent of ["Ag==", "AwQF"]) block.add({ reasoningContent: { redactedContent } });
    expect(block.value).toEqual({ reasoningContent: { redactedContent: "AAECAwQF" } });
  });
});
