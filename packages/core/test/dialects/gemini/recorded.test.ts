import { findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../../../../../test/conversations/dialects.ts";
import {
  acceptedRequests,
  recordedFor,
  requests,
  responses,
  streams,
} from "../../../../../test/conversations/recorded.ts";
import { legalityOf } from "../../../../../test/legal/gemini.ts";
import { legality } from "../../../../../test/legal/index.ts";
import { sdks } from "../../../../../test/sdk/index.ts";
import { recode } from "../../../../../test/support/concept.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { type Fields, OWN, text, translated } from "./bodies.ts";

const others = DIALECTS.filter((id) => id !== OWN && findDialect(id)?.request !== undefined);

const CONTENTS: Json[] = [
  { parts: [{ text: "Look" }, { inlineData: { mimeType: "image/png", data: "AAAA", displayName: "a" } }] },
  { role: "user", parts: [{ file_data: { mime_type: "video/mp4", file_uri: "gs://bucket/a" }, video_metadata: {} }] },
  {
    role: "model",
    parts: [
      { text: "Hm", thought: true },
      { text: "", thoughtSignature: "AAAA" },
      { functionCall: { name: "f" }, thoughtSignature: "BBBB", thought: false },
      { function_call: { id: "1", name: "f", args: { a: 1 } }, thought_signature: "skip_thought_signature_validator" },
      { executableCode: { language: "PYTHON", code: "1" }, thoughtSignature: "CCCC" },
      { toolCall: { toolType: "GOOGLE_SEARCH", args: {} }, thoughtSignature: "DDDD" },
    ],
  },
  {
    role: "function",
    parts: [
      { functionResponse: { name: "f", response: { output: "a" } } },
      { functionResponse: { name: "f", response: { error: { code: 1 } }, willContinue: false } },
      { functionResponse: { name: "f", response: { output: "a", error: null } } },
      {
        functionResponse: { name: "f", response: {}, parts: [{ inlineData: { mimeType: "image/png", data: "AAAA" } }] },
      },
      { function_response: { id: "1", name: "f", response: { result: [1, null] }, parts: [] } },
      { functionResponse: { name: "f" } },
    ],
  },
  { role: "model", parts: [{ functionCall: { name: "g" } }, { functionResponse: { name: "g", response: { a: 1 } } }] },
  { role: "model", parts: [] },
  { role: "model" },
];

const REQUESTS: Fields[] = [
  { contents: CONTENTS, systemInstruction: { role: "system", parts: [{ text: "Be brief." }] }, tools: [] },
  { contents: [], system_instruction: "Be brief.", safetySettings: [], cachedContent: "cachedContents/a" },
  { contents: [], generationConfig: {}, toolConfig: {}, systemInstruction: {}, labels: {}, store: false },
  {
    contents: [],
    generation_config: { max_output_tokens: 9, top_k: 4, thinking_config: { thinking_level: "low" } },
    tool_config: { function_calling_config: { mode: "any", allowed_function_names: ["f"] } },
    service_tier: "standard",
  },
  {
    contents: [],
    generationConfig: {
      responseMimeType: "application/json",
      responseSchema: { type: "OBJECT", properties: { a: { type: "STRING", nullable: true } } },
      thinkingConfig: { thinkingBudget: -1, includeThoughts: true },
      mediaResolution: "MEDIA_RESOLUTION_LOW",
    },
    toolConfig: { functionCallingConfig: { mode: "VALIDATED" }, includeServerSideToolInvocations: true },
  },
];

const RESPONSES: Fields[] = [
  { promptFeedback: { blockReason: "SAFETY", blockReasonMessage: "no", safetyRatings: [] }, usageMetadata: {} },
  { candidates: [], usageMetadata: { promptTokenCount: 3, toolUsePromptTokenCount: 2, totalTokenCount: 5 } },
  { candidates: null, usageMetadata: { promptTokenCount: "3", toolUsePromptTokenCount: 2, totalTokenCount: [] } },
  { candidates: [{ content: {}, finishReason: "MALFORMED_FUNCTION_CALL", finishMessage: "f(", index: 0 }] },
  {
    candidates: [{ content: { parts: [{ text: "a" }] }, finishReason: "STOP", avgLogprobs: -1 }, { content: null }],
    usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 0, thoughtsTokenCount: 2, totalTokenCount: 5 },
    createTime: "2026-01-01T00:00:00Z",
  },
];

describe("Gemini to Gemini", () => {
  it("round-trips every request without a loss", () => {
    const recorded = requests
      .filter(({ dialect }) => dialect === OWN)
      .filter(({ body }) => !/invalid_role/.test(text(body)));
    for (const body of [...recorded.map((each) => each.body), ...REQUESTS])
      expect(recode("request", body, OWN)).toEqual({ value: body, losses: [], changes: [] });
  });

  it("round-trips every response without a loss", () => {
    const recorded = responses.filter(({ dialect }) => dialect === OWN).map(({ body }) => body);
    for (const body of [...recorded, ...RESPONSES])
      expect(recode("response", body, OWN)).toEqual({ value: body, losses: [], changes: [] });
  });
});

const MODELS = ["gemini-2.5-pro", "gemini-3.8-flash"];

describe.each(others)("%s to Gemini", (dialect) => {
  it.each(MODELS)("makes requests that are legal for %s", (model) => {
    for (const { id, body } of recordedFor(acceptedRequests, dialect, OWN)) {
      if (isFragment(body)) continue;
      const { value } = createBridge({ client: dialect, provider: OWN, providerModel: model }).request(body);
      expect([id, legalityOf(model).request(value)]).toEqual([id, []]);
    }
  });

  it("makes legal responses that the SDK reads", async () => {
    for (const { id, body } of recordedFor(responses, dialect, OWN)) {
      const { value, status } = createBridge({ client: OWN, provider: dialect }).response(body);
      const found = status === undefined ? legality[OWN]?.response(value) : legality[OWN]?.error(status, value);
      expect([id, found]).toEqual([id, []]);
      expect([id, await sdks[OWN]?.parse(value as never, status)]).toMatchObject([id, { ok: status === undefined }]);
    }
  });

  it("makes legal streams that the SDK reads", async () => {
    for (const { id, body } of recordedFor(streams, dialect, OWN)) {
      const chunks = translated({ client: OWN, provider: dialect }, body);
      expect([id, legality[OWN]?.stream(chunks)]).toEqual([id, []]);
      const failed = /\n\ndata: \{"error"[^\n]*\n\n$|^data: \{"error"/.test(chunks);
      expect([id, await sdks[OWN]?.consume(chunks)]).toMatchObject([id, { ok: !failed }]);
    }
  });
});

describe.each(others)("Gemini to %s", (dialect) => {
  it("makes legal streams that the SDK reads", async () => {
    for (const { id, body } of recordedFor(streams, OWN, dialect)) {
      const bytes = translated({ client: dialect, provider: OWN }, body);
      expect([id, legality[dialect]?.stream(bytes)]).toEqual([id, []]);
      const failed = /"error":\{|response\.failed|"error":"|Exception":\{/.test(bytes.slice(-2_000));
      const read = await sdks[dialect]?.consume(bytes);
      if (read !== undefined && !failed) expect([id, read]).toMatchObject([id, { ok: true }]);
    }
  });
});

// Results of calls that only the vendor remembers.
function isFragment(body: Json): boolean {
  return typeof (body as Fields).previous_response_id === "string";
}
