import { findDialect, type Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { DIALECTS } from "../../../../../test/conversations/dialects.ts";
import {
  acceptedRequests,
  haveTraffic,
  recordedFor,
  requests,
  responses,
  streams,
} from "../../../../../test/conversations/recorded.ts";
import { legality } from "../../../../../test/legal/index.ts";
import { sdks } from "../../../../../test/sdk/index.ts";
import { createBridge } from "../../../../../test/support/dynamic.ts";
import { Ledger } from "../../../src/ledger.ts";
import { Report } from "../../../src/report.ts";
import { OWN } from "./bodies.ts";

const OTHERS = DIALECTS.filter((dialect) => dialect !== OWN);

describe("identity", () => {
  const { request, response } = findDialect(OWN) ?? {};
  const SAMPLES: readonly Json[] = [
    {
      model: "m",
      messages: [],
      reasoning: { effort: "high", exclude: true, summary: "auto" },
      provider: { order: ["a"] },
    },
    {
      model: "m",
      messages: [],
      reasoning: { max_tokens: 9, enabled: true },
      top_k: 4,
      min_p: 0.1,
      plugins: [{ id: "web" }],
    },
    {
      model: "m",
      messages: [],
      reasoning_effort: "low",
      repetition_penalty: 1.1,
      cache_control: { type: "ephemeral" },
    },
    { messages: [{ role: "assistant", content: null, reasoning_details: [{ type: "reasoning.text", text: "Hm." }] }] },
    {
      messages: [{ role: "assistant", reasoning: "Hm.", reasoning_content: "Hm.", images: [], content: "" }],
      user: "u",
    },
  ];
  const all = [...SAMPLES, ...requests.filter(({ dialect }) => dialect === OWN).map(({ body }) => body)];

  it("survives the codec of requests", () => {
    for (const body of all) expect(passed(request, body)).toEqual(body);
  });

  it("survives the codec of responses", () => {
    for (const { body } of responses.filter(({ dialect }) => dialect === OWN))
      if (!("error" in (body as object))) expect(passed(response, body)).toEqual(body);
  });
});

describe.skipIf(!haveTraffic)("recorded traffic", () => {
  for (const other of OTHERS) {
    it(`requests from ${other} are legal`, () => {
      for (const { id, body } of recordedFor(acceptedRequests, other, OWN).filter((each) => isWhole(each.body))) {
        const { value } = createBridge({ client: other, provider: OWN }).request(body);
        expect(legality[OWN]?.request(value), id).toEqual([]);
      }
    });

    it(`responses of ${other} are legal, and read by the SDK`, async () => {
      for (const { id, body } of recordedFor(responses, other, OWN)) {
        const { value, status } = createBridge({ client: OWN, provider: other }).response(body);
        if (status !== undefined) expect(legality[OWN]?.error(status, value), id).toEqual([]);
        else expect(legality[OWN]?.response(value), id).toEqual([]);
        if (status === undefined)
          expect(await sdks["openai-chat"]?.parse(value as never), id).toMatchObject({ ok: true });
      }
    });

    it(`streams of ${other} are legal, and read by the SDK`, async () => {
      for (const { id, body } of recordedFor(streams, other, OWN))
        await expectReadable(id, { client: OWN, provider: other, body });
    });

    it(`streams to ${other} are legal, and read by its SDK`, async () => {
      for (const { id, body } of recordedFor(streams, OWN, other))
        await expectReadable(id, { client: other, provider: OWN, body });
    });
  }
});

// What goes on from an answer that its provider keeps says only half of a conversation.
function isWhole(body: Json): boolean {
  return (body as { previous_response_id?: Json }).previous_response_id == null;
}

type Codec = { decode(wire: Json, report: Report): unknown; encode(...given: never[]): Json | undefined };

function passed(codec: unknown, body: Json): Json | undefined {
  const ledger = new Ledger({ from: OWN, to: OWN });
  const { decode, encode } = codec as Codec;
  const read = decode(body, new Report(ledger, "to_canonical"));
  const written = encode(
    read as never,
    new Report(ledger, "from_canonical") as never,
    { id: "0", created: 0, includeUsage: false } as never,
  );
  expect(ledger.losses()).toEqual([]);
  return written;
}

async function expectReadable(
  id: string,
  { client, provider, body }: { client: string; provider: string; body: string },
): Promise<void> {
  const stream = createBridge({ client, provider }).stream();
  const bytes = stream.push(body) + stream.end();
  expect(legality[client]?.stream(bytes), id).toEqual([]);
  const read = await sdks[client === OWN ? "openai-chat" : client]?.consume(bytes);
  if (!/"error"|response\.failed|Exception":\{/.test(bytes)) expect(read, id).toMatchObject({ ok: true });
}
