import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../test/support/extent.ts";
import { RawClient, requestText } from "../clients/raw-socket.ts";
import { DIALECTS, errorIn, POLL_OPTIONS, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";
import { startGateway } from "../support/gateway.ts";
import { failed } from "../support/provider-wire.ts";
import { startUpstream } from "../support/upstream.ts";
import { textOf } from "../support/wire-text.ts";

const MIB = 1024 * 1024;
const ONCE = { attempts: 0, delay: 1, maxDelay: 1 };

/** A provider that answers with this much, in pieces that are never all held at once. */
async function context(status: number, type: string, bytes: number) {
  return startUpstream((_, response) => {
    response.writeHead(status, { "content-type": type });
    let left = bytes;
    const more = (): void => {
      while (left > 0) {
        left -= MIB;
        if (!response.write(Buffer.alloc(MIB, 32))) return void response.once("drain", more);
      }
      response.end();
    };
    more();
  });
}

async function gatewayTo(url: string) {
  return startGateway({ providers: { one: { dialect: "openai-chat", baseUrl: url, retries: ONCE } } });
}

/** The test of each row of the table of limits. */
const TESTS: Readonly<Record<string, string>> = {
  "body of a request": "clients/bodies.test.ts",
  "depth of JSON": "clients/depth.test.ts",
  "tools of a request": "security/tools.test.ts",
  "work of a request: its tools, calls and response schema": "security/work.test.ts",
  "headers of a request": "security/limits.test.ts, clients/slow-request.test.ts",
  "receiving a request": "clients/slow-request.test.ts",
  "a line or event of a provider's stream": "security/limits.test.ts",
  "a response that is not streamed": "security/limits.test.ts",
  "buffered before the first output": "security/limits.test.ts",
  "requests in flight": "lifecycle/admission.test.ts",
  "lag of the event loop": "lifecycle/admission.test.ts",
  "requests in flight of one key": "lifecycle/key-concurrency.test.ts",
  "a client that does not read": "clients/backpressure.test.ts",
  "continuations of a paused turn": "exchange/paused-turns.test.ts",
  "the text of an error": "security/limits.test.ts",
};

describe("S30: the limits", () => {
  it("of the documentation each have a test", () => {
    const page = readFileSync(new URL("../../../../docs/gateway.md", import.meta.url), "utf8");
    const [, section = ""] = page.split(/^## Limits$/m);
    const [table = ""] = section.split(/^## /m);
    const rows = [...table.matchAll(/^\| ([^|]+?) \|/gm)]
      .map(([, row]) => row)
      .filter((row) => row !== "what" && !/^-+$/.test(row ?? ""));
    expect(rows.filter((row) => !/^---/.test(row ?? ""))).toEqual(Object.keys(TESTS));
    const files = Object.values(TESTS).flatMap((names) => names.split(", "));
    expect(files.filter((name) => !existsSync(new URL(`../${name}`, import.meta.url)))).toEqual([]);
  });

  it("of headers end in 431", async () => {
    const { gateway } = await startGatewayAndSim();
    const client = await RawClient.open(gateway.url);
    client.send(requestText("/healthz", undefined, { headers: { "x-large": "x".repeat(17 * 1024) } }));
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 431 /);
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`x-${index}`, "1"]));
    expect((await fetch(`${gateway.url}/healthz`, { headers: many })).status).toBe(200);
  });

  it("of a unary response end in 502, and the provider's connection is closed", async () => {
    const upstream = await context(200, "application/json", 80 * MIB);
    const gateway = await gatewayTo(upstream.url);
    const { path, body } = requestFor("anthropic", { model: "x", streams: false });
    const reply = await post(gateway.url, path, body);
    expect(errorIn("anthropic", reply.status, await reply.text())).toContain("larger than 67108864 bytes");
    expect(reply.status).toBe(502);
    await expect.poll(() => upstream.aborted.count, POLL_OPTIONS).toBe(1);
  });

  it("of an error end in 502", async () => {
    const upstream = await context(400, "application/json", 4 * MIB);
    const gateway = await gatewayTo(upstream.url);
    const { path, body } = requestFor("anthropic", { model: "x", streams: true });
    const reply = await post(gateway.url, path, body);
    expect(errorIn("anthropic", reply.status, await reply.text())).toContain("larger than 1048576 bytes");
    expect(reply.status).toBe(502);
  });

  it("of an event end the stream with an error", async () => {
    const chunk = (delta: object) =>
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`;
    const tooLong = chunk({ content: "x".repeat(9 * MIB) });
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(chunk({ role: "assistant", content: "Hello" }));
      response.end(tooLong);
    });
    const gateway = await gatewayTo(upstream.url);
    for (const dialect of DIALECTS.filter((_, index) => isDrawn(5, index))) {
      const { path, body } = requestFor(dialect, { model: "x", streams: true });
      const text = await textOf(await post(gateway.url, path, body));
      expect([dialect, failed(dialect, text), text.length < MIB]).toEqual([dialect, true, true]);
    }
  });

  it("of the buffer before the first output let the reply begin", async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const start = {
        type: "message_start",
        message: {
          id: "m",
          type: "message",
          role: "assistant",
          model: "x",
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { input_tokens: 1, output_tokens: 1 },
        },
      };
      response.write(`event: message_start\ndata: ${JSON.stringify(start)}\n\n`);
      for (let count = 0; count < 4000; count++) response.write('event: ping\ndata: {"type": "ping"}\n\n');
    });
    const gateway = await startGateway({ providers: { one: { dialect: "anthropic", baseUrl: upstream.url } } });
    const { path, body } = requestFor("anthropic", { model: "x", streams: true });
    const client = await RawClient.open(gateway.url);
    client.send(requestText(path, JSON.stringify(body)));
    expect(await client.until(/message_start/)).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each(DIALECTS)("of an error's text truncate a provider's message, for a client of %s", async (dialect) => {
    const message = "x".repeat(100_000);
    const upstream = await startUpstream((_, response) => {
      response
        .writeHead(400, { "content-type": "application/json" })
        .end(JSON.stringify({ error: { message, type: "t", code: "c", param: null } }));
    });
    const gateway = await gatewayTo(upstream.url);
    const { path, body } = requestFor(dialect, { model: "x", streams: false });
    const reply = await post(gateway.url, path, body);
    const text = await reply.text();
    errorIn(dialect, reply.status, text);
    expect(text.length).toBeLessThan(5000);
    expect(JSON.stringify(gateway.records).length).toBeLessThan(5000);
  });

  it("of texts from clients apply in logs and headers", async () => {
    const { gateway } = await startGatewayAndSim();
    const long = "y".repeat(MIB);
    const { path, body } = requestFor("anthropic", { model: `ollama/${long}`, streams: false });
    const reply = await post(gateway.url, path, body);
    expect(JSON.stringify([...reply.headers]).length).toBeLessThan(4096);
    await post(gateway.url, path, { ...body, model: `${long}/fault-status-400` });
    await post(gateway.url, `/${long.slice(0, 10_000)}`, {});
    await gateway.requests(3);
    expect(JSON.stringify(gateway.records).length).toBeLessThan(16_384);
  });
});
