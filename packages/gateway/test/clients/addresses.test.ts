import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../test/support/extent.ts";
import { RawClient, type RequestShape, replies, requestText } from "./raw-socket.ts";
import { type ClientDialect, DIALECTS, errorIn, requestFor, startGatewayAndSim, tooLargeStatus } from "./requests.ts";

async function ask(url: string, path: string, body: string | undefined, shape: RequestShape = {}) {
  const client = await RawClient.open(url);
  const headers = { connection: "close", ...shape.headers };
  client.send(requestText(path, body, { ...shape, headers }));
  const [reply] = replies(await client.ended());
  if (reply === undefined) throw new Error(`no reply: ${client.text}`);
  return reply;
}

describe.each(DIALECTS)("F12: a client of %s is understood", (dialect) => {
  const { path, body } = requestFor(dialect, { model: `${dialect}/x`, streams: false });
  const text = JSON.stringify(body);

  const ways: readonly (readonly [string, string, RequestShape])[] = [
    ["with a slash at the end of the address", `${path}/`, {}],
    ["with two slashes in it", path.replace("/v1", "//v1").replace("/api", "//api"), {}],
    ["with a query", `${path}?beta=true`, {}],
    ["by a whole address, as proxies ask", `http://localhost:1${path}`, {}],
    ["in HTTP/1.0", path, { version: "1.0" }],
    ["in HTTP/1.0 without a host", path, { version: "1.0", headers: { host: undefined } }],
    [
      "with a type that says its character set",
      path,
      { headers: { "content-type": "application/json; charset=utf-8" } },
    ],
    ["with headers in capitals", path, { headers: { "content-type": undefined, "CONTENT-TYPE": "APPLICATION/JSON" } }],
  ];

  it.each(ways.filter((_, row) => isDrawn(3, row, DIALECTS.indexOf(dialect))))("%s", async (_, address, shape) => {
    const { gateway } = await startGatewayAndSim();
    const reply = await ask(gateway.url, address, text, shape);
    expect([reply.status, reply.body]).toEqual([200, expect.stringContaining("Hello")]);
  });

  it("with a stream over HTTP/1.0, which ends with the connection", async () => {
    const { gateway } = await startGatewayAndSim();
    const requested = requestFor(dialect, { model: `${dialect}/x`, streams: true });
    const reply = await ask(gateway.url, requested.path, JSON.stringify(requested.body), { version: "1.0" });
    expect(reply.headers.get("transfer-encoding")).toBeNull();
    expect(reply.body).toContain("Hello");
    expect(await gateway.requests(1)).toMatchObject([{ outcome: "success" }]);
  });

  it("with `expect: 100-continue`, which is answered only when the body is read", async () => {
    const { gateway } = await startGatewayAndSim({ server: { maxBody: 1024 * 1024 } });
    const client = await RawClient.open(gateway.url);
    const request = requestText(path, text, { headers: { expect: "100-continue" } });
    const end = request.indexOf("\r\n\r\n") + 4;
    client.send(request.slice(0, end));
    await client.until(/^HTTP\/1\.1 100 Continue\r\n\r\n/);
    client.send(request.slice(end));
    await client.until(/Hello/);
    const headers = { expect: "100-continue", "content-length": String(2 ** 30) };
    const refused = await ask(gateway.url, path, "", { method: "POST", headers });
    expect(refused.status).toBe(tooLargeStatus(dialect));
    const unknown = await ask(gateway.url, path, "", { method: "POST", headers: { ...headers, host: "evil.example" } });
    expect(unknown.status).toBe(403);
  });

  it("with a wrong method, which gets a 405 in its dialect with the right one", async () => {
    const { gateway } = await startGatewayAndSim();
    // Bedrock has one status for what is invalid.
    const status = dialect === "bedrock" ? 400 : 405;
    // A GET of Responses is for WebSockets.
    const methods = dialect === "openai-responses" ? OTHER_METHODS : ["GET", ...OTHER_METHODS];
    const allowed = dialect === "openai-responses" ? "POST, GET" : "POST";
    for (const method of methods) {
      const reply = await ask(gateway.url, path, undefined, { method });
      expect([method, reply.status, reply.headers.get("allow")]).toEqual([method, status, allowed]);
      errorIn(dialect, status, reply.body);
    }
  });
});

it("answers a wrong method at a path of several dialects in the one that the headers name", async () => {
  const { gateway } = await startGatewayAndSim();
  const headers = [{}, { "anthropic-version": "2023-06-01" }];
  const replies = headers.map((each) => ask(gateway.url, "/v1/models", undefined, { method: "PUT", headers: each }));
  const [chat, anthropic] = await Promise.all(replies);
  errorIn("openai-chat", 405, chat?.body ?? "");
  errorIn("anthropic", 405, anthropic?.body ?? "");
});

const OTHER_METHODS = ["PUT", "PATCH", "DELETE", "OPTIONS"];

