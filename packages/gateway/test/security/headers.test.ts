import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../test/support/extent.ts";
import { RawClient, replies } from "../clients/raw-socket.ts";
import { DIALECTS, errorIn, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";
import { startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";

/** What no provider is to see of a client. */
const PRIVATE = {
  authorization: "Bearer client-secret",
  "x-api-key": "client-secret",
  "x-goog-api-key": "client-secret",
  "api-key": "client-secret",
  cookie: "session=client-secret",
  "proxy-authorization": "Basic client-secret",
  "x-forwarded-for": "client-secret",
  "x-forwarded-host": "client-secret",
  "x-real-ip": "client-secret",
  forwarded: "for=client-secret",
  referer: "http://client-secret/",
  "user-agent": "client-secret",
  "openai-organization": "client-secret",
  "x-stainless-os": "client-secret",
  "x-anything": "client-secret",
  traceparent: "client-secret",
  "idempotency-key": "client-secret",
};

/** What no client is to see of a provider. */
const THEIRS = {
  "set-cookie": "session=provider-secret",
  "openai-organization": "provider-secret",
  "anthropic-organization-id": "provider-secret",
  "x-request-id": "provider-secret",
  "request-id": "provider-secret",
  "cf-ray": "provider-secret",
  server: "provider-secret",
  via: "provider-secret",
  "access-control-allow-origin": "*",
  "strict-transport-security": "provider-secret",
  location: "http://provider-secret",
  "x-anything": "provider-secret",
  "www-authenticate": "provider-secret",
};

describe.each(DIALECTS)("S10: between a client of %s and any provider", (dialect) => {
  it("only listed headers are sent on (codex2api #648)", async () => {
    const { gateway, sim } = await startGatewayAndSim();
    for (const [column, provider] of DIALECTS.entries())
      for (const streams of [true, false].filter((_, kind) => isDrawn(3, DIALECTS.indexOf(dialect), column, kind))) {
        const { path, body } = requestFor(dialect, { model: `${provider}/x`, streams });
        expect((await post(gateway.url, path, body, { headers: PRIVATE })).status).toBe(200);
      }
    const sent = sim.requests.map(({ headers }) => headers);
    expect(JSON.stringify(sent)).not.toContain("client-secret");
    const known = new Set([
      "host",
      "connection",
      "content-length",
      "accept-encoding",
      "user-agent",
      "content-type",
      "accept",
      "authorization",
      "x-api-key",
      "x-goog-api-key",
      "anthropic-version",
    ]);
    expect(sent.flatMap((headers) => Object.keys(headers).filter((name) => !known.has(name)))).toEqual([]);
    expect(new Set(sent.map((headers) => headers["accept-encoding"]))).toEqual(new Set(["identity"]));
  });

  it.each([200, 400, 429])("no header of the provider is returned with the status %d", async (status) => {
    const upstream = await startUpstream((_, response) =>
      answerJson(
        response,
        status,
        status === 200 ? { message: { role: "assistant", content: "Hi" }, done: true } : { error: "no" },
        { ...THEIRS, "retry-after": "99" },
      ),
    );
    const gateway = await startGateway({
      providers: { one: { dialect: "ollama", baseUrl: upstream.url, retries: { attempts: 0, delay: 1, maxDelay: 1 } } },
    });
    const { path, body } = requestFor(dialect, { model: "x", streams: false });
    const reply = await post(gateway.url, path, body);
    const reported = [...reply.headers].map(([name, value]) => `${name}: ${value}`).join("\n");
    expect(reported).not.toMatch(/provider-secret|access-control|set-cookie/);
    if (status === 429) expect(reply.headers.get("retry-after")).toBe("99");
    if (status === 200) expect(reply.headers.get("retry-after")).toBeNull();
  });
});

describe("S11: request smuggling", () => {
  const { path, body } = requestFor("ollama", { model: "ollama/x", streams: false });
  const text = JSON.stringify(body);
  const smuggled = "GET /_smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n";
  const post11 = (headers: readonly string[], content: string) =>
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${headers.join("\r\n")}\r\n\r\n${content}`;

  const CORPUS: readonly (readonly [string, string])[] = [
    ["a length and chunks", post11(["Content-Length: 6", "Transfer-Encoding: chunked"], `0\r\n\r\n${smuggled}`)],
    ["two lengths", post11([`Content-Length: ${text.length}`, "Content-Length: 0"], text + smuggled)],
    ["a list of lengths", post11([`Content-Length: ${text.length}, 0`], text + smuggled)],
    ["a length with a sign", post11([`Content-Length: +${text.length}`], text + smuggled)],
    ["a length in hexadecimal", post11(["Content-Length: 0x10"], text + smuggled)],
    ["a negative length", post11(["Content-Length: -1"], text + smuggled)],
    ["an encoding that is not the last", post11(["Transfer-Encoding: chunked, identity"], `0\r\n\r\n${smuggled}`)],
    ["an encoding with a space before its colon", post11(["Transfer-Encoding : chunked"], `0\r\n\r\n${smuggled}`)],
    ["an encoding by another name", post11(["Transfer-Encoding: xchunked"], `0\r\n\r\n${smuggled}`)],
    [
      "an encoding on a folded line",
      post11(["Transfer-Encoding:\r\n chunked", "Content-Length: 4"], `0\r\n\r\n${smuggled}`),
    ],
    ["a chunk of no size", post11(["Transfer-Encoding: chunked"], `x\r\n${smuggled}`)],
    ["a chunk that is longer than it says", post11(["Transfer-Encoding: chunked"], `1\r\nab\r\n0\r\n\r\n${smuggled}`)],
    ["lines that end without CR", post11([`Content-Length: ${text.length}`], text).replaceAll("\r\n", "\n") + smuggled],
    ["a NUL in a header", post11(["X-A: a\0b", `Content-Length: ${text.length}`], text + smuggled)],
    [
      "a CR in a header",
      post11(["X-A: a\rTransfer-Encoding: chunked", `Content-Length: ${text.length}`], text + smuggled),
    ],
    ["a header without a name", post11([": x", `Content-Length: ${text.length}`], text + smuggled)],
    ["a space in the address", post11([`Content-Length: ${text.length}`], text).replace(path, `${path} /x`) + smuggled],
    ["two hosts", post11(["Host: evil.example", "Content-Length: 0"], "")],
    ["two equal hosts", post11(["Host: localhost", "Content-Length: 0"], "")],
    ["two equal lengths", post11([`Content-Length: ${text.length}`, `Content-Length: ${text.length}`], text)],
    ["chunks twice", post11(["Transfer-Encoding: chunked", "Transfer-Encoding: chunked"], "0\r\n\r\n")],
    ["two tokens", post11(["Authorization: Bearer a", "Authorization: Bearer b", "Content-Length: 0"], "")],
    ["two keys", post11(["X-Api-Key: a", "X-Api-Key: b", "Content-Length: 0"], "")],
    ["an address of another host", post11(["Content-Length: 0"], "").replace(path, `http://evil.example${path}`)],
    ["an address of nobody", post11(["Content-Length: 0"], "").replace(path, `http://${path}`)],
    ["no host", post11(["Content-Length: 0"], "").replace("Host: localhost\r\n", "")],
  ];

  it.each(CORPUS)(
    "is refused, and the connection closed: %s (undici CVE-2026-1525, hono GHSA-crvj-82cr-hjcx)",
    async (_, bytes) => {
      const { gateway, sim } = await startGatewayAndSim();
      const client = await RawClient.open(gateway.url);
      client.send(bytes);
      // If it is not refused, it must be two requests, divided as every other server would divide them.
      setTimeout(() => client.socket.end(), 300);
      const reported = replies(await client.ended()).filter(({ status }) => status >= 200);
      const request = gateway.records.flatMap((record) => ("path" in record ? [record.path] : []));
      expect([reported[0]?.status, request.filter((each) => each === "/_smuggled")]).toEqual([400, []]);
      expect(sim.requests).toEqual([]);
    },
  );

  it("never reaches a provider with the client's framing", async () => {
    const { gateway, sim } = await startGatewayAndSim();
    const client = await RawClient.open(gateway.url);
    const chunked = `${text.length.toString(16)}\r\n${text}\r\n0\r\nX-Trailer: smuggled\r\n\r\n`;
    client.send(
      post11(["Transfer-Encoding: chunked", "TE: trailers", "Connection: close, x-hop", "X-Hop: 1"], chunked),
    );
    await client.ended();
    const [sent] = sim.requests;
    expect(sent?.headers["transfer-encoding"]).toBeUndefined();
    expect(sent?.headers["content-length"]).toBe(String(Buffer.byteLength(sent?.body ?? "")));
    expect(Object.keys(sent?.headers ?? {})).not.toEqual(expect.arrayContaining(["te"]));
    expect(JSON.stringify(sent?.headers)).not.toMatch(/x-hop|trailer/);
  });

  it("is not possible by a name in response headers", async () => {
    const { gateway } = await startGatewayAndSim();
    const request = requestFor("openai-chat", { model: "ollama/x\r\nset-cookie: a=b\u0000é😀", streams: false });
    const reply = await post(gateway.url, request.path, request.body);
    expect([reply.status, reply.headers.get("set-cookie")]).toEqual([200, null]);
    expect(reply.headers.get("x-toolglot-target")).toMatch(/^ollama\/x\?\?set-cookie: a=b/);
  });
});

describe("S12: a response that a provider compressed unasked (undici CVE-2026-22036)", () => {
  const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024), { level: 1 });

  it.each(DIALECTS)("is not decompressed: a bomb is an error for a client of %s", async (dialect) => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(bomb);
    });
    const gateway = await startGateway({
      providers: { one: { dialect: "ollama", baseUrl: upstream.url, retries: { attempts: 0, delay: 1, maxDelay: 1 } } },
    });
    const before = process.memoryUsage().rss;
    for (const streams of [true, false]) {
      const { path, body } = requestFor(dialect, { model: "x", streams });
      const reply = await post(gateway.url, path, body);
      expect(reply.status).toBe(502);
      errorIn(dialect, 502, await reply.text());
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(48 * 1024 * 1024);
  });
});
