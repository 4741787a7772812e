import type { Json } from "@toolglot/core";
import type { Fields, Sample } from "./sample.ts";

const USER: Fields = { role: "user", content: [{ text: "hi" }] };
const CALL: Fields = { toolUseId: "tooluse_1", name: "f", input: {} };
const RESULT: Fields = { toolUseId: "tooluse_1", content: [{ text: "ok" }] };
const SPEC: Fields = { name: "f", inputSchema: { json: { type: "object" } } };
const CONFIG: Fields = { tools: [{ toolSpec: SPEC }] };
const POINT: Fields = { cachePoint: { type: "default" } };

function request(rule: string, change: Fields): Sample {
  return ["bedrock", "request", rule, { messages: [USER], ...change }];
}

function said(rule: string, role: string, ...content: readonly Json[]): Sample {
  const messages = role === "user" ? [{ role, content }] : [USER, { role, content }, USER];
  return request(rule, { messages: messages as readonly Json[] });
}

/** Contents of the turns of a conversation that has tools: the user's, the assistant's, and so on. */
function turns(rule: string, ...contents: readonly (readonly Json[])[]): Sample {
  const messages = contents.map((content, index) => ({ role: index % 2 ? "assistant" : "user", content }));
  return request(rule, { messages: messages as readonly Json[], toolConfig: CONFIG });
}

function tool(rule: string, change: Fields): Sample {
  return request(rule, { toolConfig: { tools: [{ toolSpec: { ...SPEC, ...change } }] } });
}

const REQUESTS: readonly Sample[] = [
  ["bedrock", "request", "shape", "hi"],
  request("unknown-field", { max_tokens: 1 }),
  request("messages", { messages: [] }),
  request("messages", { messages: "hi" }),
  request("message-shape", { messages: ["hi"] }),
  request("message-field", { messages: [{ ...USER, name: "me" }] }),
  request("role", { messages: [{ ...USER, role: "tool" }] }),
  request("first-user", { messages: [{ ...USER, role: "assistant" }] }),
  request("alternate", { messages: [USER, USER] }),
  request("content", { messages: [{ role: "user", content: "hi" }] }),
  request("empty-message", { messages: [{ role: "user", content: [] }] }),
  request("inference", { inferenceConfig: { topK: 5 } }),
  request("max-tokens", { inferenceConfig: { maxTokens: 0 } }),
  request("max-tokens", { inferenceConfig: { maxTokens: 1.5 } }),
  request("sampling", { inferenceConfig: { temperature: 1.5 } }),
  request("sampling", { inferenceConfig: { topP: "1" } }),
  request("stop-sequences", { inferenceConfig: { stopSequences: [""] } }),
  request("stop-sequences", { inferenceConfig: { stopSequences: "end" } }),
  request("output-config", { outputConfig: { format: {} } }),
  request("effort", { outputConfig: { effort: "minimal" } }),
  request("text-format", { outputConfig: { textFormat: { type: "json_object" } } }),
  request("text-format", {
    outputConfig: { textFormat: { type: "json_schema", structure: { jsonSchema: { schema: {} } } } },
  }),
  request("text-format", {
    outputConfig: { textFormat: { type: "json_schema", structure: { jsonSchema: { schema: "{" } } } },
  }),
  request("thinking-budget", {
    additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1000 } },
  }),
  request("thinking-budget", {
    inferenceConfig: { maxTokens: 2000 },
    additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 2000 } },
  }),
  request("thinking-choice", {
    toolConfig: { ...CONFIG, toolChoice: { any: {} } },
    additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1024 } },
  }),
  request("service-tier", { serviceTier: { type: "auto" } }),
  request("metadata", { requestMetadata: { turn: 1 } }),
  request("metadata", { requestMetadata: {} }),
  request("cache-point", { system: [{ text: "s" }, { cachePoint: { type: "ephemeral" } }] }),
  request("cache-count", { system: [{ text: "s" }, POINT, POINT, POINT, POINT, POINT] }),
];

const TOOLS: readonly Sample[] = [
  request("tool-config", { toolConfig: [] }),
  request("tools", { toolConfig: { tools: [] } }),
  request("tools", { toolConfig: {} }),
  request("tool-kind", { toolConfig: { tools: [SPEC] } }),
  request("tool-kind", { toolConfig: { tools: [{ toolSpec: SPEC, ...POINT }] } }),
  request("cache-point", {
    toolConfig: { tools: [{ toolSpec: SPEC }, { cachePoint: { type: "default", ttl: "1d" } }] },
  }),
  request("tool-name-unique", { toolConfig: { tools: [{ toolSpec: SPEC }, { toolSpec: SPEC }] } }),
  tool("tool-name", { name: "a.b" }),
  tool("tool-name", { name: "n".repeat(65) }),
  tool("tool-field", { parameters: {} }),
  tool("tool-description", { description: "" }),
  tool("tool-strict", { strict: "yes" }),
  tool("tool-schema", { inputSchema: { type: "object" } }),
  tool("tool-schema", { inputSchema: { json: { type: "array" } } }),
  request("tool-choice", { toolConfig: { ...CONFIG, toolChoice: "auto" } }),
  request("tool-choice", { toolConfig: { ...CONFIG, toolChoice: { none: {} } } }),
  request("tool-choice-name", { toolConfig: { ...CONFIG, toolChoice: { tool: { name: "g" } } } }),
];

