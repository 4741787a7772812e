import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { isDrawn } from "../../../../test/support/extent.ts";
import { portOf } from "../../../../test/support/port.ts";
import { type ClientDialect, DIALECTS, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";
import { startGateway } from "../support/gateway.ts";
import { answerJson, startUpstream } from "../support/upstream.ts";

const trap = { asked: [] as string[], url: "", close: () => {} };
afterEach(() => trap.close());

/** A server that must not get a request. */
async function setTrap(): Promise<string> {
  trap.asked = [];
  const server = createServer((request, response) => {
    trap.asked.push(`${request.headers.host}${request.url}`);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  trap.close = () => void server.close().closeAllConnections();
  return `127.0.0.1:${portOf(server)}`;
}

/** Names of models that would be another host, or another path, to who puts addresses together carelessly. */
const names = (host: string) => [
  `http://${host}/v1`,
  `//${host}/x`,
  `@${host}/x`,
  `x@${host}`,
  `${host}#`,
  `${host}\\@x`,
  `../../../../${host}`,
  "..%2f..%2f..",
  "x?host=evil.example",
  "x#fragment",
  "x\r\nHost: evil.example\r\n\r\nGET / HTTP/1.1",
  "x%0d%0aHost:%20evil.example",
  `[::ffff:7f00:1]:${host.split(":")[1]}`,
  `2130706433:${host.split(":")[1]}`,
  "169.254.169.254/latest/meta-data",
  "\u0000",
  "\ud800",
  "．．／",
  "x".repeat(5000),
];

describe.each(DIALECTS)("S01: a provider of %s", (provider) => {
  it("gets its requests at its own host, whatever the model's name (Portkey CVE-2025-66405, #1718; LiteLLM CVE-2024-6587)", async () => {
    const host = await setTrap();
    const upstream = await startUpstream((_, response) => answerJson(response, 400, { error: { message: "no" } }));
    const base = provider.startsWith("openai") ? `${upstream.url}/v1` : upstream.url;
    const gateway = await startGateway({ providers: { one: { dialect: provider, baseUrl: base } } });
    for (const [row, name] of names(host).entries()) {
      if (!isDrawn(3, row, DIALECTS.indexOf(provider))) continue;
      const { path, body } = requestFor("openai-chat", { model: name, streams: true });
      const reply = await post(gateway.url, path, body);
      expect([name, reply.status]).toEqual([name, 400]);
    }
    expect(trap.asked).toEqual([]);
    expect(new Set(upstream.received.map(({ headers }) => `http://${headers.host}`))).toEqual(new Set([upstream.url]));
    expect(upstream.received.filter(({ url }) => !PATHS[provider].test(url))).toEqual([]);
    expect(gateway.records.filter(({ event }) => event === "bug")).toEqual([]);
  });
});

const PATHS: Readonly<Record<ClientDialect, RegExp>> = {
  "openai-chat": /^\/v1\/chat\/completions$/,
  "openai-responses": /^\/v1\/responses$/,
  anthropic: /^\/v1\/messages$/,
  "gemini-interactions": /^\/v1beta\/interactions$/,
  ollama: /^\/api\/chat$/,
  bedrock: /^\/model\/[^/?#\s]+\/converse-stream$/,
  gemini: /^\/v1beta\/models\/[^/?#\s]+:streamGenerateContent\?alt=sse$/,
};

describe("S01: a request", () => {
  it("has no field, header or query that selects a host (mlflow CVE-2026-71211, lollms CVE-2026-33340)", async () => {
    const host = await setTrap();
    const { gateway, sim } = await startGatewayAndSim();
    const url = `http://${host}/v1`;
    const fields = { base_url: url, baseURL: url, api_base: url, custom_host: url, provider: url, endpoint: url, host };
    const named = ["x-portkey-custom-host", "x-base-url", "x-forwarded-host", "x-original-url", "x-rewrite-url"];
    const headers = { ...Object.fromEntries(named.map((name) => [name, url])), forwarded: `host=${host}`, via: host };
    for (const dialect of DIALECTS) {
      const { path, body } = requestFor(dialect, { model: `${dialect}/x`, streams: false });
      const query = Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      await post(gateway.url, `${path}?${query.join("&")}`, { ...body, ...fields }, { headers });
    }
    expect(trap.asked).toEqual([]);
    expect(sim.requests.flatMap(({ headers: sent }) => Object.keys(sent).filter((name) => name in headers))).toEqual(
      [],
    );
    expect(JSON.stringify(sim.requests.map(({ headers: sent, path }) => [sent, path]))).not.toContain(host);
  });

  it("does not follow redirects, for a response, a count or a deletion", async () => {
    const host = await setTrap();
    const upstream = await startUpstream((_, response) => {
      response.writeHead(307, { location: `http://${host}/` }).end();
    });
    const gateway = await startGateway({
      providers: {
        one: { dialect: "anthropic", baseUrl: upstream.url, retries: { attempts: 0, delay: 1, maxDelay: 1 } },
      },
    });
    const { path, body } = requestFor("anthropic", { model: "x", streams: false });
    const statuses = [await post(gateway.url, path, body), await post(gateway.url, `${path}/count_tokens`, body)];
    expect(statuses.map(({ status }) => status)).toEqual([502, 502]);
    expect(trap.asked).toEqual([]);
  });
});

describe("S02: an address in a message", () => {
  const pictures: Readonly<Record<ClientDialect, (url: string) => object>> = {
    "openai-chat": (url) => ({ messages: [{ role: "user", content: [{ type: "image_url", image_url: { url } }] }] }),
    "openai-responses": (url) => ({
      input: [
        {
          role: "user",
          content: [
            { type: "input_image", image_url: url },
            { type: "input_file", file_url: url },
          ],
        },
      ],
    }),
    anthropic: (url) => ({
      messages: [
        {
          role: "user",
          content: [
            { type: "image", source: { type: "url", url } },
            { type: "document", source: { type: "url", url } },
          ],
        },
      ],
    }),
    gemini: (url) => ({ contents: [{ role: "user", parts: [{ fileData: { fileUri: url, mimeType: "image/png" } }] }] }),
    "gemini-interactions": (url) => ({
      input: [
        { type: "image", uri: url },
        { type: "document", uri: url },
      ],
    }),
    bedrock: (url) => ({
      messages: [{ role: "user", content: [{ image: { format: "png", source: { s3Location: { uri: url } } } }] }],
    }),
    ollama: (url) => ({ messages: [{ role: "user", content: "Look", images: [url] }] }),
  };

  it.each(DIALECTS)("is never fetched by the gateway, for a client of %s", async (dialect) => {
    const host = await setTrap();
    const { gateway } = await startGatewayAndSim();
    for (const provider of DIALECTS) {
      const { path, body } = requestFor(dialect, { model: `${provider}/x`, streams: false });
      const requested = { ...body, ...pictures[dialect](`http://${host}/latest/meta-data`) };
      expect((await post(gateway.url, path, requested)).status).toBeLessThan(500);
    }
    expect(trap.asked).toEqual([]);
  });
});
