import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../test/support/extent.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { allRoutes, findRoute } from "../../src/http/routes.ts";
import { serve } from "../../src/serve.ts";
import { createHandler } from "../../src/web.ts";
import { RawClient, replies, requestText } from "../clients/raw-socket.ts";
import { DIALECTS, errorIn, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";
import { configOf } from "../support/gateway.ts";

const KEY = "sk-right";
const keys = async () => [{ name: "me", sha256: await sha256(KEY), concurrency: 0 }];
const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

describe("S03: a gateway without keys", () => {
  const providers = { sim: { dialect: "ollama", baseUrl: "sim:" } };

  it.each(["0.0.0.0", "::", "", "192.0.2.7", "example.com", "127.0.0.1.example.com", "localhost.example.com"])(
    "does not listen on %j (LiteLLM CVE-2026-49468, cmcp #138)",
    async (host) => {
      await expect(serve({ config: configOf({ providers }), host, port: 0 })).rejects.toThrow("give it keys");
    },
  );

  it.each(["127.0.0.1", "localhost", "::1"])("listens on %s", async (host) => {
    const started = serve({ config: configOf({ providers }), host, port: 0 }).catch((error: NodeJS.ErrnoException) => {
      // Not every machine has both families of addresses.
      expect(error.code).toMatch(/^EADDRNOTAVAIL|EAFNOSUPPORT$/);
      return undefined;
    });
    await (await started)?.close();
  });

  it.each([
    { host: "0.0.0.0", insecure: true },
    { host: "0.0.0.0", insecure: false },
  ])("listens to others where it is told to, or has keys ($insecure)", async ({ host, insecure }) => {
    const config = configOf({ providers, keys: insecure ? [] : await keys() });
    const served = await serve({ config, host, insecure, port: 0 });
    await served.close();
  });
});

describe("S03: a key", () => {
  const { path, body } = requestFor("anthropic", { model: "ollama/x", streams: false });

  it.each([
    ["x-api-key", KEY],
    ["x-goog-api-key", KEY],
    ["api-key", KEY],
    ["authorization", `Bearer ${KEY}`],
    ["authorization", `bearer ${KEY}`],
  ])("is taken in %s: %s", async (name, value) => {
    const { gateway } = await startGatewayAndSim({ keys: await keys() });
    expect((await post(gateway.url, path, body, { headers: { [name]: value } })).status).toBe(200);
    expect((await post(gateway.url, `${path}?key=${KEY}`, body)).status).toBe(200);
  });

  it.each(["", " ", "sk-righ", "sk-right2", "SK-RIGHT", "sk-right\u00e9", "x".repeat(10_000), "null", "undefined"])(
    "that is wrong, as %j, is refused",
    async (key) => {
      const { gateway } = await startGatewayAndSim({ keys: await keys() });
      const reply = await post(gateway.url, path, body, { headers: { "x-api-key": encodeURI(key) } });
      expect([reply.status, (await post(gateway.url, `${path}?key=${encodeURI(key)}`, body)).status]).toEqual([
        401, 401,
      ]);
    },
  );

  it("is neither its hash nor its name", async () => {
    const [known] = await keys();
    const { gateway } = await startGatewayAndSim({ keys: await keys() });
    for (const key of [known?.sha256 ?? "", "me"])
      expect((await post(gateway.url, path, body, { headers: { "x-api-key": key } })).status).toBe(401);
  });
});

describe("S04: without a key", () => {
  const addresses = [...new Set(allRoutes().map(({ path }) => (typeof path === "string" ? path : example(path))))];
  const variants = (path: string) => [
    path,
    `${path}/`,
    `/${path}`,
    `${path}?key=`,
    `http://localhost${path}`,
    path.replace("/v1", "/v1/../v1"),
  ];

  it.each(METHODS)("every path is refused: %s (Portkey #1718, hono GHSA-92pp-h63x-v22m)", async (method) => {
    const { gateway, sim } = await startGatewayAndSim({ keys: await keys() });
    const isOpen = (path: string) => /^\/(?:healthz|readyz)(?:\?|$)/.test(path);
    const tried = addresses.flatMap(variants).filter((_, index) => isDrawn(5, index, METHODS.indexOf(method)));
    for (const path of tried.filter((each) => !isOpen(each))) {
      const body = method === "GET" || method === "HEAD" ? undefined : "{}";
      // AWS has no 401.
      const expected = findRoute(method, path, {}).dialect === "bedrock" ? 403 : 401;
      expect([path, await statusOf(gateway.url, path, body, method)]).toEqual([path, expected]);
    }
    expect(sim.requests).toEqual([]);
  });

  it("only health and readiness are public", async () => {
    const { gateway } = await startGatewayAndSim({ keys: await keys() });
    for (const path of ["/healthz", "/readyz"]) expect((await fetch(gateway.url + path)).status).toBe(200);
    expect((await fetch(`${gateway.url}/healthz/../metrics`)).status).toBe(401);
    expect(await statusOf(gateway.url, "/healthz/../metrics", undefined, "GET")).toBe(401);
    expect(await statusOf(gateway.url, "/metrics?/healthz", undefined, "GET")).toBe(401);
  });

  it.each(DIALECTS)("a client of %s gets the error in its dialect", async (dialect) => {
    const { gateway } = await startGatewayAndSim({ keys: await keys() });
    const { path, body } = requestFor(dialect, { model: "ollama/x", streams: true });
    const reply = await post(gateway.url, path, body);
    expect(errorIn(dialect, reply.status, await reply.text())).toContain("key is missing");
  });
});

describe("S05: a web page", () => {
  const { path, body } = requestFor("openai-chat", { model: "ollama/x", streams: false });
  const type = { "content-type": "application/json" };

  const PAGE = { origin: "https://good.example" };

  const REFUSED: readonly (readonly [string, Record<string, string>, number])[] = [
    [
      "of another origin (claude-code-router CVE-2025-57755, cc-switch #1841)",
      { ...type, origin: "https://evil.example" },
      403,
    ],
    ["of another port of this machine", { ...type, origin: "http://localhost:3000" }, 403],
    ["of no origin", { ...type, origin: "null" }, 403],
    ["of an origin like an allowed one", { ...type, origin: "https://good.example.evil.example" }, 403],
    ["that has its name lead here (MCP CVE-2025-66414, Ollama CVE-2024-28224)", { ...type, host: "evil.example" }, 403],
    ["by a name like this machine's", { ...type, host: "127.0.0.1.evil.example" }, 403],
    ["by another like it", { ...type, host: "localhost.evil.example:80" }, 403],
    ["by an empty name", { ...type, host: "" }, 403],
    ["by a name with more in it", { ...type, host: "evil.example#localhost" }, 403],
    ["of another site, without an origin", { ...type, "sec-fetch-site": "cross-site" }, 403],
    ["by a form", { ...PAGE, "content-type": "application/x-www-form-urlencoded" }, 415],
    ["by a form of parts", { ...PAGE, "content-type": "multipart/form-data; boundary=x" }, 415],
    ["by plain text", { ...PAGE, "content-type": "text/plain" }, 415],
    ["by plain text that says JSON", { ...PAGE, "content-type": "text/plain; application/json" }, 415],
    ["without a type", PAGE, 415],
    ["of this site, by a form", { "sec-fetch-site": "same-origin", "content-type": "text/plain" }, 415],
    ["that the user opened, by a form", { "sec-fetch-site": "none", "content-type": "text/plain" }, 415],
    ["of no origin, by a form", { origin: "null", "content-type": "text/plain" }, 403],
  ];

  it.each(REFUSED)("is refused: %s", async (_, headers, status) => {
    const { gateway, sim } = await startGatewayAndSim({ server: { origins: ["https://good.example"] } });
    const reply = await raw(gateway.url, path, JSON.stringify(body), { "content-type": undefined, ...headers });
    expect(reply.status).toBe(status);
    expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    expect(sim.requests).toEqual([]);
  });

  const TAKEN: readonly (readonly [string, Record<string, string>])[] = [
    ["of an origin that is allowed", { origin: "https://good.example", "sec-fetch-site": "cross-site" }],
    ["that is none", {}],
    ["by this machine's names", { host: "localhost:4141" }],
    ["by its address", { host: "127.0.0.1:4141" }],
    ["by its newer address", { host: "[::1]:4141" }],
    ["by a name that is allowed", { host: "Gateway.Example:443" }],
  ];

  it.each(TAKEN)("is served: %s", async (_, headers) => {
    const { gateway } = await startGatewayAndSim({
      server: { origins: ["https://good.example"], hosts: ["gateway.example"] },
    });
    const reply = await raw(gateway.url, path, JSON.stringify(body), { ...type, ...headers });
    expect(reply.status).toBe(200);
    expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });

  it.each([
    ["a form, as curl -d says", "application/x-www-form-urlencoded"],
    ["plain text", "text/plain"],
    ["bytes", "application/octet-stream"],
    ["nothing at all", undefined],
  ])("that is none may call its body %s", async (_, contentType) => {
    const { gateway } = await startGatewayAndSim();
    const handler = createHandler({ config: gateway.gateway.config, insecure: true });
    for (const dialect of DIALECTS) {
      const requested = requestFor(dialect, { model: "ollama/x", streams: false });
      const text = JSON.stringify(requested.body);
      const reply = await raw(gateway.url, requested.path, text, { "content-type": contentType });
      expect([dialect, reply.status]).toEqual([dialect, 200]);
      const headers = contentType === undefined ? {} : { "content-type": contentType };
      const bytes = new TextEncoder().encode(text);
      const request = new Request(`http://localhost${requested.path}`, { method: "POST", headers, body: bytes });
      expect([dialect, (await handler(request)).status]).toEqual([dialect, 200]);
    }
    const show = await raw(gateway.url, "/api/show", '{"model":"ollama/x"}', { "content-type": contentType });
    expect(show.status).toBe(200);
  });

  it("is not assumed for other clients, which may send any content type", async () => {
    const { gateway } = await startGatewayAndSim();
    const reply = await raw(gateway.url, "/api/chat", "model=x&stream=1", { "content-type": undefined });
    expect([reply.status, reply.body]).toEqual([400, expect.stringContaining("not JSON")]);
  });

  it("gets no preflight response, on any path", async () => {
    const { gateway } = await startGatewayAndSim();
    const requested = { origin: "https://evil.example", "access-control-request-method": "POST" };
    for (const address of ["/", path, "/metrics", "/healthz", "/nowhere"]) {
      const reply = await fetch(gateway.url + address, { method: "OPTIONS", headers: requested });
      expect([address, reply.status]).toEqual([address, 403]);
      expect([...reply.headers.keys()].filter((name) => name.startsWith("access-control-"))).toEqual([]);
    }
  });
});

describe("S13: a client", () => {
  it("is identified by its key, whatever its headers say (hono CVE-2026-24398)", async () => {
    const { gateway, sim } = await startGatewayAndSim({ keys: await keys() });
    const names = [
      "x-user",
      "x-user-id",
      "x-team",
      "x-forwarded-for",
      "x-real-ip",
      "x-forwarded-user",
      "x-tenant",
      "openai-organization",
      "openai-project",
    ];
    const headers = { ...Object.fromEntries(names.map((name) => [name, "admin"])), "x-api-key": KEY };
    const { path, body } = requestFor("openai-chat", { model: "openai-chat/x", streams: false });
    expect((await post(gateway.url, path, body, { headers })).status).toBe(200);
    expect(await gateway.requests(1)).toMatchObject([{ key: "me" }]);
    expect(JSON.stringify(sim.requests[0]?.headers)).not.toContain("admin");
    const without = await post(gateway.url, path, body, { headers: { ...headers, "x-api-key": "admin" } });
    expect(without.status).toBe(401);
  });
});

/** An address that a pattern stands for. */
function example(pattern: RegExp): string {
  return pattern.source
    .replace(/^\^|\$$/g, "")
    .replace(/\(\?<?!(?:[^()]|\([^()]*\))*\)/g, "")
    .replace(/\(\?<verb>.*\)$/, "generateContent")
    .replace(/\(\?<\w+>[^)]*\)/g, "x")
    .replace(/\(\?:beta\|alpha\)\??/g, "beta")
    .replace(/\(\?:(models\\\/)\)\?/g, "$1")
    .replaceAll("\\/", "/");
}

async function raw(url: string, path: string, body: string, headers: Record<string, string | undefined>) {
  const client = await RawClient.open(url);
  client.send(requestText(path, body, { headers: { connection: "close", ...headers } }));
  const [reply] = replies(await client.ended());
  if (reply === undefined) throw new Error(client.text);
  return reply;
}

async function statusOf(url: string, path: string, body: string | undefined, method: string): Promise<number> {
  const client = await RawClient.open(url);
  client.send(requestText(path, body, { method, headers: { connection: "close" } }));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await client.ended())?.[1]);
}
