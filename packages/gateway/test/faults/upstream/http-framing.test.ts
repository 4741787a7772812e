import { describe, expect, it } from "vitest";
import { EXTENT } from "../../../../../test/support/extent.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import { wireBytes, writeResponse, writeStream } from "../../support/provider-wire.ts";
import { providerOf, useSockets } from "./harness.ts";
import { expectFailed, expectRefused } from "./outcomes.ts";
import { chunk, head, reset, useTcpServer } from "./tcp.ts";

const CONTENT = { text: "Hä, ☂?" };

const streamBytes = (provider: ClientDialect): Buffer => wireBytes(provider, writeStream(provider, CONTENT).join(""));
const responseBytes = (provider: ClientDialect): Buffer =>
  Buffer.from(JSON.stringify(writeResponse(provider, CONTENT)));

const tcp = useTcpServer((server) => {
  for (const dialect of DIALECTS) {
    const stream = { dialect, streams: true } as const;
    const bytes = streamBytes(dialect);
    const body = responseBytes(dialect);
    server.define(`reset-${dialect}`, async (socket, length) => {
      socket.write(head(stream));
      socket.write(chunk(bytes.subarray(0, length)));
      await reset(socket);
    });
    server.define(`close-${dialect}`, (socket, length) => {
      socket.write(head({ ...stream, framing: "close" }));
      socket.end(bytes.subarray(0, length));
    });
    server.define(`no-last-chunk-${dialect}`, (socket, length) => {
      socket.write(head(stream));
      socket.end(chunk(bytes.subarray(0, length)));
    });
    server.define(`head-${dialect}`, async (socket, length) => {
      socket.write(head(stream).slice(0, length));
      await reset(socket);
    });
    server.define(`short-${dialect}`, (socket, length) => {
      socket.write(head({ dialect, streams: false, framing: "length", length: body.length }));
      socket.end(body.subarray(0, length));
    });
  }
});

const harness = useSockets(() => ({
  providers: Object.fromEntries(DIALECTS.map((dialect) => [`tcp-${dialect}`, providerOf(dialect, tcp().url)])),
}));

/** So many lengths below the limit, the smallest and the largest among them. */
function lengthsBelow(limit: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => Math.floor((index * (limit - 1)) / (count - 1)));
}

/** Each provider with a client of another dialect and with one of its own; in the quick run with one of both. */
const PAIRS = DIALECTS.flatMap((provider, index) =>
  [provider, DIALECTS[(index + 1) % DIALECTS.length] ?? provider]
    .filter((_, kind) => EXTENT !== "quick" || kind === index % 2)
    .map((client) => ({ client, provider })),
);

describe.each(PAIRS)("a client of $client, before a provider of $provider over TCP", ({ client, provider }) => {
  const run = (name: string, length: number, streams = true) =>
    harness.run({ client, streams, model: `tcp-${provider}/${name}-${provider}@${length}` });
  const runAll = (name: string, lengths: readonly number[], streams = true) =>
    Promise.all(lengths.map((length) => run(name, length, streams)));
  const { length } = streamBytes(provider);

  it("F21, F22: gets an error if the connection is reset or closed too early", async () => {
    for (const name of ["reset", "close"])
      for (const failed of await runAll(name, [0, Math.floor(length / 3), Math.floor(length / 2)])) {
        expectFailed(failed, /^upstream_(?:reset|truncated)$/);
        expect(failed.record.attempts).toHaveLength(1);
      }
  });

  it("F22: gets an error if the last chunk of HTTP is missing", async () => {
    for (const failed of await runAll("no-last-chunk", [0, Math.floor(length / 3), Math.floor(length / 2)]))
      expectFailed(failed, /^upstream_reset$/);
  });

  it("F21: gets an error if the head is incomplete", async () => {
    const limit = head({ dialect: provider, streams: true }).length;
    for (const failed of await runAll("head", lengthsBelow(limit, 5))) {
      expectRefused(failed, /^upstream_(?:reset|invalid)$/);
      expect(failed.status).toBe(502);
    }
  });

  it("F22: gets an error if a unary response is shorter than its content-length", async () => {
    for (const failed of await runAll("short", lengthsBelow(responseBytes(provider).length, 5), false))
      expectRefused(failed, /^upstream_reset$/);
  });
});
