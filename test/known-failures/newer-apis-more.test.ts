import { type Json, type JsonObject, stringifyJson } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { writeResponse, writeStream } from "../../packages/gateway/test/support/provider-wire.ts";
import { legality } from "../legal/index.ts";
import { convertTools, createBridge } from "../support/dynamic.ts";
import { SUN, TOOLS } from "./calls.ts";
import { type Api, modelOf, NEWER, PAIRS, sdkOf, sent, streamed } from "./newer-apis.ts";
import { type ConversationTurns, PARIS, writeRequest } from "./wire.ts";

const WITH_RESULT = (id: string): ConversationTurns => ({
  tools: TOOLS,
  turns: [{ user: "Hi" }, { assistant: { calls: [{ ...PARIS, id }] } }, { results: [{ ...SUN, id }] }],
});

/** Tools whose names and schemas other converters break, as MCP has them. */
const HARD: readonly { readonly name: string; readonly inputSchema: JsonObject }[] = [
  {
    name: "properties_named_like_keywords",
    inputSchema: {
      type: "object",
      properties: { pattern: { type: "string" }, title: { type: "string" }, default: { type: "boolean" } },
      required: ["pattern"],
    },
  },
  { name: "ghost_required", inputSchema: { type: "object", properties: { a: {} }, required: ["a", "b"] } },
  {
    name: "types_and_enums",
    inputSchema: {
      type: "object",
      properties: {
        one: { type: ["string", "null"] },
        two: { enum: [1, 2, 3] },
        three: { $ref: "#/$defs/three" },
        four: { type: "object", propertyNames: { pattern: "^a" }, additionalProperties: { type: "number" } },
      },
      $defs: { three: { type: "array", items: { type: "string" } } },
    },
  },
  {
    name: "recursive",
    inputSchema: {
      type: "object",
      properties: { child: { $ref: "#" }, name: { type: "string" } },
    },
  },
  { name: `mcp.server.with.dots.and.${"long_".repeat(15)}name`, inputSchema: { type: "object" } },
];

describe.each(PAIRS)("for a client of %s and a provider of %s", (client, provider) => {
  it("3: an id of 4,000 characters is within the limits of the provider, and of its result", () => {
    const value = sent(client, provider, WITH_RESULT(`call_${"x".repeat(4000)}`));
    expect(stringifyJson(value as Json)).toContain("Sun");
  });

  it("20 to 23, 25: no schema and no name is refused, and no property is lost", () => {
    const { value: tools } = convertTools(HARD as unknown as Json[], { from: "mcp", to: client });
    const request = requestWith(client, tools as Json);
    const { value } = createBridge({ client, provider, providerModel: modelOf(provider) }).request(request);
    expect(legality[provider]?.request(value)).toEqual([]);
    const text = stringifyJson(value as Json);
    for (const name of ["pattern", "title", "default", "child", "ghost_required", "types_and_enums"])
      expect(text).toContain(`"${name}"`);
  });

  it("30: a call without arguments has none, whole and in a stream", async () => {
    const answer = { calls: [{ ...PARIS, name: "get_time", arguments: "{}" }] };
    const { value } = createBridge({ client, provider, providerModel: modelOf(provider) }).response(
      writeResponse(provider, answer),
    );
    const reads = [
      await sdkOf(client).parse(JSON.parse(stringifyJson(value))),
      await sdkOf(client).consume(streamed(client, provider, writeStream(provider, answer))),
    ];
    for (const read of reads) {
      if (!read.ok) throw read.error;
      expect(read.calls.map((call) => JSON.parse(call.arguments))).toEqual([{}]);
    }
  });
});

describe.each(NEWER)("a provider of %s", (provider) => {
  const bridge = () => createBridge({ client: "openai-chat", provider, providerModel: modelOf(provider) });
  const request = { ...writeRequest("openai-chat", { tools: TOOLS, turns: [{ user: "Hi" }] }) };

  it("17: cannot call tools where the client chooses none", () => {
    const { value } = bridge().request({ ...request, tool_choice: "none" });
    expect(legality[provider]?.request(value)).toEqual([]);
    const text = stringifyJson(value as Json);
    expect(text.includes('"tool_choice":"none"') || !text.includes("get_weather")).toBe(true);
  });

  it("16: gets no choice without tools", () => {
    const { value } = bridge().request({
      model: "m",
      messages: [{ role: "user", content: "Hi" }],
      tool_choice: "auto",
    });
    expect(legality[provider]?.request(value)).toEqual([]);
    expect(stringifyJson(value as Json)).not.toMatch(/tool_?choice/i);
  });

  it("10: is told that a call has failed", () => {
    const use = { type: "tool_use", id: "toolu_1", name: "get_weather", input: { city: "Paris" } };
    const result = { type: "tool_result", tool_use_id: "toolu_1", content: "no such city", is_error: true };
    const [tool] = convertTools(TOOLS, { from: "mcp", to: "anthropic" }).value as Json[];
    const { value } = createBridge({ client: "anthropic", provider, providerModel: modelOf(provider) }).request({
      model: "m",
      max_tokens: 9,
      tools: [tool ?? null],
      messages: [
        { role: "user", content: "Hi" },
        { role: "assistant", content: [use] },
        { role: "user", content: [result] },
      ],
    });
    expect(stringifyJson(value as Json)).toMatch(/"status":"error"|"is_error":true/);
  });
});

// The tools as each dialect has them in a request.
function requestWith(client: Api, tools: Json): Json {
  const base = sentLike(client);
  return client === "bedrock" ? { ...base, toolConfig: { tools } } : { ...base, tools };
}

function sentLike(client: Api): JsonObject {
  if (client === "bedrock") return { messages: [{ role: "user", content: [{ text: "Hi" }] }] };
  if (client === "gemini-interactions") return { model: "gemini-3.8-flash", input: "Hi", store: false };
  return writeRequest(client, { turns: [{ user: "Hi" }] }) as JsonObject;
}
