import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../../test/support/extent.ts";
import { createHandler } from "../../../src/web.ts";
import { type ClientDialect, DIALECTS, errorIn, post, requestFor } from "../../clients/requests.ts";
import { configOf, type GatewaySetup, startGateway } from "../../support/gateway.ts";
import { responseText, startRawUpstream } from "../../support/raw-upstream.ts";

const ANSWER = JSON.stringify({ message: { role: "assistant", content: "Hello" }, done: true, done_reason: "stop" });
const ERROR = JSON.stringify({ error: "what was that" });

type Ask = (dialect: ClientDialect, streams: boolean) => Promise<Response>;

/** The two ways to providers. */
const TRANSPORTS: Readonly<Record<string, (setup: GatewaySetup) => Promise<Ask>>> = {
  node: async (setup) => {
    const { url } = await startGateway(setup);
    return (dialect, streams) => {
      const { path, body } = requestFor(dialect, { model: "x", streams });
      return post(url, path, body);
    };
  },
  web: async (setup) => {
    const handler = createHandler({ config: configOf(setup), insecure: true });
    return (dialect, streams) => {
      const { path, body } = requestFor(dialect, { model: "x", streams });
      const headers = { "content-type": "application/json" };
      return handler(new Request(`http://localhost${path}`, { method: "POST", headers, body: JSON.stringify(body) }));
    };
  },
};

const BAD_STATUSES = [0, 99, 204, 205, 206, 226, 299, 300, 301, 304, 399, 600, 999];

const ONCE = { attempts: 0, delay: 1, maxDelay: 1 };

function before(baseUrl: string): GatewaySetup {
  return { providers: { one: { dialect: "ollama", baseUrl, retries: ONCE } } };
}

describe.each(Object.keys(TRANSPORTS))("a provider reached by %s", (transport) => {
  const start = (url: string) => TRANSPORTS[transport]?.(before(url)) as Promise<Ask>;

  it.each(BAD_STATUSES)("F17, F20: that answers %d is a bad gateway to its client", async (status) => {
    const content = status < 300 ? ANSWER : ERROR;
    const body = status === 204 || status === 304 ? "" : content;
    const upstream = await startRawUpstream((socket) => socket.end(responseText(status, body)));
    const ask = await start(upstream.url);
    const place = BAD_STATUSES.indexOf(status);
    for (const dialect of DIALECTS.filter((_, column) => isDrawn(5, place, column)))
      for (const streams of [true, false]) {
        const reply = await ask(dialect, streams);
        expect([dialect, streams, reply.status]).toEqual([dialect, streams, 502]);
        errorIn(dialect, 502, await reply.text());
      }
  });

  it.each([200, 201, 202, 203])("that responds with %d and a response has succeeded", async (status) => {
    const upstream = await startRawUpstream((socket) => socket.end(responseText(status, ANSWER)));
    const ask = await start(upstream.url);
    const reply = await ask("openai-chat", false);
    expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining("Hello")]);
  });
});

describe("informational responses of a provider", () => {
  const CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
  const HINTS = "HTTP/1.1 103 Early Hints\r\nlink: </x>; rel=preload\r\n\r\n";
  const PROCESSING = "HTTP/1.1 102 Processing\r\n\r\n";
  const FINAL = responseText(200, ANSWER);

  it.each([
    ["100", CONTINUE],
    ["103", HINTS],
    ["100 and 103", CONTINUE + HINTS],
    ["103 and 100, twice", HINTS + CONTINUE + HINTS + CONTINUE],
    ["102 and 100 of an old server", PROCESSING + CONTINUE.replace("1.1", "1.0")],
  ])("are skipped: %s", async (_, informational) => {
    const upstream = await startRawUpstream((socket) => socket.write(informational + FINAL));
    const ask = (await TRANSPORTS.node?.(before(upstream.url))) as Ask;
    for (const streams of [true, false, true]) {
      const reply = await ask("anthropic", streams);
      expect([reply.status, await reply.text()]).toEqual([200, expect.stringContaining("Hello")]);
    }
    expect(upstream.received).toHaveLength(3);
  });

  it("are skipped wherever their bytes are split", async () => {
    const bytes = CONTINUE + HINTS + FINAL;
    let at = 0;
    const upstream = await startRawUpstream((socket) => {
      at++;
      socket.write(bytes.slice(0, at));
      setTimeout(() => socket.write(bytes.slice(at)), 2);
    });
    const ask = (await TRANSPORTS.node?.(before(upstream.url))) as Ask;
    for (let split = 1; split < CONTINUE.length + HINTS.length + 20; split++)
      expect([split, (await ask("ollama", false)).status]).toEqual([split, 200]);
  });

  it("are no response by themselves, nor is a switch of protocols", async () => {
    const upgrade = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n";
    for (const bytes of [CONTINUE, `${CONTINUE}HTTP/1.1 1`, upgrade]) {
      const upstream = await startRawUpstream((socket) => socket.end(bytes));
      const ask = (await TRANSPORTS.node?.(before(upstream.url))) as Ask;
      expect((await ask("ollama", false)).status).toBe(502);
    }
  });
});
