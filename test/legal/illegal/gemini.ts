import type { Json } from "@toolglot/core";
import type { Fields, Sample } from "./sample.ts";

const SAYS: Fields = { role: "user", parts: [{ text: "hi" }] };

function gemini(rule: string, change: Fields): Sample {
  return ["gemini", "request", rule, { contents: [SAYS], ...change }];
}

function parts(rule: string, ...all: readonly Json[]): Sample {
  return gemini(rule, { contents: [{ role: "user", parts: all }] });
}

const fc = (name: string, more: Fields = {}): Fields => ({ functionCall: { name, args: {}, ...more } });
const fr = (name: string, more: Fields = {}): Fields => ({ functionResponse: { name, response: {}, ...more } });

function loop(rule: string, calls: readonly Json[], responses: readonly Json[], model?: string): Sample {
  const contents = [SAYS, { role: "model", parts: calls }, { role: "user", parts: responses }];
  return gemini(rule, { contents, ...(model === undefined ? {} : { model }) });
}

const DECLARED: Json = [{ functionDeclarations: [{ name: "f" }] }];

const REQUESTS: readonly Sample[] = [
  ["gemini", "request", "shape", ""],
  gemini("unknown-field", { max_tokens: 1 }),
  gemini("unknown-field", { contents: [{ ...SAYS, name: "me" }] }),
  gemini("unknown-field", { generationConfig: { maxTokens: 1 } }),
  parts("unknown-field", { text: "hi", type: "text" }),
  loop("unknown-field", [fc("f", { arguments: {} })], [fr("f")]),
  loop("unknown-field", [fc("f")], [fr("f", { isError: true })]),
  gemini("contents", { contents: [] }),
  gemini("contents", { contents: "hi" }),
  gemini("content-shape", { contents: ["hi"] }),
  gemini("role", { contents: [SAYS, { role: "assistant", parts: [{ text: "hi" }] }] }),
  gemini("parts", { contents: [{ role: "user", parts: [] }] }),
  gemini("parts", { systemInstruction: { parts: [] } }),
  parts("part-shape", "hi"),
  parts("part-data", {}),
  parts("part-data", { thought: true }),
  parts("part-data", { text: "hi", ...fc("f") }),
  parts("part-text", { text: 1 }),
  parts("part-thought", { text: "hi", thought: "hm" }),
  parts("signature-base64", { text: "hi", thoughtSignature: "sig:1|x" }),
  parts("blob", { inlineData: { mimeType: "image/png", data: "data:image/png;base64,AAAA" } }),
  parts("blob", { inlineData: { data: "AAAA" } }),
  parts("file-uri", { fileData: { mimeType: "image/png" } }),
  loop("call-name", [fc("")], [fr("f")]),
  loop("call-args", [fc("f", { args: "{}" })], [fr("f")]),
  loop("call-id", [fc("f", { id: 1 })], [fr("f")]),
  loop("call-id-unique", [fc("f", { id: "a" }), fc("f", { id: "a" })], [fr("f", { id: "a" }), fr("f", { id: "a" })]),
  loop("response-name", [fc("f")], [fr("")]),
  loop("response-name", [fc("f")], [fr("g")]),
  loop("response-name", [fc("f", { id: "a" })], [fr("g", { id: "a" })]),
  loop("response-id", [fc("f", { id: "a" })], [fr("f", { id: "b" })]),
  loop("response-object", [fc("f")], [fr("f", { response: "ok" })]),
  loop("response-object", [fc("f")], [fr("f", { response: [] })]),
  loop("response-part", [fc("f")], [fr("f", { parts: [{ text: "hi" }] })]),
  loop("response-parts-model", [fc("f")], [fr("f", { parts: [{ inlineData: {} }] })], "models/gemini-2.5-flash"),
  loop("response-count", [fc("f"), fc("f")], [fr("f")]),
  loop("response-count", [fc("f")], [{ text: "go on" }]),
  loop("call-role", [{ text: "hi" }], [fc("f")]),
  loop("response-role", [fr("f")], [{ text: "hi" }]),
  loop("response-turn", [{ text: "hi" }], [fr("f")]),
  gemini("call-turn", { contents: [{ role: "model", parts: [fc("f")] }] }),
  gemini("call-turn", {
    contents: [SAYS, { role: "model", parts: [{ text: "hm" }] }, { role: "model", parts: [fc("f")] }],
  }),
  loop("thought-signature", [fc("f")], [fr("f")], "gemini-3-flash-preview"),
  loop(
    "thought-signature",
    [fc("f"), { ...fc("f"), thoughtSignature: "AAAA" }],
    [fr("f"), fr("f")],
    "gemini-3.8-flash",
  ),
];

