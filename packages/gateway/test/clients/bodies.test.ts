import { brotliCompressSync, constants, deflateSync, gzipSync, type InputType } from "node:zlib";
import { describe, expect, it } from "vitest";
import { byExtent, isDrawn } from "../../../../test/support/extent.ts";
import { RawClient, replies, requestText } from "./raw-socket.ts";
import {
  DIALECTS,
  errorIn,
  post,
  requestFor,
  settled,
  startGatewayAndSim as start,
  tooLargeStatus,
} from "./requests.ts";

const MIB = 1024 * 1024;
const LIMIT = MIB / 4;
const startLimited = () => start({ server: { maxBody: LIMIT } });

// The best quality, the default of Brotli, takes a second per megabyte, and a bomb need not be small.
const brotli = (input: InputType) => brotliCompressSync(input, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } });

const gzip = (input: InputType) => gzipSync(input, { level: 9 });
const deflate = (input: InputType) => deflateSync(input, { level: 9 });

const COMPRESSED = { gzip, "x-gzip": gzip, deflate, br: brotli };

describe.each(DIALECTS)("a body from a client of %s", (dialect) => {
  const { path, body } = requestFor(dialect, { model: `${dialect}/x`, streams: false });
  const plain = JSON.stringify(body);
  const column = DIALECTS.indexOf(dialect);
  const padded = (bytes: number) => plain + " ".repeat(bytes - plain.length);

  it("F08: that is too large is refused before it is read", async () => {
    const { sim, gateway } = await startLimited();
    const client = await RawClient.open(gateway.url);
    client.send(requestText(path, "", { method: "POST", headers: { "content-length": String(LIMIT + 1) } }));
    const [reply] = replies(await client.ended());
    expect([reply?.status, reply?.headers.get("connection")]).toEqual([tooLargeStatus(dialect), "close"]);
    expect(errorIn(dialect, tooLargeStatus(dialect), reply?.body ?? "")).toContain(
      `${LIMIT} bytes, the gateway's limit (server.maxBody)`,
    );
    expect(sim.requests).toEqual([]);
    await settled(gateway);
  });

  it("F08: that is too large and chunked is refused at the limit", async () => {
    const { sim, gateway } = await startLimited();
    const client = await RawClient.open(gateway.url);
    const headers = { "content-length": undefined, "transfer-encoding": "chunked" };
    client.send(requestText(path, "", { method: "POST", headers }));
    const piece = `10000\r\n${"x".repeat(0x10000)}\r\n`;
    for (let count = 0; count < 8 && client.end === undefined; count++) {
      client.send(piece);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const [reply] = replies(await client.ended());
    expect(reply?.status).toBe(tooLargeStatus(dialect));
    errorIn(dialect, tooLargeStatus(dialect), reply?.body ?? "");
    expect(sim.requests).toEqual([]);
    await settled(gateway);
  });

  it("F08: of the maximum size is accepted", async () => {
    const { gateway } = await startLimited();
    expect((await post(gateway.url, path, padded(LIMIT))).status).toBe(200);
    expect((await post(gateway.url, path, padded(LIMIT + 1))).status).toBe(tooLargeStatus(dialect));
  });

  const encodings = Object.entries(COMPRESSED).filter((_, row) => isDrawn(3, row, column));
  it.each(encodings)("F09: is decompressed: %s", async (encoding, compress) => {
    const { sim, gateway } = await startLimited();
    const init = { headers: { "content-encoding": encoding } };
    expect((await post(gateway.url, path, compress(plain), init)).status).toBe(200);
    expect(sim.requests[0]?.body).toContain("Hi");
    expect((await post(gateway.url, path, compress(padded(LIMIT + 1)), init)).status).toBe(tooLargeStatus(dialect));
    const broken = await post(gateway.url, path, compress(plain).subarray(0, -9), init);
    expect(errorIn(dialect, broken.status, await broken.text())).toContain("cannot be decompressed");
    expect([broken.status, sim.requests.length]).toEqual([400, 1]);
  });

  it("F09: with an unknown content encoding is refused", async () => {
    const { sim, gateway } = await startLimited();
    for (const encoding of ["zstd", "gzip, gzip", "klingon"]) {
      const reply = await post(gateway.url, path, plain, { headers: { "content-encoding": encoding } });
      const status = dialect === "bedrock" ? 400 : 415;
      expect(reply.status).toBe(status);
      expect(errorIn(dialect, status, await reply.text())).toContain("gzip, deflate, br");
    }
    expect(sim.requests).toEqual([]);
  });

  const deep = `{"a":${"[".repeat(256)}${"]".repeat(256)}}`;
  const broken: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ["nothing", "", /byte 0$/],
    ["no JSON", "{nope", /byte 1$/],
    ["cut off", plain.slice(0, -1), new RegExp(`byte ${plain.length - 1}$`)],
    ["followed by something", `${plain}}`, new RegExp(`byte ${plain.length}$`)],
    ["a list", "[1]", /must be a JSON object, at byte 0$/],
    ["a number", "1", /must be a JSON object, at byte 0$/],
    ["no JSON after a byte order mark", "\ufeff{nope", /byte 4$/],
    ["not UTF-8", Buffer.from(`{"a":"\ufffdé\xff"}`, "latin1"), /not UTF-8, at byte \d+$/],
    ["not UTF-8 at its end", Buffer.concat([Buffer.from('{"é":"\ufffd'), Buffer.of(0xc3)]), /not UTF-8, at byte 10$/],
    ["not JSON after letters of several bytes", '{"é😀":}', /byte 10$/],
    ["F11: too deep", deep, /nested too deeply.* at byte \d+$/],
    ["F11: a hundred thousand levels deep", "[".repeat(100_000), /at byte \d+$/],
  ];

  it.each(broken.filter((_, row) => isDrawn(5, row, column)))(
    "F10: that is %s is refused with the offset",
    async (_, bytes, place) => {
      const { sim, gateway } = await startLimited();
      const reply = await post(gateway.url, path, bytes);
      expect(reply.status).toBe(400);
      expect(errorIn(dialect, 400, await reply.text())).toMatch(place);
      expect(await gateway.requests(1)).toMatchObject([{ outcome: "error", status: 400 }]);
      expect(sim.requests).toEqual([]);
    },
  );
});

describe("F09: a decompression bomb", () => {
  it.each(Object.entries(COMPRESSED))(
    "made by %s is refused long before it is as large as it would be",
    async (encoding, compress) => {
      const { gateway } = await start();
      const bomb = compress(Buffer.alloc(28 * MIB));
      const before = process.memoryUsage().arrayBuffers;
      const reply = await post(gateway.url, "/v1/messages", bomb, { headers: { "content-encoding": encoding } });
      expect(reply.status).toBe(413);
      expect(errorIn("anthropic", 413, await reply.text())).toContain("200 times as large by decompression");
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(24 * MIB);
    },
  );
});

describe("F08: a client that sends far too much", () => {
  it("can read the error", async () => {
    const { gateway } = await startLimited();
    const large = "x".repeat(byExtent({ quick: 8, sample: 48, all: 48 }) * MIB);
    const times = byExtent({ quick: 1, sample: 3, all: 3 });
    for (let count = 0; count < times; count++) {
      const reply = await post(gateway.url, "/v1/messages", large);
      expect(reply.status).toBe(413);
      errorIn("anthropic", 413, await reply.text());
    }
    await settled(gateway);
  });
});
