import { findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { candidate, type Fields, OWN, partsOf, sent, text, translated } from "./bodies.ts";

function answer(body: Json, client = "anthropic") {
  return createBridge({ client, provider: OWN }).response(body);
}

describe("answers of Gemini", () => {
  it("finish with tool calls, although finishReason is STOP", () => {
    const { value } = answer(candidate([{ functionCall: { name: "f" } }]));
    expect(value).toMatchObject({ stop_reason: "tool_use", content: [{ type: "tool_use", name: "f", input: {} }] });
  });

  it.each(["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL"])("are an error if they end with %s", (finishReason) => {
    const { value, status } = answer(candidate([], { finishReason, finishMessage: "f(" }));
    expect(status).toBe(502);
    expect(value).toMatchObject({ type: "error", error: { message: "f(" } });
    const chunk = text(candidate([], { finishReason, finishMessage: "f(" }));
    expect(translated({ client: "anthropic", provider: OWN }, `data: ${chunk}\n\n`)).toContain("event: error");
  });

  it("are refused where the prompt is blocked", () => {
    const body = { promptFeedback: { blockReason: "SAFETY" } };
    expect(answer(body).value).toMatchObject({ stop_reason: "refusal", content: [] });
    const stream = translated({ client: "anthropic", provider: OWN }, `data: ${text(body)}\n\n`);
    expect(stream).toContain('"stop_reason":"refusal"');
  });

  it("count reasoning as output, and cached tokens as input", () => {
    const usageMetadata = {
      promptTokenCount: 10,
      cachedContentTokenCount: 4,
      candidatesTokenCount: 5,
      thoughtsTokenCount: 3,
      toolUsePromptTokenCount: 2,
      totalTokenCount: 20,
    };
    const { value } = answer({ ...(candidate([{ text: "a" }]) as Fields), usageMetadata });
    expect(value.usage).toMatchObject({ input_tokens: 8, cache_read_input_tokens: 4, output_tokens: 8 });
  });

  it.each(["anthropic", "openai-chat"])("have signatures that come back through %s to the very call", (client) => {
    const parts = [
      { functionCall: { id: "1", name: "f", args: {} }, thoughtSignature: "EqUC" },
      { functionCall: { id: "2", name: "f", args: {} } },
    ];
    const { value } = answer(candidate(parts), client);
    const written = client === "anthropic" ? value : ((value.choices as Fields[])[0]?.message as Fields);
    const results =
      client === "anthropic"
        ? [
            {
              role: "user",
              content: idsIn(written).map((id) => ({ type: "tool_result", tool_use_id: id, content: "a" })),
            },
          ]
        : idsIn(written).map((id) => ({ role: "tool", tool_call_id: id, content: "a" }));
    const history = [
      { role: "user", content: "Go" },
      {
        role: "assistant",
        content: written.content ?? null,
        ...(written.tool_calls ? { tool_calls: written.tool_calls } : {}),
      },
      ...results,
    ];
    const { contents } = sent({ messages: history as Json, max_tokens: 9 }, "gemini-3.8-flash", client) as {
      contents: Fields[];
    };
    expect(partsOf(contents[1]).map(({ thoughtSignature }) => thoughtSignature)).toEqual(["EqUC", undefined]);
  });
});

function idsIn({ content, tool_calls: calls }: Fields): Json[] {
  const blocks = (Array.isArray(calls) ? calls : content) as Fields[];
  return blocks.filter(({ type }) => type === "tool_use" || type === "function").map(({ id }) => id ?? null);
}

describe("errors of Gemini", () => {
  const RETRY = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "34.4s" };

  it.each([
    [400, "INVALID_ARGUMENT", "invalid_request_error", 400],
    [401, "UNAUTHENTICATED", "authentication_error", 401],
    [403, "PERMISSION_DENIED", "permission_error", 403],
    [404, "NOT_FOUND", "not_found_error", 404],
    [429, "RESOURCE_EXHAUSTED", "rate_limit_error", 429],
    [500, "INTERNAL", "api_error", 500],
    [503, "UNAVAILABLE", "api_error", 503],
    [504, "DEADLINE_EXCEEDED", "timeout_error", 504],
  ])("are theirs for %i %s", (code, status, type, expected) => {
    const error = { error: { code, status, message: "No" } };
    const reported = createBridge({ client: "anthropic", provider: OWN }).error(code, error);
    expect(reported).toMatchObject({ status: expected, value: { error: { type, message: "No" } } });
    const back = createBridge({ client: OWN, provider: "anthropic" }).error(reported.status, reported.value);
    expect(back).toEqual({ status: code, value: error });
    expect(legality[OWN]?.error(back.status, back.value)).toEqual([]);
  });

  it("have a retry delay in both directions", () => {
    const { errors } = findDialect(OWN) ?? {};
    const failure = errors?.decode(
      [{ error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Slow", details: [RETRY] } }],
      429,
    );
    expect(failure).toMatchObject({ kind: "rate-limit", retryAfter: 34.4 });
    const { details, ...rest } = failure ?? { kind: "server", status: 500, message: "" };
    expect(errors?.encode(rest).value).toMatchObject({ error: { details: [RETRY] } });
  });

  it.each([402, 409, 413, 529])("take the status %i of others", (status) => {
    const { errors } = findDialect(OWN) ?? {};
    const foreign = createBridge({ client: OWN, provider: "anthropic" }).error(status, {
      type: "error",
      error: { message: "No" },
    });
    expect(legality[OWN]?.error(foreign.status, foreign.value)).toEqual([]);
    expect(errors?.decode(foreign.value, foreign.status).message).toBe("No");
  });
});
