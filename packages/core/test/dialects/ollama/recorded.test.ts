import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import {
  acceptedRequests,
  recordedFor,
  requests,
  responses,
  streams,
} from "../../../../../test/conversations/recorded.ts";
import { legality } from "../../../../../test/legal/index.ts";
import { sdks } from "../../../../../test/sdk/index.ts";
import { recode } from "../../../../../test/support/concept.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { type Fields, OWN, others, tools, translated } from "./bodies.ts";

const MESSAGES: Json[] = [
  { role: "system", content: "Be brief." },
  { role: "User", content: "Look", images: ["iVBORw0KGgoAAAA", "/9j/AAAA"] },
  { role: "assistant", content: "", thinking: "Hm", tool_calls: [{ function: { name: "f", arguments: { a: 1 } } }] },
  { role: "tool", content: "[Error] no", tool_name: "f", tool_call_id: "call_1", images: ["AAAA"] },
  { role: "tool", content: "[Error] ", id: "unknown" },
  {
    role: "assistant",
    thinking: "",
    tool_calls: [
      { id: "", type: "function", function: { index: 3, name: "f" } },
      { id: "call_1", function: { index: 0, name: "f", arguments: null, x: 1 } },
      { id: "call_2", function: { name: "f", arguments: '{"a":1}' } },
      { id: "call_3", function: { name: "f", arguments: { INVALID_JSON: '{"a":' } } },
    ],
  },
  { role: "assistant", content: null, images: [], tool_calls: [] },
];

const REQUESTS: Fields[] = [
  { model: "qwen3", messages: MESSAGES, tools },
  { model: "qwen3", keep_alive: 0 },
  { model: "qwen3", messages: [], options: {}, format: "", think: "low", stream: false },
  { model: "qwen3", messages: [], format: "json", think: "extreme", options: { num_predict: -1, num_ctx: 4096 } },
  {
    model: "qwen3",
    messages: [],
    format: { type: "object" },
    think: false,
    tools: null,
    logprobs: true,
    top_logprobs: 2,
  },
  {
    model: "qwen3",
    messages: [],
    think: true,
    options: { num_predict: 9, temperature: 0, top_p: 0.5, top_k: 4, min_p: 0.1, seed: 7, stop: ["a"], mirostat: 1 },
  },
];

const RESPONSES: Fields[] = [
  { model: "m", created_at: "2026-08-05T08:10:56.372032123Z", message: { content: "a" }, done: true },
  { model: "m", created_at: "yesterday", message: { role: "assistant", content: "" }, done: true, done_reason: "load" },
  { model: "m", created_at: "2026-08-05T10:10:56+02:00", done: false, eval_count: 2, eval_duration: 3, logprobs: [] },
];

describe("Ollama to Ollama", () => {
  it("round-trips every request without a loss", () => {
    const recorded = requests.filter(({ dialect }) => dialect === OWN).map(({ body }) => body);
    for (const body of [...recorded, ...REQUESTS])
      expect(recode("request", body, OWN)).toEqual({ value: body, losses: [], changes: [] });
  });

  it("round-trips every response without a loss", () => {
    const recorded = responses.filter(({ dialect }) => dialect === OWN).map(({ body }) => body);
    for (const body of [...recorded, ...RESPONSES])
      expect(recode("response", body, OWN)).toEqual({ value: body, losses: [], changes: [] });
  });
});

describe.each(others)("%s to Ollama", (dialect) => {
  it("makes legal requests", () => {
    for (const { id, body } of recordedFor(acceptedRequests, dialect, OWN)) {
      const { value } = createBridge({ client: dialect, provider: OWN, providerModel: "qwen3" }).request(body);
      expect([id, legality[OWN]?.request(value)]).toEqual([id, []]);
      expect([id, typeof value.stream]).toEqual([id, "boolean"]);
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
      const lines = translated({ client: OWN, provider: dialect }, body);
      expect([id, legality[OWN]?.stream(lines)]).toEqual([id, []]);
      const failed = lines.trimEnd().split("\n").at(-1)?.startsWith('{"error"') === true;
      expect([id, await sdks[OWN]?.consume(lines)]).toMatchObject([id, { ok: !failed }]);
    }
  });
});

describe.each(others)("Ollama to %s", (dialect) => {
  it("makes legal streams that the SDK reads", async () => {
    for (const { id, body } of recordedFor(streams, OWN, dialect)) {
      const text = translated({ client: dialect, provider: OWN }, body);
      expect([id, legality[dialect]?.stream(text)]).toEqual([id, []]);
      expect([id, (await sdks[dialect]?.consume(text))?.ok ?? true]).toEqual([id, true]);
    }
  });
});
