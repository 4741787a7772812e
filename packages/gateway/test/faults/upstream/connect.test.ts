import { createServer, type Server, type Socket } from "node:net";
import { afterAll, describe, expect, it } from "vitest";
import { isDrawn } from "../../../../../test/support/extent.ts";
import { portOf } from "../../../../../test/support/port.ts";
import { DIALECTS } from "../../matrix/clients/index.ts";
import { startGateway } from "../../support/gateway.ts";
import { startUpstream } from "../../support/upstream.ts";
import { LONG_TIMEOUTS, NO_RETRIES, providerOf, SHORT_TIMEOUTS, useSockets } from "./harness.ts";
import { expectAnswered, expectRefused, statusFor } from "./outcomes.ts";

const servers: Server[] = [];
const sockets = new Set<Socket>();
async function port(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    serve(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return portOf(server);
}

async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const free = portOf(server);
  await new Promise((resolve) => server.close(resolve));
  return free;
}

/** Addresses without a provider, and the error in the log. */
const UNREACHABLE: Readonly<Record<string, { url: () => Promise<string>; status: number; as: RegExp }>> = {
  refused: { url: async () => `http://127.0.0.1:${await closedPort()}`, status: 502, as: /^upstream_connect_failed$/ },
  "without a name": { url: async () => "http://nowhere.invalid", status: 502, as: /^upstream_connect_failed$/ },
  "not TLS": {
    url: async () => `https://127.0.0.1:${await port((socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"))}`,
    status: 502,
    as: /^upstream_connect_failed$/,
  },
  "closed before TLS": {
    url: async () => `https://127.0.0.1:${await port((socket) => void socket.resetAndDestroy())}`,
    status: 502,
    as: /^upstream_(?:connect_failed|reset)$/,
  },
  silent: {
    url: async () => `https://127.0.0.1:${await port(() => {})}`,
    status: 504,
    as: /^upstream_connect_timeout$/,
  },
  "not HTTP": {
    url: async () => `http://127.0.0.1:${await port((socket) => void socket.end("SSH-2.0-OpenSSH_9.6\r\n"))}`,
    status: 502,
    as: /^upstream_invalid$/,
  },
};

const harness = useSockets(async () => {
  const names = Object.entries(UNREACHABLE);
  const urls = await Promise.all(names.map(([, { url }]) => url()));
  // Only the one that is to time out has a short timeout: the machine may be busy.
  const provider = (dialect: string, url: string, isSilent: boolean) =>
    providerOf(dialect, url, isSilent ? { ...LONG_TIMEOUTS, connect: SHORT_TIMEOUTS.connect } : LONG_TIMEOUTS);
  return {
    providers: Object.fromEntries(
      names.flatMap(([name, { status }], index) =>
        DIALECTS.map((dialect) => [`${name} ${dialect}`, provider(dialect, urls[index] ?? "", status === 504)]),
      ),
    ),
    routes: names.flatMap(([name]) =>
      DIALECTS.map((dialect) => ({
        match: `${name} ${dialect}, or else`,
        to: [
          { provider: `${name} ${dialect}`, model: "m" },
          { provider: dialect, model: "sim-1" },
        ],
      })),
    ),
  };
});

// Runs before the harness looks for what is left over.
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers) server.close();
});

describe.each(DIALECTS)("F14: a client of %s", (client) => {
  const another = DIALECTS[(DIALECTS.indexOf(client) + 2) % DIALECTS.length] ?? client;
  const providers = [client, another];
  const tried = Object.entries(UNREACHABLE).filter((_, index) => isDrawn(3, index, DIALECTS.indexOf(client)));

  it.each(tried)("gets an error if a provider is %s, or the next provider's response", async (name, { status, as }) => {
    const requests = providers.flatMap((dialect) => [
      { client, streams: true, model: `${name} ${dialect}/m` },
      { client, streams: false, model: `${name} ${dialect}/m` },
      { client, streams: true, model: `${name} ${dialect}, or else` },
    ]);
    for (const run of await Promise.all(requests.map((request) => harness.run(request)))) {
      if (run.request.model.endsWith("or else")) {
        expect(expectAnswered(run).text).toContain("sim-1");
        expect(run.record.attempts).toMatchObject([
          { status: statusFor(run, status), errorType: expect.stringMatching(as) },
          { status: 200 },
        ]);
      } else {
        expectRefused(run, as);
        expect(run.status).toBe(statusFor(run, status));
        expect(run.record.attempts).toHaveLength(1);
        expect(run.text).not.toMatch(/127\.0\.0\.1|nowhere\.invalid/);
      }
    }
  });
});

describe("F20: a redirect", () => {
  it.each([300, 301, 302, 303, 304, 305, 307, 308])("with status %i is not followed", async (status) => {
    const elsewhere = await startUpstream((_, response) => response.end("{}"));
    const upstream = await startUpstream((_, response) => {
      response.writeHead(status, { location: `${elsewhere.url}/v1/chat/completions`, refresh: "0" }).end();
    });
    const providers = { own: { dialect: "openai-chat", baseUrl: `${upstream.url}/v1`, retries: NO_RETRIES } };
    const gateway = await startGateway({ providers });
    for (const stream of [true, false]) {
      const response = await fetch(`${gateway.url}/v1/chat/completions`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ model: "m", stream, messages: [{ role: "user", content: "Hi" }] }),
      });
      expect([response.status, response.headers.get("location"), response.headers.get("refresh")]).toEqual([
        502,
        null,
        null,
      ]);
      expect(await response.text()).not.toContain(elsewhere.url);
    }
    expect([upstream.received.length, elsewhere.received.length]).toEqual([2, 0]);
    expect(await gateway.requests(2)).toMatchObject([
      { outcome: "error", errorType: "upstream_redirect" },
      { outcome: "error", errorType: "upstream_redirect" },
    ]);
  });
});
