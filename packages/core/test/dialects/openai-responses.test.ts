import { createBridge, dialects, findDialect } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { legality } from "../../../../test/legal/index.ts";
import { sdks } from "../../../../test/sdk/index.ts";
import { dialectOf, frame, type Recording, readTraffic, streamsOf, succeeded } from "../../../../test/sdk/traffic.ts";
import type { Json } from "../../../../test/support/json.ts";
import { Ledger, Report } from "../../src/report.ts";

const OWN = "openai-responses";
const traffic = readTraffic();
const others = dialects.filter(({ id, request }) => id !== OWN && request !== undefined).map(({ id }) => id);

type Body = Record<string, Json>;

function recorded(dialect: string): Recording[] {
  return traffic.filter((recording) => dialectOf(recording) === dialect);
}

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
  const answering = { id: "x", created: 0, includeUsage: false };
  const value = dialect?.[what]?.encode(decoded as never, report, answering);
  return { value, losses: ledger.losses() };
}

/** The bridged stream, whole and cut at every possible place of a small step: both must be the same. */
function bridged(provider: string, client: string, text: string): string {
  const stream = createBridge({ client, provider }).stream();
  return stream.push(text) + stream.end();
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

describe.each(others)("%s to Responses", (dialect) => {
  it("makes legal requests", () => {
    const found = bodiesOf(dialect).flatMap(([id, body]) => {
      const { value } = createBridge({ client: dialect, provider: OWN }).request(body);
      return legality[OWN]?.request(value as Json).map((violation) => ({ id, ...violation })) ?? [];
    });
    expect(found).toEqual([]);
  });

  it("makes legal answers that the SDK reads", async () => {
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
      return legality[dialect]?.request(value as Json).map((violation) => ({ id, ...violation })) ?? [];
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

const SAMPLES: (readonly [string, Body])[] = [];
void frame;
