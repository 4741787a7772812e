import { describe, expect, it } from "vitest";
import { bodyText } from "../../src/bytes.ts";
import type { Span } from "../../src/telemetry/span.ts";
import { SpanExporter, tracesUrl } from "../../src/telemetry/span-exporter.ts";
import type { Send, UpstreamRequest } from "../../src/transport.ts";
import { quiet, TestClock } from "../support/test-clock.ts";

const SPAN: Span = {
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  name: "POST",
  kind: "client",
  started: 1,
  ended: 2,
  attributes: {},
};

/** An exporter to a collector that answers with these statuses, then with 200. */
function exporterTo(...statuses: number[]) {
  const clock = new TestClock();
  const requests: UpstreamRequest[] = [];
  const troubles: (string | undefined)[] = [];
  const send: Send = (request, sink) => {
    requests.push(request);
    queueMicrotask(() => {
      sink.head(statuses.shift() ?? 200, {});
      sink.end();
    });
    return { pause() {}, resume() {}, abort() {}, linger() {} };
  };
  const exporter = new SpanExporter({
    send,
    clock,
    settings: () => ({ otlp: "http://collector:4318", headers: {}, content: false }),
    onTrouble: (trouble) => troubles.push(trouble),
  });
  const pass = async (milliseconds: number) => {
    clock.turn(milliseconds);
    await quiet();
  };
  return { clock, exporter, requests, troubles, pass };
}

const countIn = ({ body = "" }: UpstreamRequest) =>
  JSON.parse(bodyText(body)).resourceSpans[0].scopeSpans[0].spans.length;

describe("The exporter of spans", () => {
  it("sends many at once", async () => {
    const { exporter, requests, pass } = exporterTo();
    for (let count = 0; count < 10; count++) exporter.add([SPAN, SPAN]);
    expect(requests).toEqual([]);
    await pass(1000);
    expect(requests.map(countIn)).toEqual([20]);
  });

  it("waits longer after each failure, and sends the same again", async () => {
    const { exporter, requests, troubles, pass } = exporterTo(503, 503);
    exporter.add([SPAN]);
    for (let second = 0; second < 8; second++) await pass(1000);
    expect(requests.map(countIn)).toEqual([1, 1, 1]);
    expect(troubles.map((trouble) => trouble === undefined)).toEqual([false, false, true]);
  });

  it("drops what a collector refuses for good", async () => {
    const { exporter, requests, troubles, pass } = exporterTo(400);
    exporter.add([SPAN]);
    await pass(1000);
    await pass(100_000);
    expect(requests).toHaveLength(1);
    expect(troubles[0]).toContain("400");
  });

  it("keeps a bounded number of spans, and says how many were dropped", async () => {
    const { exporter, requests, troubles, pass } = exporterTo(503);
    for (let count = 0; count < 5000; count++) exporter.add([SPAN]);
    await pass(1000);
    expect(troubles[0]).toContain("904 spans were dropped");
    for (let count = 0; count < 20; count++) await pass(2000);
    expect(requests.slice(1).reduce((sum, request) => sum + countIn(request), 0)).toBe(4096);
  });

  it("sends what is left when it is closed, and leaves no timer", async () => {
    const { clock, exporter, requests } = exporterTo();
    exporter.add(Array.from({ length: 600 }, () => SPAN));
    await exporter.close();
    expect(requests.map(countIn)).toEqual([512, 88]);
    expect(clock.timers).toEqual([]);
  });

  it("takes the collector's address with and without the path", () => {
    const url = "http://collector:4318/v1/traces";
    expect([url, `${url}/`, "http://collector:4318", "http://collector:4318/"].map(tracesUrl)).toEqual([
      url,
      url,
      url,
      url,
    ]);
  });
});
