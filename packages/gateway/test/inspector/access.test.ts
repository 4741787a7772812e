import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import { Inspector } from "../../src/inspector/inspector.ts";
import type { ExchangeList } from "../../src/inspector/protocol.ts";
import { post, requestFor } from "../clients/requests.ts";
import { startGateway } from "../support/gateway.ts";
import { Recorder } from "./recorder.ts";

const GET_ROUTES = ["/exchanges", "/exchanges/x", "/exchanges/x/bodies/client-request", "/events", "/start", "/models"];

async function keysOf(...names: string[]) {
  return Promise.all(
    names.map(async (name) => ({
      name,
      sha256: await sha256(`key-of-${name}`),
      concurrency: 0,
      ...(name === "root" ? { admin: true } : {}),
    })),
  );
}

describe("a key", () => {
  it("sees its own traffic, and an admin's key sees all", async () => {
    const recorder = await Recorder.start({ keys: await keysOf("ann", "bob", "root") });
    for (const name of ["ann", "bob"])
      await recorder.ask("openai-chat", "claude/x", {
        prompt: `of ${name}`,
        headers: { authorization: `Bearer key-of-${name}` },
      });
    const as = (name: string) => ({ "x-toolglot-key": `key-of-${name}` });
    const ids = async (name: string) => (await recorder.list(as(name))).map(({ id }) => id);
    const [ann = "", ...more] = await ids("ann");
    expect(more).toEqual([]);
    expect((await recorder.list(as("ann")))[0]?.key).toBe("ann");
    expect(await ids("root")).toHaveLength(2);
    const foreign = (path: string, init: RequestInit = {}) =>
      recorder.fetch(`/_inspector/exchanges/${ann}${path}`, { ...init, headers: as("bob") });
    for (const path of ["", "/bodies/client-request"]) expect((await foreign(path)).status).toBe(404);
    expect((await foreign("/replay", { method: "POST", body: "{}" })).status).toBe(404);
    await recorder.fetch("/_inspector/exchanges", { method: "DELETE", headers: as("bob") });
    expect(await ids("bob")).toEqual([]);
    expect(await ids("root")).toEqual([ann]);
  });

  it("is needed for everything but the files of the page", async () => {
    const recorder = await Recorder.start({ keys: await keysOf("ann") });
    for (const path of GET_ROUTES)
      expect([path, (await recorder.fetch(`/_inspector${path}`)).status]).toEqual([path, 401]);
    for (const path of ["/import", "/exchanges/x/replay"])
      expect((await recorder.post(`/_inspector${path}`, {})).status).toBe(401);
    expect((await recorder.fetch("/_inspector/exchanges", { method: "DELETE" })).status).toBe(401);
    // Without a page, the plain one lists models, and wants a key as ever.
    expect((await recorder.fetch("/")).status).toBe(401);
  });
});

describe("a web page", () => {
  it.each([
    ["another site", { origin: "https://evil.example" }],
    ["another site that hides its origin", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
    ["another port of this machine", { origin: "http://localhost:3000" }],
    ["another port of this machine, without an origin", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }],
    ["no origin", { origin: "null" }],
  ])("of %s gets nothing", async (_, headers) => {
    const recorder = await Recorder.start();
    await recorder.ask("openai-chat", "claude/x");
    for (const path of GET_ROUTES) expect((await recorder.fetch(`/_inspector${path}`, { headers })).status).toBe(403);
    expect((await recorder.fetch("/_inspector/exchanges", { method: "DELETE", headers })).status).toBe(403);
    expect(await recorder.list()).toHaveLength(1);
  });

  it("whose name leads to this machine gets nothing (DNS rebinding)", async () => {
    const recorder = await Recorder.start();
    for (const path of GET_ROUTES) {
      const reply = await recorder.network.fetch(`http://evil.example${"/_inspector"}${path}`);
      expect([path, reply.status]).toEqual([path, 403]);
    }
  });

  it("whose name leads to a gateway without keys on a public address gets nothing", async () => {
    const recorder = await Recorder.start({ server: { host: "0.0.0.0" }, inspector: { enabled: true } });
    const reply = await recorder.network.fetch("http://evil.example/_inspector/exchanges");
    expect(reply.status).toBe(403);
    expect((await recorder.network.fetch("http://192.0.2.7:4141/_inspector/exchanges")).status).toBe(200);
  });

  it("of the gateway itself may do everything", async () => {
    const recorder = await Recorder.start();
    const headers = { origin: "http://localhost", "sec-fetch-site": "same-origin" };
    expect((await recorder.fetch("/_inspector/exchanges", { headers })).status).toBe(200);
    expect((await recorder.fetch("/_inspector/exchanges", { method: "DELETE", headers })).status).toBe(200);
  });
});

