import type { Json, JsonObject } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { ILLEGAL as ANTHROPIC } from "../../../../test/legal/illegal/anthropic.ts";
import { ILLEGAL as GEMINI } from "../../../../test/legal/illegal/gemini.ts";
import { ILLEGAL as INTERACTIONS } from "../../../../test/legal/illegal/gemini-interactions.ts";
import { legality } from "../../../../test/legal/index.ts";
import { LEGAL } from "../../../../test/legal/legal.ts";
import { ask, DIALECTS, pathOf, send, TestSimulator } from "./requests.ts";

const REASONING: Readonly<Record<string, JsonObject>> = {
  "openai-chat": { reasoning_effort: "low" },
  openrouter: { reasoning: { effort: "low" } },
  "openai-responses": { reasoning: { effort: "low" } },
  anthropic: { thinking: { type: "adaptive" } },
  gemini: { generationConfig: { thinkingConfig: { includeThoughts: true } } },
  "gemini-interactions": { generation_config: { thinking_summaries: "auto" } },
  ollama: { think: true },
  bedrock: { additionalModelRequestFields: { thinking: { type: "enabled", budget_tokens: 1024 } } },
};

describe.each(DIALECTS)("%s", (dialect) => {
  const says = ["hi", "get_time in parallel"];

  it.each(says)("responds as the vendor does: %s", async (message) => {
    for (const fields of [{}, REASONING[dialect] ?? {}]) {
      const whole = await ask({ dialect, prompt: message, fields });
      expect(whole.status).toBe(200);
      expect(legality[dialect]?.response(JSON.parse(whole.text))).toEqual([]);
      const stream = await ask({ dialect, prompt: message, fields, streams: true });
      expect(legality[dialect]?.stream(stream.text)).toEqual([]);
    }
  });

  it("sends text and errors as the vendor does", async () => {
    const simulator = new TestSimulator();
    simulator.expect({
      responses: [{ content: "one" }, { content: "two", finish: "length" }, { error: { status: 500 } }],
    });
    const stream = await ask({ dialect, simulator, streams: true });
    expect(legality[dialect]?.stream(stream.text)).toEqual([]);
    const short = await ask({ dialect, simulator });
    expect(legality[dialect]?.response(JSON.parse(short.text))).toEqual([]);
    const failed = await ask({ dialect, simulator });
    expect(failed.status).toBe(500);
    expect(legality[dialect]?.error(500, JSON.parse(failed.text))).toEqual([]);
  });
});

describe("requests", () => {
  const legal = LEGAL.filter(([, dialect, kind]) => kind === "request" && DIALECTS.some((known) => known === dialect));

  it.each(legal)("that are legal are accepted: %s", async (_, dialect, __, body) => {
    const { status, text } = await sendBody(dialect, body);
    expect({ status, text: status === 200 ? "" : text }).toEqual({ status: 200, text: "" });
  });

  // The rules that every request is held to, of the many that the vendors have.
  const RULES = ["empty-text", "max-tokens"];
  const illegal = [...[...ANTHROPIC, ...GEMINI].filter(([, , rule]) => RULES.includes(rule)), ...INTERACTIONS].filter(
    ([, kind]) => kind === "request",
  );

  it.each(illegal)("that are not are refused: %s %s %s", async (dialect, _, __, body) => {
    expect((await sendBody(dialect, body)).status).toBe(400);
  });
});

function sendBody(dialect: string, body: Json): ReturnType<typeof send> {
  return send(new TestSimulator(), dialect, pathOf(dialect, {}), body);
}
