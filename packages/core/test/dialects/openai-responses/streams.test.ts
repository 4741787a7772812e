import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import type { Json } from "../../../../../test/support/json.ts";
import { ANSWER, bridged, framed, OWN, REASONING, read } from "./bodies.ts";

const CREATED = { type: "response.created", response: { ...ANSWER, status: "in_progress", output: [] } };
const COMPLETED = { type: "response.completed", response: ANSWER };
const CALL = { type: "function_call", id: "fc_1", call_id: "call_1", name: "f" };
const CALLS = { ok: true, calls: [{ name: "f", arguments: '{"a":1}' }], stop: "tool_use" };

describe("A stream of Responses", () => {
  it.each<[string, Json[]]>([
    [
      "with ids that change on the way",
      [
        { type: "response.output_item.added", output_index: 0, item: { ...CALL, id: "a", arguments: "" } },
        { type: "response.function_call_arguments.delta", output_index: 0, item_id: "b", delta: '{"a"' },
        { type: "response.function_call_arguments.delta", output_index: 0, item_id: "c", delta: ":1}" },
        { type: "response.output_item.done", output_index: 0, item: { ...CALL, id: "d", arguments: '{"a":1}' } },
      ],
    ],
    [
      "with arguments in one piece",
      [
        { type: "response.output_item.added", output_index: 0, item: { ...CALL, arguments: "" } },
        { type: "response.function_call_arguments.done", output_index: 0, arguments: '{"a":1}' },
      ],
    ],
    [
      "with an item that is only done",
      [{ type: "response.output_item.done", output_index: 3, item: { ...CALL, arguments: '{"a":1}' } }],
    ],
    [
      "with an item that is only added",
      [{ type: "response.output_item.added", output_index: 0, item: { ...CALL, arguments: '{"a":1}' } }],
    ],
    [
      "with arguments before their item",
      [
        { type: "response.function_call_arguments.delta", output_index: 0, delta: '{"a":1}' },
        { type: "response.output_item.done", output_index: 0, item: { ...CALL, arguments: '{"a":1}' } },
      ],
    ],
    [
      "with arguments that are an object",
      [{ type: "response.output_item.done", output_index: 0, item: { ...CALL, arguments: { a: 1 } } }],
    ],
  ])("%s is read", async (_, events) => {
    expect(await read([CREATED, ...events, COMPLETED])).toMatchObject(CALLS);
  });

  it("is read if only its last event has the items", async () => {
    const output = [{ ...CALL, arguments: '{"a":1}' }];
    expect(await read([CREATED, { ...COMPLETED, response: { ...ANSWER, output } }])).toMatchObject(CALLS);
    expect(await read([{ ...ANSWER, output }])).toMatchObject(CALLS);
  });

  it("keeps two calls apart that come interleaved", async () => {
    const events = [0, 1].flatMap((index) => [
      {
        type: "response.output_item.added",
        output_index: index,
        item: { ...CALL, call_id: `call_${index}`, arguments: "" },
      },
      { type: "response.function_call_arguments.delta", output_index: index, delta: '{"a":' },
    ]);
    const rest = [0, 1].map((index) => ({
      type: "response.function_call_arguments.delta",
      output_index: index,
      delta: `${index}}`,
    }));
    expect(await read([CREATED, ...events, ...rest, COMPLETED])).toMatchObject({
      calls: [
        { name: "f", arguments: '{"a":0}' },
        { name: "f", arguments: '{"a":1}' },
      ],
    });
  });

  it("has reasoning in paragraphs, and its signature from the end of the item", () => {
    const item = {
      ...REASONING,
      summary: [
        { type: "summary_text", text: "A" },
        { type: "summary_text", text: "B" },
      ],
      encrypted_content: "whole",
    };
    const written = bridged(
      OWN,
      "anthropic",
      framed([
        CREATED,
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...REASONING, summary: [], encrypted_content: "half" },
        },
        { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 0, delta: "A" },
        { type: "response.reasoning_summary_text.delta", output_index: 0, summary_index: 1, delta: "B" },
        { type: "response.output_item.done", output_index: 0, item },
        COMPLETED,
      ]),
    );
    expect(written).toContain('"thinking":"\\n\\n"');
    expect(written).toContain("whole");
    expect(written).not.toContain("half");
  });

  it("has the reasoning of open models", async () => {
    const events = [{ type: "response.reasoning_text.delta", output_index: 0, content_index: 0, delta: "Hm" }];
    expect(await read([CREATED, ...events, COMPLETED])).toMatchObject({ reasoning: "Hm" });
  });

  it.each<[string, Json]>([
    [
      "nested",
      { type: "error", error: { type: "insufficient_quota", code: "insufficient_quota", message: "No money" } },
    ],
    ["flat", { type: "error", code: "insufficient_quota", message: "No money", param: null }],
    [
      "in a failed response",
      {
        type: "response.failed",
        response: { ...ANSWER, status: "failed", error: { code: "server_error", message: "No money" } },
      },
    ],
  ])("fails with an error that is %s", async (_, event) => {
    const written = bridged(OWN, "anthropic", framed([CREATED, event]));
    expect(written).toContain("No money");
    expect(legality.anthropic?.stream(written)).toEqual([]);
  });

  it("is incomplete if the model was stopped", async () => {
    const response = { ...ANSWER, status: "incomplete", incomplete_details: { reason: "max_output_tokens" } };
    const events = [{ type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "So" }];
    const read_ = await read([CREATED, ...events, { type: "response.incomplete", response }]);
    expect(read_).toMatchObject({ text: "So", stop: "max_tokens" });
  });

  it("reports what a client has no field for", () => {
    const item = {
      type: "message",
      role: "assistant",
      phase: "commentary",
      content: [{ type: "output_text", text: "So" }],
    };
    const search = { type: "web_search_call", id: "ws_1", status: "completed" };
    const stream = createBridge({ client: "anthropic", provider: OWN }).stream();
    const events = [
      CREATED,
      { type: "response.output_item.done", output_index: 0, item: search },
      { type: "response.output_text.delta", output_index: 1, content_index: 0, delta: "So", logprobs: [{}] },
      { type: "response.output_item.done", output_index: 1, item },
      COMPLETED,
    ];
    stream.push(framed(events));
    expect(stream.losses.map(({ path }) => path).toSorted()).toEqual(["/logprobs", "/output/0", "/output/1/phase"]);
  });

  it("is an error if it ends too early", () => {
    const begun = [CREATED, { type: "response.output_text.delta", output_index: 0, content_index: 0, delta: "So" }];
    for (const end of ["", "data: [DONE]\n\n"]) {
      expect(bridged(OWN, "anthropic", framed(begun) + end)).toContain("event: error\n");
    }
  });
});

describe("An error", () => {
  it("has the envelope of the vendor", () => {
    const bridge = createBridge({ client: OWN, provider: "anthropic" });
    const { status, value } = bridge.error(429, {
      type: "error",
      error: { type: "rate_limit_error", message: "Slow" },
    });
    expect(status).toBe(429);
    expect(value).toMatchObject({ error: { type: "rate_limit_error", message: "Slow" } });
    expect(legality[OWN]?.error(status, value as Json)).toEqual([]);
  });
});