const BLOCKS: readonly Sample[] = [
  said("block-shape", "user", "hi"),
  said("block-shape", "user", { text: "hi", ...POINT }),
  said("block-kind", "user", { type: "text" }),
  said("block-role", "user", { reasoningContent: { reasoningText: { text: "hm" } } }),
  said("block-role", "assistant", { image: { format: "png", source: { bytes: "AAAA" } } }),
  said("text-shape", "user", { text: 1 }),
  said("blank-text", "user", { text: " \n" }),
  said("image-format", "user", { image: { format: "image/png", source: { bytes: "AAAA" } } }),
  said("source", "user", { image: { format: "png" } }),
  said("source", "user", { image: { format: "png", source: { url: "https://example.com/a.png" } } }),
  said("source-bytes", "user", { image: { format: "png", source: { bytes: "data:image/png;base64,AAAA" } } }),
  said("source-uri", "user", { image: { format: "png", source: { s3Location: { uri: "https://example.com/a" } } } }),
  said("video-format", "user", { video: { format: "avi", source: { bytes: "AAAA" } } }),
  said(
    "document-format",
    "user",
    { text: "see" },
    { document: { format: "rtf", name: "a", source: { bytes: "AAAA" } } },
  ),
  said(
    "document-name",
    "user",
    { text: "see" },
    { document: { format: "pdf", name: "a.pdf", source: { bytes: "AAAA" } } },
  ),
  said("document-alone", "user", { document: { format: "pdf", name: "a", source: { bytes: "AAAA" } } }),
  said("reasoning", "assistant", { reasoningContent: { text: "hm" } }),
  said("reasoning", "assistant", { reasoningContent: { reasoningText: { text: "hm", signature: 1 } } }),
  said("cache-point", "user", { text: "hi" }, { cachePoint: {} }),
];

const CALLS: readonly Sample[] = [
  request("tool-config", {
    messages: [
      USER,
      { role: "assistant", content: [{ toolUse: CALL }] },
      { role: "user", content: [{ toolResult: RESULT }] },
    ],
  }),
  turns("unanswered", [{ text: "hi" }], [{ toolUse: CALL }]),
  turns("unanswered", [{ text: "hi" }], [{ toolUse: CALL }], [{ text: "well?" }]),
  turns("orphan", [{ toolResult: RESULT }]),
  turns("result-unique", [{ text: "hi" }], [{ toolUse: CALL }], [{ toolResult: RESULT }, { toolResult: RESULT }]),
  turns(
    "tool-id-unique",
    [{ text: "hi" }],
    [{ toolUse: CALL }],
    [{ toolResult: RESULT }],
    [{ toolUse: CALL }],
    [{ toolResult: RESULT }],
  ),
  turns(
    "tool-id",
    [{ text: "hi" }],
    [{ toolUse: { ...CALL, toolUseId: "a|b" } }],
    [{ toolResult: { ...RESULT, toolUseId: "a|b" } }],
  ),
  turns("tool-use-name", [{ text: "hi" }], [{ toolUse: { ...CALL, name: "a.b" } }], [{ toolResult: RESULT }]),
  turns("tool-use-input", [{ text: "hi" }], [{ toolUse: { ...CALL, input: "{}" } }], [{ toolResult: RESULT }]),
  turns("result-status", [{ text: "hi" }], [{ toolUse: CALL }], [{ toolResult: { ...RESULT, status: "failed" } }]),
  turns("result-content", [{ text: "hi" }], [{ toolUse: CALL }], [{ toolResult: { ...RESULT, content: "ok" } }]),
  turns(
    "result-kind",
    [{ text: "hi" }],
    [{ toolUse: CALL }],
    [{ toolResult: { ...RESULT, content: [{ toolUse: CALL }] } }],
  ),
  turns(
    "result-json",
    [{ text: "hi" }],
    [{ toolUse: CALL }],
    [{ toolResult: { ...RESULT, content: [{ json: [1] }] } }],
  ),
  turns(
    "search-result",
    [{ text: "hi" }],
    [{ toolUse: CALL }],
    [{ toolResult: { ...RESULT, content: [{ searchResult: 1 }] } }],
  ),
];

/** What Converse would refuse, and which rule says so. */
export const ILLEGAL: readonly Sample[] = [...REQUESTS, ...TOOLS, ...BLOCKS, ...CALLS];
