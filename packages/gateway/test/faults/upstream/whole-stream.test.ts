import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { systemClock } from "../../../src/clock.ts";
import type { RequestRecord } from "../../../src/observe/log.ts";
import { textStep } from "../../../src/sim/steps.ts";
import { createHandler } from "../../../src/web.ts";
import { type ClientDialect, DIALECTS, errorIn, post, requestFor } from "../../clients/requests.ts";
import { providersOf } from "../../matrix/pairs.ts";
import { configOf, startGateway } from "../../support/gateway.ts";
import { MemoryNetwork } from "../../support/network/memory-network.ts";
import { streamType } from "../../support/provider-wire.ts";
import { until } from "../../support/until.ts";
import { startUpstream } from "../../support/upstream.ts";
import { textOf } from "../../support/wire-text.ts";
import { baseUrl } from "./harness.ts";
import { ANSWERS, EVENTS, FAILURES, OFFERED, TEXT_DIALECTS, type TextDialect } from "./unary-responses.ts";

const RETRIES = { attempts: 2, delay: 1, maxDelay: 1 };

interface ProviderReply {
  readonly type: string;
  readonly text: string;
}

const network = new MemoryNetwork(systemClock);
const records: RequestRecord[] = [];
let reply: ProviderReply = { type: "", text: "" };

beforeAll(async () => {
  network.simulator.define("x", () => [
    { type: "head", status: 200, headers: { "content-type": reply.type } },
    textStep(reply.text),
    { type: "end" },
  ]);
  const providers = DIALECTS.map((dialect) => [
    dialect,
    { dialect, baseUrl: baseUrl(dialect, network.providerUrl), retries: RETRIES },
  ]);
  await network.start({ providers: Object.fromEntries(providers) }, (record) => records.push(record as RequestRecord));
});

afterAll(() => network.close());

/** Sends a request without sockets; the provider replies with these bytes to each attempt. */
async function ask(client: ClientDialect, provider: ClientDialect, streams: boolean, given: ProviderReply) {
  reply = given;
  const earlier = { requests: network.requests.length, records: records.length };
  const { path, body } = requestFor(client, { model: `${provider}/x@0`, streams });
  const response = await network.fetch(`${network.gatewayUrl}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...body, ...OFFERED[client] }),
  });
  const text = await textOf(response);
  const asked = network.requests.length - earlier.requests;
  await until(() => records.length > earlier.records);
  return { status: response.status, text, asked, record: records.at(-1) };
}

describe.each(DIALECTS)("a provider of %s over sockets", (provider) => {
  const unasked = (TEXT_DIALECTS as readonly ClientDialect[]).includes(provider)
    ? [EVENTS[provider as TextDialect]]
    : [];

  it.each([
    ["a whole answer to a request for a stream", true, "application/json", JSON.stringify(ANSWERS[provider])],
    ...unasked.map(
      (events) => ["a stream to a request for a unary response", false, streamType(provider), events] as const,
    ),
    ["no response", true, "application/json", "{}"],
  ] as const)("may send %s, with the same result for both transports", async (_, streams, type, text) => {
    const upstream = await startUpstream((__, response) => response.writeHead(200, { "content-type": type }).end(text));
    const setup = { providers: { one: { dialect: provider, baseUrl: upstream.url, retries: RETRIES } } };
    const gateway = await startGateway(setup);
    const handler = createHandler({ config: configOf(setup), insecure: true });
    const { path, body } = requestFor("anthropic", { model: "x", streams });
    const request = JSON.stringify({ ...body, ...OFFERED.anthropic });
    const node = await post(gateway.url, path, request);
    const web = await handler(new Request(`http://localhost${path}`, { method: "POST", body: request }));
    expect([node.status, web.status]).toEqual(text === "{}" ? [502, 502] : [200, 200]);
    const content = [await node.text(), await web.text()];
    for (const each of content) if (text !== "{}") expect(each).toContain("Paris");
    if (text !== "{}") expect(upstream.received).toHaveLength(2);
  });
});

describe.each(DIALECTS)("a client of %s that asks for a stream", (client) => {
  for (const provider of providersOf(client))
    for (const [how, write] of [
      ["one line", JSON.stringify],
      ["several lines", (value: unknown) => `\n${JSON.stringify(value, null, 2)}\n\n`],
    ] as const)
      for (const type of ["application/json; charset=utf-8", streamType(provider)])
        it(`gets the whole answer of ${provider} as one: ${how}, called ${type}`, async () => {
          const { status, text, asked, record } = await ask(client, provider, true, {
            type,
            text: write(ANSWERS[provider]),
          });
          expect([status, asked, record?.outcome], text).toEqual([200, 1, "success"]);
          expect(legality[client]?.stream(text)).toEqual([]);
          for (const content of ["Hello", "get_weather", "Paris"]) expect(text).toContain(content);
          expect(text.match(/Paris/g)?.length).toBeGreaterThan(0);
          expect(record?.usage).toMatchObject({ input: 11, output: 7 });
        });

  it.each(providersOf(client))("gets an error that %s sends with the status 200", async (provider) => {
    const reply = { type: "application/json", text: JSON.stringify(FAILURES[provider]) };
    const { status, text } = await ask(client, provider, true, reply);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(errorIn(client, status, text)).toContain("no more credit");
  });

  it.each(providersOf(client))("gets an error for a body that is no response of %s", async (provider) => {
    for (const body of ["{}", "[]", '{"a":1}', "{", '"x"', "[{}]"]) {
      const { status, text } = await ask(client, provider, true, { type: "application/json", text: body });
      expect([body, status]).toEqual([body, 502]);
      errorIn(client, status, text);
    }
  });
});

describe.each(DIALECTS)("a client of %s that asks for a unary response", (client) => {
  const providers = TEXT_DIALECTS.filter((provider) => providersOf(client).includes(provider));
  for (const provider of providers)
    for (const type of ["text/event-stream", "application/json"])
      it(`gets the stream of ${provider} as one, called ${type}`, async () => {
        const { status, text, asked, record } = await ask(client, provider, false, { type, text: EVENTS[provider] });
        expect([status, asked, record?.outcome], text).toEqual([200, 1, "success"]);
        expect(legality[client]?.response(JSON.parse(text))).toEqual([]);
        for (const content of ["Hello", "get_weather", "Paris"]) expect(text).toContain(content);
        expect(record?.usage).toMatchObject({ input: 11, output: 7 });
      });

  it.each(providers)("gets an error if the stream of %s is incomplete", async (provider) => {
    const whole = EVENTS[provider];
    const cut = whole.slice(0, whole.indexOf("Paris"));
    const { status, text } = await ask(client, provider, false, { type: "text/event-stream", text: cut });
    expect(status).toBe(502);
    errorIn(client, status, text);
  });
});