const SETTINGS: readonly Sample[] = [
  gemini("tools", { tools: {} }),
  gemini("unknown-field", { tools: [{ functions: [] }] }),
  gemini("unknown-field", { tools: [{ functionDeclarations: [{ name: "f", strict: true }] }] }),
  gemini("tool-name", { tools: [{ functionDeclarations: [{ name: "1 f" }] }] }),
  gemini("tool-description", { tools: [{ functionDeclarations: [{ name: "f", description: 1 }] }] }),
  gemini("tool-schema", {
    tools: [{ functionDeclarations: [{ name: "f", parameters: {}, parameters_json_schema: {} }] }],
  }),
  gemini("tool-unique", { tools: [{ functionDeclarations: [{ name: "f" }, { name: "f" }] }] }),
  gemini("tool-count", {
    tools: [{ functionDeclarations: Array.from({ length: 513 }, (_, n) => ({ name: `f${n}` })) }],
  }),
  gemini("tools-mixed", {
    model: "gemini-2.5-pro",
    tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: "f" }] }],
  }),
  gemini("unknown-field", { toolConfig: { mode: "ANY" } }),
  gemini("calling-mode", { tools: DECLARED, toolConfig: { functionCallingConfig: { mode: "REQUIRED" } } }),
  gemini("allowed-mode", {
    tools: DECLARED,
    toolConfig: { functionCallingConfig: { mode: "AUTO", allowedFunctionNames: ["f"] } },
  }),
  gemini("allowed-name", {
    tools: DECLARED,
    toolConfig: { functionCallingConfig: { mode: "ANY", allowedFunctionNames: ["g"] } },
  }),
  gemini("generation-shape", { generationConfig: [] }),
  gemini("response-schema", { generationConfig: { responseSchema: {}, responseJsonSchema: {} } }),
  gemini("temperature-range", { generationConfig: { temperature: 1000 } }),
  gemini("stop-sequences", { generationConfig: { stopSequences: ["a", "b", "c", "d", "e", "f"] } }),
  gemini("thinking-both", { generationConfig: { thinkingConfig: { thinkingLevel: "LOW", thinkingBudget: 1 } } }),
  gemini("thinking-budget", { generationConfig: { thinkingConfig: { thinkingBudget: "low" } } }),
  gemini("thinking-level", { generationConfig: { thinkingConfig: { thinkingLevel: "XHIGH" } } }),
  gemini("thinking-level-model", {
    model: "models/gemini-3.8-flash",
    generationConfig: { thinkingConfig: { thinkingLevel: "MINIMAL" } },
  }),
  gemini("penalty-model", { model: "models/gemini-3.6-flash", generationConfig: { presencePenalty: 1 } }),
  gemini("last-turn-model", {
    model: "models/gemini-3.6-flash",
    contents: [SAYS, { role: "model", parts: [{ text: "so" }] }],
  }),
  gemini("thinking-level-model", {
    model: "models/gemini-2.5-flash",
    generationConfig: { thinkingConfig: { thinkingLevel: "LOW" } },
  }),
];

const SPOKEN: Fields = { content: { role: "model", parts: [{ text: "hi" }] }, finishReason: "STOP", index: 0 };

function candidate(rule: string, change: Fields): Sample {
  return ["gemini", "response", rule, { candidates: [{ ...SPOKEN, ...change }] }];
}

function chunks(rule: string, ...all: readonly Fields[]): Sample {
  return ["gemini", "stream", rule, all.map((chunk) => `data: ${JSON.stringify(chunk)}\r\n\r\n`).join("")];
}

const CHUNK: Fields = { candidates: [{ content: { role: "model", parts: [{ text: "hi" }] } }] };
const LAST: Fields = { candidates: [SPOKEN] };
const FAILED: Fields = { error: { code: 503, message: "no", status: "UNAVAILABLE" } };

const ANSWERS: readonly Sample[] = [
  ["gemini", "response", "response-shape", []],
  ["gemini", "response", "candidates", {}],
  ["gemini", "response", "block-reason", { promptFeedback: { blockReason: "content_filter" } }],
  ["gemini", "response", "usage", { ...LAST, usageMetadata: { promptTokenCount: -1 } }],
  ["gemini", "response", "usage-total", { ...LAST, usageMetadata: { promptTokenCount: 1, totalTokenCount: 3 } }],
  candidate("finish-reason", { finishReason: "tool_calls" }),
  candidate("content-role", { content: { role: "assistant", parts: [{ text: "hi" }] } }),
  candidate("content-parts", { content: { role: "model", parts: [] } }),
  candidate("part-data", { content: { role: "model", parts: [{}] } }),
  candidate("call-args", { content: { role: "model", parts: [fc("f", { args: "{}" })] } }),
  ["gemini", "stream", "stream-end", `data: ${JSON.stringify(LAST)}\n`],
  ["gemini", "stream", "stream-json", "data: {\n\n"],
  ["gemini", "stream", "event-line", `event: chunk\ndata: ${JSON.stringify(LAST)}\n\n`],
  ["gemini", "stream", "multi-line", `data: {\ndata: ${JSON.stringify(LAST).slice(1)}\n\n`],
  ["gemini", "stream", "done-marker", `data: ${JSON.stringify(LAST)}\n\ndata: [DONE]\n\n`],
  ["gemini", "stream", "chunk-shape", `data: [${JSON.stringify(LAST)}]\n\n`],
  chunks("candidates", CHUNK, { usageMetadata: {} }),
  chunks("content-parts", CHUNK, { candidates: [{ content: { role: "model", parts: [] }, finishReason: "STOP" }] }),
  chunks("content-role", { candidates: [{ content: { parts: [{ text: "" }] }, finishReason: "STOP" }] }),
  chunks("finish-last", CHUNK),
  chunks("finish-last", LAST, CHUNK),
  chunks("finish-once", LAST, LAST),
  chunks("finish-and-error", LAST, FAILED),
  chunks("chunk-after-error", FAILED, CHUNK),
  ["gemini", "error", "error-shape", [400, { error: "no" }]],
  ["gemini", "error", "error-message", [400, { error: { code: 400, status: "INVALID_ARGUMENT" } }]],
  ["gemini", "error", "error-code", [400, { error: { code: 500, message: "no", status: "INTERNAL" } }]],
  ["gemini", "error", "error-status", [400, { error: { code: 400, message: "no", status: "NOT_FOUND" } }]],
  [
    "gemini",
    "error",
    "error-details",
    [400, { error: { code: 400, message: "", status: "INVALID_ARGUMENT", details: {} } }],
  ],
];

/** One illegal sample or more for each rule. */
export const ILLEGAL: readonly Sample[] = [...REQUESTS, ...SETTINGS, ...ANSWERS];
