import { describe, expect, it } from "vitest";
import { legality } from "../../../../../test/legal/index.ts";
import { createHandler } from "../../../src/web.ts";
import { type ClientDialect, DIALECTS, errorIn, post, requestFor } from "../../clients/requests.ts";
import { configOf, startGateway } from "../../support/gateway.ts";
import { startUpstream } from "../../support/upstream.ts";
import { ANSWERS, EVENTS, FAILURES, OFFERED } from "./unary-responses.ts";

const ONCE = { attempts: 2, delay: 1, maxDelay: 1 };

async function ask(
  client: ClientDialect,
  provider: ClientDialect,
  streams: boolean,
  reply: { type: string; text: string },
) {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(200, { "content-type": reply.type }).end(reply.text);
  });
  const setup = { providers: { one: { dialect: provider, baseUrl: upstream.url, retries: ONCE } } };
  const gateway = await startGateway(setup);
  const { path, body } = requestFor(client, { model: "x", streams });
  const request = { ...body, ...OFFERED[client] };
  const response = await post(gateway.url, path, request);
  const text = await response.text();
  const handler = createHandler({ config: configOf(setup), insecure: true });
  const web = await handler(new Request(`http://localhost${path}`, { method: "POST", body: JSON.stringify(request) }));
  expect(web.status).toBe(response.status);
  await web.text();
  return { status: response.status, text, asked: upstream.received.length, record: (await gateway.requests(1))[0] };
}

describe.each(DIALECTS)("a client of %s that asks for a stream", (client) => {
  for (const provider of DIALECTS)
    for (const [how, write] of [
      ["one line", JSON.stringify],
      ["several lines", (value: unknown) => `\n${JSON.stringify(value, null, 2)}\n\n`],
    ] as const)
      for (const type of [
        "application/json; charset=utf-8",
        provider === "ollama" ? "application/x-ndjson" : "text/event-stream",
      ])
        it(`gets the whole answer of ${provider} as one: ${how}, called ${type}`, async () => {
          const { status, text, asked, record } = await ask(client, provider, true, {
            type,
            text: write(ANSWERS[provider]),
          });
          expect([status, asked, record?.outcome], text).toEqual([200, 2, "success"]);
          expect(legality[client]?.stream(text)).toEqual([]);
          for (const content of ["Hello", "get_weather", "Paris"]) expect(text).toContain(content);
          expect(text.match(/Paris/g)?.length).toBeGreaterThan(0);
          expect(record?.usage).toMatchObject({ input: 11, output: 7 });
        });

  it.each(DIALECTS)("gets an error that %s sends with the status 200", async (provider) => {
    const reply = { type: "application/json", text: JSON.stringify(FAILURES[provider]) };
    const { status, text } = await ask(client, provider, true, reply);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(errorIn(client, status, text)).toContain("no more credit");
  });

  it.each(DIALECTS)("gets an error for a body that is no response of %s", async (provider) => {
    for (const body of ["{}", "[]", '{"a":1}', "{", '"x"', "[{}]"]) {
      const { status, text } = await ask(client, provider, true, { type: "application/json", text: body });
      expect([body, status]).toEqual([body, 502]);
      errorIn(client, status, text);
    }
  });
});

describe.each(DIALECTS)("a client of %s that asks for a unary response", (client) => {
  for (const provider of DIALECTS)
    for (const type of ["text/event-stream", "application/json"])
      it(`gets the stream of ${provider} as one, called ${type}`, async () => {
        const { status, text, asked, record } = await ask(client, provider, false, { type, text: EVENTS[provider] });
        expect([status, asked, record?.outcome], text).toEqual([200, 2, "success"]);
        expect(legality[client]?.response(JSON.parse(text))).toEqual([]);
        for (const content of ["Hello", "get_weather", "Paris"]) expect(text).toContain(content);
        expect(record?.usage).toMatchObject({ input: 11, output: 7 });
      });

  it.each(DIALECTS)("gets an error if the stream of %s is incomplete", async (provider) => {
    const whole = EVENTS[provider];
    const cut = whole.slice(0, whole.indexOf("Paris"));
    const { status, text } = await ask(client, provider, false, { type: "text/event-stream", text: cut });
    expect(status).toBe(502);
    errorIn(client, status, text);
  });
});
