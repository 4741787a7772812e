import { dialects, findDialect } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { sdks } from "../../../../../test/sdk/index.ts";
import { streamsOf, succeeded } from "../../../../../test/sdk/traffic.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import type { Json } from "../../../../../test/support/json.ts";
import { Ledger } from "../../../src/ledger.ts";
import { Report } from "../../../src/report.ts";
import { type Body, bridged, OWN } from "./bodies.ts";
import { recorded } from "./recordings.ts";

const others = dialects.filter(({ id, request }) => id !== OWN && request !== undefined).map(({ id }) => id);

// What its own provider did not understand is nothing to be translated.
function bodiesOf(dialect: string): (readonly [id: string, body: Body])[] {
  return recorded(dialect)
    .filter(({ response }) => response.status !== 400)
    .flatMap(({ id, request }) => (isBody(request?.body) ? [[id, request.body] as const] : []));
}

function answersOf(dialect: string): (readonly [id: string, body: Body])[] {
  return recorded(dialect)
    .filter((recording) => succeeded(recording) && !recording.streaming)
    .flatMap(({ id, response }) => (isBody(response.json) ? [[id, response.json] as const] : []));
}

function isBody(value: unknown): value is Body {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function roundTrip(what: "request" | "response", body: Json): { value: unknown; losses: unknown[] } {
  const dialect = findDialect(OWN);
  const ledger = new Ledger({ from: OWN, to: OWN });
  const decoded = dialect?.[what]?.decode(body, new Report(ledger, "to_canonical"));
  if (decoded === undefined || "failure" in decoded) return { value: body, losses: [] };
  const report = new Report(ledger, "from_canonical");
  const context = { id: "x", created: 0, includeUsage: false };
  const value = dialect?.[what]?.encode(decoded as never, report, context);
  return { value, losses: ledger.losses() };
}

describe("Responses to Responses", () => {
  it("gives every recorded request back as it was, without a loss", () => {
    for (const [id, body] of [...bodiesOf(OWN), ...SAMPLES]) {
      expect([id, roundTrip("request", body)]).toEqual([id, { value: body, losses: [] }]);
    }
  });

  it("gives every recorded answer back as it was, without a loss", () => {
    for (const [id, body] of answersOf(OWN)) {
      expect([id, roundTrip("response", body)]).toEqual([id, { value: body, losses: [] }]);
    }
  });
});

describe("Responses to Responses under a profile", () => {
  it("makes legal answers and streams, and loses nothing of an answer", async () => {
    for (const recording of recorded(OWN).filter(succeeded)) {
      for (const text of streamsOf(recording)) {
        const stream = createBridge({ client: OWN, provider: OWN, profile: "native" }).stream();
        const written = stream.push(text) + stream.end();
        expect([recording.id, legality[OWN]?.stream(written)]).toEqual([recording.id, []]);
        expect([recording.id, await sdks[OWN]?.consume(written)]).toMatchObject([recording.id, { ok: true }]);
      }
    }
    for (const [id, body] of answersOf(OWN)) {
      const { value, losses } = createBridge({ client: OWN, provider: OWN, profile: "native" }).response(body);
      expect([id, value, losses]).toEqual([id, body, []]);
    }
  });
});

describe.each(others)("%s to Responses", (dialect) => {
  it("makes legal requests", () => {
    const found = bodiesOf(dialect).flatMap(([id, body]) => {
      const { value } = createBridge({ client: dialect, provider: OWN }).request(body);
      return legality[OWN]?.request(value as Json).map((violation) => ({ id, ...violation })) ?? [];
    });
    expect(found).toEqual([]);
  });

  it("makes legal responses that the SDK reads", async () => {
    for (const [id, body] of answersOf(dialect)) {
      const { value, status } = createBridge({ client: OWN, provider: dialect }).response(body);
      if (status !== undefined) continue;
      expect([id, legality[OWN]?.response(value as Json)]).toEqual([id, []]);
      expect([id, await sdks[OWN]?.parse(value as Json)]).toMatchObject([id, { ok: true }]);
    }
  });

  it("makes legal streams that the SDK reads", async () => {
    for (const recording of recorded(dialect).filter(succeeded)) {
      for (const text of streamsOf(recording)) {
        const written = bridged(dialect, OWN, text);
        expect([recording.id, legality[OWN]?.stream(written)]).toEqual([recording.id, []]);
        const read = await sdks[OWN]?.consume(written);
        if (!written.includes("event: response.failed"))
          expect([recording.id, read]).toMatchObject([recording.id, { ok: true }]);
      }
    }
  });
});

describe.each(["anthropic", "openai-chat"])("Responses to %s", (dialect) => {
  it("makes legal requests", () => {
    // Where an earlier answer is kept by the provider, its calls are not there to be answered.
    const whole = bodiesOf(OWN).filter(([, body]) => body.previous_response_id === undefined);
    const found = whole.flatMap(([id, body]) => {
      const { value } = createBridge({ client: OWN, provider: dialect }).request(body);
      const violations = legality[dialect]?.request(value as Json) ?? [];
      // Models of other vendors require their reasoning back where this vendor has no field.
      return violations.filter(({ path }) => !path.endsWith("/reasoning_content")).map((each) => ({ id, ...each }));
    });
    expect(found).toEqual([]);
  });

  it("makes legal streams that the SDK reads", async () => {
    for (const recording of recorded(OWN).filter(succeeded)) {
      for (const text of streamsOf(recording)) {
        const written = bridged(OWN, dialect, text);
        expect([recording.id, legality[dialect]?.stream(written)]).toEqual([recording.id, []]);
        const read = await sdks[dialect]?.consume(written);
        // The helper of the SDK knows no calls of custom tools.
        if (!written.includes('"type":"custom"'))
          expect([recording.id, read]).toMatchObject([recording.id, { ok: true }]);
      }
    }
  });
});

const SAMPLES: (readonly [string, Body])[] = [
  ["text", { model: "gpt-5.6", instructions: "Be brief.", input: "Hi" }],
  ["nothing", { model: "gpt-5.6", previous_response_id: "resp_1" }],
  ["empty", { model: "gpt-5.6", input: [], instructions: null }],
  [
    "items",
    {
      model: "gpt-5.6",
      input: [
        {
          role: "user",
          content: [
            { type: "text", text: "a" },
            { type: "input_audio", input_audio: { data: "" } },
          ],
        },
        { type: "message", role: "user", content: [{ type: "input_image", image_url: { url: "https://a.b/c.png" } }] },
        {
          type: "reasoning",
          summary: [{ type: "summary_text", text: "s", more: 1 }],
          content: null,
          encrypted_content: "E",
        },
        { type: "reasoning", id: "rs_2", summary: [], encrypted_content: 'tg1:anthropic:"sig"' },
        {
          type: "message",
          id: "msg_1",
          role: "assistant",
          phase: "commentary",
          content: [{ type: "input_text", text: "b" }],
        },
        { type: "function_call", call_id: "call_1", name: "f", arguments: { n: 1 }, namespace: "crm", async: true },
        { type: "function_call_output", call_id: "call_1", output: "[Error] no" },
        { type: "function_call_output", name: "event", output: [] },
        { type: "custom_tool_call_output", call_id: "call_2", output: [{ type: "input_file", file_data: "AAAA" }] },
        { type: "item_reference", id: "msg_0" },
        { type: "compaction_trigger" },
      ],
      tool_choice: { type: "function", function: { name: "f" } },
      text: { format: { type: "json_schema", name: "a", schema: {} } },
    },
  ],
];
