import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { createBridge } from "../support/dynamic.ts";
import { nextRequest, REQUESTED, SIGNATURE, SUN } from "./next-request.ts";
import { blocksIn, partsIn, readTranslatedStream, translateRequest } from "./translate.ts";
import {
  at,
  chatCall,
  DIALECTS,
  type DialectName,
  type Fields,
  PARIS,
  WEATHER,
  withResponse,
  withTurns,
  writeRequest,
} from "./wire.ts";
import { completion, geminiChunk, responseObject, writeResponse } from "./wire-responses.ts";
import { toolBlock } from "./wire-streams.ts";

const signed = geminiChunk(
  [
    { functionCall: { id: "fc-1", name: "get_weather", args: { city: "Paris" } }, thoughtSignature: SIGNATURE },
    { functionCall: { id: "fc-2", name: "get_weather", args: { city: "Oslo" } } },
  ],
  { finishReason: "STOP" },
);

/** The dialects that have a field in which a client gives an opaque text back. */
const CARRIERS = ["openai-responses", "anthropic", "openrouter", "openai-chat"] as const;

describe("2: the thought signature of a call is sent back with it", () => {
  it.each(CARRIERS)("through a client of %s", async (client) => {
    const { value } = translateRequest(client, "gemini", await nextRequest(client, "gemini", signed));
    const calls = partsIn(value).filter(({ functionCall }) => functionCall !== undefined);
    expect(calls.map(({ thoughtSignature }) => thoughtSignature)).toEqual([SIGNATURE, undefined]);
    expect(JSON.stringify(calls.map(({ functionCall }) => functionCall))).not.toContain(SIGNATURE);
  });

  it("through a stream to a client of Anthropic", async () => {
    const request = writeRequest("anthropic", REQUESTED);
    const { raw, calls } = await readTranslatedStream(
      "anthropic",
      "gemini",
      `data: ${JSON.stringify(signed)}\n\n`,
      request,
    );
    const results = calls.map(({ id = "", name }) => ({ id, name, content: "Sun" }));
    const history = withTurns("anthropic", withResponse("anthropic", request, raw as Fields), [{ results }]);
    const parts = partsIn(translateRequest("anthropic", "gemini", history).value);
    expect(parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? [])).toEqual([SIGNATURE]);
  });

  it("through a stream to a client of Responses", async () => {
    const request = writeRequest("openai-responses", REQUESTED);
    const { raw, calls } = await readTranslatedStream(
      "openai-responses",
      "gemini",
      `data: ${JSON.stringify(signed)}\n\n`,
      request,
    );
    const results = calls.map(({ id = "", name }) => ({ id, name, content: "Sun" }));
    const output = (at(raw as Json, "output") as Fields[]).map(({ parsed_arguments, ...item }) => item);
    const history = withTurns("openai-responses", withResponse("openai-responses", request, { output }), [{ results }]);
    const parts = partsIn(translateRequest("openai-responses", "gemini", history).value);
    expect(parts.flatMap(({ thoughtSignature }) => thoughtSignature ?? [])).toEqual([SIGNATURE]);
  });

  it.each(DIALECTS.filter((client) => client !== "gemini"))(
    "and calls of %s without a signature get the placeholder that Gemini accepts",
    (client) => {
      const turns = [...REQUESTED.turns, { assistant: { calls: [PARIS] } }, SUN];
      const { value } = translateRequest(client, "gemini", writeRequest(client, { tools: [WEATHER], turns }));
      const [call] = partsIn(value).filter(({ functionCall }) => functionCall !== undefined);
      expect(call?.thoughtSignature).toBe("skip_thought_signature_validator");
    },
  );

  it("and stays on a text that has no call after it", async () => {
    const text = geminiChunk([{ text: "Sunny.", thoughtSignature: SIGNATURE }], { finishReason: "STOP" });
    const bridge = createBridge({ client: "gemini", provider: "gemini", profile: "strict" });
    expect(bridge.response(text).value).toEqual(text);
  });
});

describe("4: no signature of one vendor is sent to another", () => {
  const answers: Readonly<Partial<Record<DialectName, Fields>>> = {
    gemini: signed,
    anthropic: {
      ...writeResponse("anthropic", { calls: [PARIS] }),
      content: [
        { type: "thinking", thinking: "Hm.", signature: SIGNATURE },
        { ...toolBlock(PARIS), input: { city: "Paris" } },
      ],
    },
    "openai-responses": responseObject("completed", [
      {
        type: "reasoning",
        id: "rs_1",
        summary: [{ type: "summary_text", text: "Hm." }],
        encrypted_content: SIGNATURE,
      },
      {
        type: "function_call",
        id: "fc_1",
        call_id: PARIS.id,
        name: PARIS.name,
        arguments: PARIS.arguments,
        status: "completed",
      },
    ]),
    openrouter: completion(
      {
        role: "assistant",
        content: null,
        reasoning: "Hm.",
        reasoning_details: [
          { type: "reasoning.text", text: "Hm.", signature: SIGNATURE, format: "anthropic-claude-v1", index: 0 },
        ],
        tool_calls: [chatCall(PARIS)],
      },
      "tool_calls",
    ),
  };
  const signing = Object.keys(answers) as DialectName[];

  describe.each(signing)("what %s signed", (signer) => {
    describe.each(DIALECTS.filter((client) => client !== signer))("to a client of %s", (client) => {
      it.each(DIALECTS.filter((other) => other !== signer))("is not sent on to %s", async (other) => {
        const history = await nextRequest(client, signer, answers[signer] ?? null);
        const { value } = createBridge({ client, provider: other }).request(history);
        expect(JSON.stringify(value)).not.toContain(SIGNATURE);
        expect(JSON.stringify(value)).not.toContain("tg1:");
        expect(JSON.stringify(value)).not.toContain("dGcxO");
      });
    });
  });

  it("what Anthropic signed itself comes back to it unchanged", async () => {
    const blocks = at(answers.anthropic, "content");
    for (const client of ["openai-responses", "openrouter"] as const) {
      const { value } = translateRequest(
        client,
        "anthropic",
        await nextRequest(client, "anthropic", answers.anthropic ?? null),
      );
      expect(blocksIn(value)[0], client).toEqual(at(blocks, 0));
    }
  });
});

describe("6: the signatures of Gemini's own tools stay", () => {
  const own = geminiChunk(
    [
      { toolCall: { id: "t1", toolType: "GOOGLE_SEARCH_WEB", args: { queries: ["a"] } }, thoughtSignature: "QQ==" },
      { toolResponse: { id: "t1", toolType: "GOOGLE_SEARCH_WEB", response: {} }, thoughtSignature: "Qg==" },
      { functionCall: { id: "fc-1", name: "get_weather", args: { city: "Paris" } }, thoughtSignature: SIGNATURE },
    ],
    { finishReason: "STOP" },
  );

  it("between Gemini and Gemini, where schemas are lowered too", () => {
    const bridge = createBridge({ client: "gemini", provider: "gemini", profile: "strict" });
    const request = writeRequest("gemini", REQUESTED);
    bridge.request(request);
    const { value } = bridge.response(own);
    expect(at(value, "candidates", 0, "content")).toEqual(at(own, "candidates", 0, "content"));
    const history = withTurns("gemini", withResponse("gemini", request, value), [SUN]);
    expect(bridge.request(history).value.contents).toEqual(history.contents);
  });

  it.each(DIALECTS.filter((client) => client !== "gemini"))("and a client of %s can go on", async (client) => {
    translateRequest(client, "gemini", await nextRequest(client, "gemini", own));
  });
});