describe("F12: an address", () => {
  it.each(["/", "/api/hello"])("answers HEAD %s, which Claude Code and others send first", async (path) => {
    const { gateway } = await startGatewayAndSim();
    const client = await RawClient.open(gateway.url);
    client.send(requestText(path, undefined, { method: "HEAD", headers: { connection: "close" } }));
    expect(await client.ended()).toMatch(/^HTTP\/1\.1 200 OK\r\n(?:.+\r\n)+\r\n$/);
  });

  const MISTAKES: readonly (readonly [string, ClientDialect, string])[] = [
    ["/v1/v1/messages", "anthropic", "/v1/messages exists"],
    ["/messages", "anthropic", "/v1/messages exists"],
    ["/v1/v1/chat/completions", "openai-chat", "/v1/chat/completions exists"],
    ["/chat/completions", "openai-chat", "/v1/chat/completions exists"],
    ["/responses", "openai-responses", "/v1/responses exists"],
    ["/v1/api/chat", "ollama", "/api/chat exists"],
    ["/v1/v1beta/models/x:generateContent", "gemini", "/v1beta/models/x:generateContent exists"],
    ["/v1beta/nothing", "gemini", "nothing is at"],
    ["/api/embed", "ollama", "nothing is at"],
    ["/v1/responses/compact", "openai-responses", "let the client summarize them"],
    ["/nowhere", "openai-chat", "nothing is at"],
  ];

  it.each(MISTAKES)("that is wrong, such as %s, gets a 404 in the dialect %s", async (path, dialect, hint) => {
    const { gateway } = await startGatewayAndSim();
    const reply = await ask(gateway.url, path, "{}");
    expect(reply.status).toBe(404);
    expect(errorIn(dialect, 404, reply.body)).toContain(hint);
  });

  it.each([
    "*",
    "//",
    "/%",
    "/%00",
    "/..%2f..",
    "/v1/models/%E0%A4%A",
    "/?%%",
    "http://localhost",
    "/v1/\\messages",
    `/${"x".repeat(8000)}`,
  ])("however strange, as %s, is answered", async (path) => {
    const { gateway } = await startGatewayAndSim();
    const reply = await ask(gateway.url, path, undefined);
    expect(reply.status).toBeLessThan(500);
  });
});

describe("F13: a connection", () => {
  const { path, body } = requestFor("anthropic", { model: "anthropic/x", streams: false });
  const streamed = requestFor("anthropic", { model: "openai-chat/x", streams: true });

  it("carries many pipelined requests without a warning", async () => {
    const warnings: string[] = [];
    const warn = (warning: Error) => warnings.push(String(warning));
    process.on("warning", warn);
    const { gateway } = await startGatewayAndSim();
    const client = await RawClient.open(gateway.url);
    const says = (index: number) =>
      requestFor("anthropic", { model: "gemini/x", streams: index % 2 === 0, prompt: `<${index}>` });
    const all = Array.from({ length: 30 }, (_, index) => says(index));
    client.send(all.map((each) => requestText(each.path, JSON.stringify(each.body))).join(""));
    while (replies(client.text).length < 30 || !/<29>[\s\S]*"stop_reason"/.test(client.text))
      await new Promise((resolve) => setTimeout(resolve, 20));
    const got = replies(client.text);
    expect(got.map(({ status, body: text }) => [status, /<\d+>/.exec(text)?.[0]])).toEqual(
      all.map((_, index) => [200, `<${index}>`]),
    );
    process.off("warning", warn);
    expect(warnings).toEqual([]);
  });

  it("that is closed ends all requests that wait on it", async () => {
    const { sim, gateway } = await startGatewayAndSim();
    const client = await RawClient.open(gateway.url);
    const hanging = requestFor("ollama", { model: "ollama/fault-hang", streams: true });
    const text = requestText(hanging.path, JSON.stringify(hanging.body));
    client.send(text + text + text);
    await expect.poll(() => sim.requests.length, { timeout: 10_000 }).toBe(3);
    client.go();
    expect(await gateway.requests(3)).toMatchObject(Array(3).fill({ outcome: "client_closed" }));
    expect(gateway.gateway.admission.requests).toBe(0);
  });

  it("can be reused after a refused request and after an aborted one", async () => {
    const { gateway } = await startGatewayAndSim();
    const removed = await RawClient.open(gateway.url);
    removed.send(requestText(streamed.path, JSON.stringify({ ...streamed.body, model: "openai-chat/fault-stall@3" })));
    await removed.until(/Hello/);
    removed.reset();
    const client = await RawClient.open(gateway.url);
    client.send(requestText(path, "{broken"));
    await client.until(/byte 1/);
    client.send(requestText("/nowhere", "{}"));
    await client.until(/nothing is at/);
    client.send(requestText(path, JSON.stringify(body)));
    await client.until(/Hello/);
    expect(replies(client.text).map(({ status }) => status)).toEqual([400, 404, 200]);
  });

  it("stays open longer than load balancers keep it", async () => {
    const { gateway } = await startGatewayAndSim();
    const reply = await fetch(`${gateway.url}/healthz`);
    expect(reply.headers.get("keep-alive")).toBe("timeout=75");
  });
});
