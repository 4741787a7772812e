import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import { describe, expect, it } from "vitest";
import { otlpRequest } from "../../src/telemetry/otlp-json.ts";
import type { Span } from "../../src/telemetry/span.ts";
import { VERSION } from "../../src/version.ts";

const SPAN: Span = {
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  parentSpanId: "00f067aa0ba902b8",
  name: "chat gpt-5.6",
  kind: "client",
  started: 1_763_287_200_123,
  ended: 1_763_287_201_000,
  attributes: { text: "a", count: 5, isStream: true, part: 0.25, reasons: ["stop", "length"], absent: undefined },
  error: "busy",
};

describe("Spans in OTLP's JSON encoding", () => {
  it("are what OpenTelemetry's own serializer writes", () => {
    const { absent: _, ...attributes } = SPAN.attributes;
    const time = (milliseconds: number): [number, number] => [
      Math.floor(milliseconds / 1000),
      (milliseconds % 1000) * 1e6,
    ];
    const parent = { traceId: SPAN.traceId, spanId: SPAN.parentSpanId, traceFlags: 1 };
    const readable = {
      name: SPAN.name,
      kind: 2,
      spanContext: () => ({ traceId: SPAN.traceId, spanId: SPAN.spanId, traceFlags: 1 }),
      parentSpanContext: parent,
      startTime: time(SPAN.started),
      endTime: time(SPAN.ended),
      status: { code: 2, message: SPAN.error },
      attributes,
      links: [],
      events: [],
      resource: { attributes: { "service.name": "toolglot", "service.version": VERSION } },
      instrumentationScope: { name: "toolglot", version: VERSION },
    };
    const bytes = JsonTraceSerializer.serializeRequest([readable as never]);
    const theirs = JSON.parse(new TextDecoder().decode(bytes));
    // What has its default value may be left out.
    expect(theirs).toMatchObject(JSON.parse(otlpRequest([SPAN])));
  });

  it("say that a whole number is a fraction where its meaning is one", () => {
    const text = otlpRequest([{ ...SPAN, attributes: { seconds: { double: 2 } } }]);
    expect(JSON.parse(text)).toMatchObject({
      resourceSpans: [{ scopeSpans: [{ spans: [{ attributes: [{ key: "seconds", value: { doubleValue: 2 } }] }] }] }],
    });
  });

  it("do not end before they begin, even if the clock was set back", () => {
    const text = otlpRequest([{ ...SPAN, ended: SPAN.started - 5000 }]);
    const [span] = JSON.parse(text).resourceSpans[0].scopeSpans[0].spans;
    expect(span.endTimeUnixNano).toBe(span.startTimeUnixNano);
  });
});