describe("by default, the inspector is", () => {
  it.each([
    ["on", { host: "127.0.0.1" }, {}],
    ["on", { host: "::1" }, {}],
    ["off", { host: "0.0.0.0" }, {}],
    ["off", { host: "127.0.0.1", hosts: ["gateway.example"] }, {}],
    ["off", { host: "127.0.0.1" }, { enabled: false }],
    ["on", { host: "0.0.0.0" }, { enabled: true }],
  ])("%s for %j with %j", async (state, server, inspector) => {
    const recorder = await Recorder.start({ server, inspector, keys: await keysOf("root") });
    await recorder.ask("openai-chat", "claude/x", { headers: { authorization: "Bearer key-of-root" } });
    const reply = await recorder.fetch("/_inspector/exchanges", { headers: { "x-toolglot-key": "key-of-root" } });
    expect(reply.status).toBe(state === "on" ? 200 : 404);
    const { exchanges = [], error } = (await reply.json()) as Partial<ExchangeList> & { error?: { message: string } };
    expect(exchanges).toHaveLength(state === "on" ? 1 : 0);
    if (state === "off") expect(error?.message).toMatch(/inspector\.enabled/);
  });

  it("off without a transport that asks for it, as in Workers", async () => {
    const { createHandler } = await import("../../src/web.ts");
    const { environmentConfig } = await import("../../src/config/environment.ts");
    const handler = createHandler({ config: await environmentConfig({}), insecure: true });
    expect((await handler(new Request("http://localhost/_inspector/exchanges"))).status).toBe(404);
  });
});

describe("the page", () => {
  const page = {
    assetNamed: (name: string) =>
      name === "index.html" || name === "a.js"
        ? { body: new TextEncoder().encode(`<${name}>`), type: "text/html; charset=utf-8", hash: name }
        : undefined,
  };

  async function startWithPage(): Promise<Recorder> {
    const recorder = await Recorder.start({ keys: await keysOf("ann") });
    Object.assign(recorder.gateway, { inspector: new Inspector({ services: recorder.gateway, page }) });
    return recorder;
  }

  it("is shown without a key, with a status that says so, and may load nothing from elsewhere", async () => {
    const recorder = await startWithPage();
    const statuses = { "/": 401, "/_inspector/assets/a.js": 200 };
    for (const [path, status] of Object.entries(statuses)) {
      const reply = await recorder.fetch(path);
      expect([path, reply.status, await reply.text()]).toEqual([
        path,
        status,
        path === "/" ? "<index.html>" : "<a.js>",
      ]);
      expect(reply.headers.get("content-security-policy")).toBe(
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; worker-src 'self'; img-src 'self' data: blob:; base-uri 'none'; frame-ancestors 'none'; form-action 'none'",
      );
      expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
      expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
    }
  });

  it("has no other files than its own", async () => {
    const recorder = await startWithPage();
    for (const name of ["b.js", "..%2f..%2fpackage.json"]) {
      const reply = await recorder.fetch(`/_inspector/assets/${name}`);
      expect([name, reply.status]).toEqual([name, 404]);
    }
  });

  it("is not sent again if the browser has it", async () => {
    const recorder = await startWithPage();
    const { headers } = await recorder.fetch("/_inspector/assets/a.js");
    const etag = { "if-none-match": headers.get("etag") ?? "" };
    const again = await recorder.fetch("/_inspector/assets/a.js", { headers: etag });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  });
});

describe("over HTTP", () => {
  it("bodies of bytes, the page's own requests and the end of streams work", async () => {
    const gateway = await startGateway({ providers: { sim: { dialect: "openai-chat", baseUrl: "sim:" } } });
    const { path, body } = requestFor("anthropic", { model: "sim/default", streams: true });
    await (await post(gateway.url, path, body)).text();
    const events = await fetch(`${gateway.url}/_inspector/events`, { headers: { "last-event-id": "0" } });
    const reader = events.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain(": keep-alive");
    const { exchanges } = (await (await fetch(`${gateway.url}/_inspector/exchanges`)).json()) as ExchangeList;
    const sent = await fetch(`${gateway.url}/_inspector/exchanges/${exchanges[0]?.id}/bodies/attempt-1-response`);
    expect(await sent.text()).toContain("data: [DONE]");
    // An open page must not keep the gateway from stopping.
    await gateway.close();
    for (let part = await reader?.read(); part?.done === false; ) part = await reader?.read();
  });
});
