import { VERSION } from "../version.ts";
import type { Attributes, AttributeValue, Span } from "./span.ts";

/**
 * Spans as a collector takes them: an `ExportTraceServiceRequest` in OTLP's JSON encoding.
 * https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding
 */
export function otlpRequest(spans: readonly Span[]): string {
  const scopeSpans = [{ scope: { name: "toolglot", version: VERSION }, spans: spans.map(otlpSpan) }];
  return JSON.stringify({ resourceSpans: [{ resource: RESOURCE, scopeSpans }] });
}

const RESOURCE = { attributes: otlpAttributes({ "service.name": "toolglot", "service.version": VERSION }) };

/** Protocol Buffers' numbers of the kinds. */
const KINDS = { internal: 1, server: 2, client: 3 };
const UNSET = 0;
const ERROR = 2;

function otlpSpan({ traceId, spanId, parentSpanId, state, name, kind, started, ended, attributes, error }: Span) {
  return {
    traceId,
    spanId,
    parentSpanId,
    traceState: state,
    name,
    kind: KINDS[kind],
    startTimeUnixNano: nanoseconds(started),
    // The clock may have been set back.
    endTimeUnixNano: nanoseconds(Math.max(started, ended)),
    attributes: otlpAttributes(attributes),
    status: error === undefined ? { code: UNSET } : { code: ERROR, message: error },
  };
}

function otlpAttributes(attributes: Attributes) {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: otlpValue(value) }],
  );
}

function otlpValue(value: AttributeValue): Readonly<Record<string, unknown>> {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value === "number") return Number.isInteger(value) ? { intValue: value } : { doubleValue: value };
  if ("double" in value) return { doubleValue: value.double };
  return { arrayValue: { values: value.map((stringValue) => ({ stringValue })) } };
}

// As a text: a number has no room for nanoseconds since 1970.
function nanoseconds(milliseconds: number): string {
  return `${Math.round(milliseconds)}000000`;
}
