import { describe, expect, it } from "vitest";
import { byExtent, isDrawn } from "../../../../test/support/extent.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { Redactor } from "../../src/observe/redact.ts";
import { createHandler } from "../../src/web.ts";
import { type ClientDialect, DIALECTS, post, requestFor, settled, startGatewayAndSim } from "../clients/requests.ts";
import { configOf, startGateway } from "../support/gateway.ts";
import { answerEvents, answerJson, startUpstream } from "../support/upstream.ts";

const PROVIDER_KEY = "sk-canary/provider+key=1";
const HEADER_KEY = "canary-header-0123456789";
const CLIENT_KEY = "canary-client-key-1234567";
const SECRETS = [PROVIDER_KEY, HEADER_KEY, CLIENT_KEY];
/** With characters that JSON escapes. */
const QUOTED_KEY = 'canary-"quoted\\key%1';

/** Every way in which a key may be written. */
function spellings(key: string): string[] {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const percent = [...key].map((each) => `%${each.charCodeAt(0).toString(16)}`).join("");
  const half = encodeURIComponent(key.slice(0, 9)).toLowerCase() + key.slice(9);
  const unicode = [...key].map((each) => `\\u00${each.charCodeAt(0).toString(16)}`).join("");
  return [
    key,
    key.toUpperCase(),
    encodeURIComponent(key),
    percent,
    half,
    unicode,
    base64(key),
    base64(key).replaceAll("=", ""),
    Buffer.from(key).toString("base64url"),
    base64(`user:${key}`),
    base64(`Bearer ${key}`),
    base64(`me:${key}:more`),
    base64(`x${key}`).replaceAll("/", "\\/"),
    encodeURIComponent(base64(key)),
    JSON.stringify(key).slice(1, -1),
  ];
}

function expectClean(text: string): void {
  const at = text.toLowerCase().indexOf("canary");
  expect(at < 0 ? undefined : text.slice(Math.max(0, at - 80), at + 46)).toBeUndefined();
  for (const secret of SECRETS)
    for (const shift of ["", "x", "xx"])
      expect(text).not.toContain(
        Buffer.from(shift + secret)
          .toString("base64")
          .slice(4, -4),
      );
}

const headers = { "x-secret": `Bearer ${HEADER_KEY}`, cookie: `a=b; session=${HEADER_KEY}` };

describe("S09: the redactor", () => {
  const redactor = new Redactor();
  redactor.learn([...SECRETS, QUOTED_KEY]);

  it.each([...SECRETS, QUOTED_KEY].flatMap(spellings))("finds %s", (spelled) => {
    for (const text of [spelled, `https://h/a/${spelled}/b`, `before ${spelled}, after`])
      expectClean(redactor.redact(text));
    expect(redactor.redact(`before ${spelled} after`)).toMatch(/^before \S+ after$/);
  });

  it("leaves everything else as it is", () => {
    const text = "the model gpt-5.6 of openai: 429 \\u0041 %41 c2stY2Fu";
    expect(redactor.redact(text)).toBe(text);
  });

  it("leaves no part of a secret at the end of a truncated text", () => {
    for (let at = 65_400; at < 65_540; at += 7)
      expectClean(redactor.redactStart("x".repeat(at) + PROVIDER_KEY, 100_000));
    expectClean(redactor.redactStart(PROVIDER_KEY.repeat(10_000), 100_000));
    expect(redactor.redactStart("x".repeat(2000), 1024)).toBe(`${"x".repeat(1024)}…`);
  });
});

describe("S09: a secret that is used as a name", () => {
  const NAMES = SECRETS.flatMap((key) => [key, encodeURIComponent(key), Buffer.from(`u:${key}`).toString("base64")]);

  async function keyedWorld() {
    const keys = [{ name: "me", sha256: await sha256(CLIENT_KEY), concurrency: 0 }];
    const { gateway, sim } = await startGatewayAndSim({ keys });
    const { config } = gateway.gateway;
    const retries = { attempts: 0, delay: 1, maxDelay: 1 };
    const providers = [...config.providers].map(
      ([name, each]) => [name, { ...each, retries, apiKey: PROVIDER_KEY, headers }] as const,
    );
    gateway.gateway.configure({ ...config, providers: new Map(providers), secrets: [CLIENT_KEY] });
    return { gateway, sim };
  }

  it("is in no log, no metric, no header and no error", async () => {
    const { gateway } = await keyedWorld();
    const received: string[] = [];
    const ask = async (path: string, init: RequestInit = {}) => {
      const reply = await fetch(gateway.url + path, { ...init, headers: { "x-api-key": CLIENT_KEY, ...init.headers } });
      const text = await reply.text();
      received.push(JSON.stringify([...reply.headers]));
      // A model's response belongs to the client that requested it; all other bodies are errors, lists and the like.
      if (reply.status !== 200 || init.method !== "POST") received.push(text);
    };
    const json = { "content-type": "application/json" };
    for (const [index, name] of NAMES.entries()) {
      for (const dialect of DIALECTS.filter((_, column) => isDrawn(7, index, column)))
        for (const model of [name, `ollama/${name}`, `anthropic/${name}/fault-status-500`, `nobody/${name}`]) {
          const { path, body } = requestFor(dialect, { model, streams: index % 2 === 0 });
          const tools = [{ type: "function", function: { name }, name, input_schema: { type: "nothing" } }];
          await ask(path, { method: "POST", headers: json, body: JSON.stringify(body) });
          await ask(path, { method: "POST", headers: json, body: JSON.stringify({ ...body, tools }) });
        }
      const inPath = name.includes("%") ? name : encodeURIComponent(name);
      for (const path of ["/v1/models/", "/v1beta/models/", "/v1/responses/", "/", "/v1/", "/api/", "//"])
        await ask(path + inPath);
      await ask(`/v1/responses/${inPath}`, { method: "DELETE" });
      await ask(`/v1/responses/${inPath}/input_items?after=${inPath}&limit=${inPath}`);
      await ask("/api/show", { method: "POST", headers: json, body: JSON.stringify({ model: name }) });
      await ask("/v1/responses", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ model: "anthropic/x", input: "x", previous_response_id: name }),
      });
      await ask("/v1/messages/count_tokens", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ model: `ollama/${name}`, messages: [] }),
      });
      const odd = { "user-agent": name, "anthropic-beta": name, "anthropic-version": name, "x-anything": name };
      await ask("/nowhere", { headers: odd });
      await ask("/v1/messages", { method: "POST", headers: { ...json, ...odd }, body: "{" });
      await ask("/", { headers: { origin: `https://${HEADER_KEY}.example` } });
      await ask("/v1/messages", { method: "POST", headers: { ...json, "content-encoding": name }, body: "{}" });
    }
    await settled(gateway);
    for (const path of ["/metrics", "/readyz", "/healthz", "/", "/v1/models", "/api/tags"]) await ask(path);
    expectClean(received.join("\n"));
    expectClean(JSON.stringify(gateway.records));
    expect(gateway.records.length).toBeGreaterThan(100);
  });

  it("is not logged if it was refused as a key", async () => {
    const { gateway } = await keyedWorld();
    const wrong = `${CLIENT_KEY.replace("canary", "wrong")}-of-somebody`;
    for (const name of [CLIENT_KEY, wrong]) {
      await fetch(`${gateway.url}/${name}/v1/models`);
      await fetch(`${gateway.url}/${name}/v1/models`, { headers: { authorization: `Bearer ${wrong}` } });
      await fetch(`${gateway.url}/v1/models/${name}?key=${wrong}`);
    }
    await settled(gateway);
    expectClean(JSON.stringify(gateway.records));
    const request = gateway.records.filter((record) => JSON.stringify(record).includes("of-somebody"));
    // Only who sends a key as a key can be known to have one.
    expect(request).toHaveLength(1);
  });

  it("is not in the gateway's reported problems", async () => {
    const { gateway } = await keyedWorld();
    gateway.gateway.report("store", `cannot reach redis://u:${PROVIDER_KEY}@host`);
    gateway.gateway.log("warn", "store", `cannot reach redis://u:${HEADER_KEY}@host`);
    gateway.gateway.reportBug(new Error(`cannot read ${CLIENT_KEY}`));
    expectClean(await (await fetch(`${gateway.url}/readyz`)).text());
    expectClean(JSON.stringify(gateway.records));
  });

  it("is redacted by a web handler too, with any method", async () => {
    const records: unknown[] = [];
    const config = configOf({
      providers: { one: { dialect: "ollama", baseUrl: "sim:", apiKey: PROVIDER_KEY, headers } },
    });
    const handler = createHandler({ config, insecure: true, log: (record) => records.push(record) });
    for (const name of [PROVIDER_KEY, HEADER_KEY]) {
      const method = name.replace(/[^\w-]/g, "");
      const { path, body } = requestFor("openai-chat", { model: name, streams: false });
      const reply = await handler(
        new Request(`http://localhost${path}`, { method: "POST", body: JSON.stringify(body) }),
      );
      expectClean(JSON.stringify([...reply.headers]));
      await reply.text();
      expectClean(await (await handler(new Request(`http://localhost/${name}`, { method: "PUT" }))).text());
      if (name === HEADER_KEY) await handler(new Request("http://localhost/x", { method }));
    }
    expectClean(JSON.stringify(records));
    expectClean(await (await handler(new Request("http://localhost/metrics"))).text());
  });

  it("is not a placeholder for servers without keys", async () => {
    const { gateway } = await startGatewayAndSim({
      providers: { ollama: { dialect: "ollama", baseUrl: "sim:", apiKey: "ollama" } },
    });
    const { path, body } = requestFor("openai-chat", { model: "ollama/x", streams: false });
    await post(gateway.url, path, body, { headers: { authorization: "Bearer ollama" } });
    expect(await gateway.requests(1)).toMatchObject([{ provider: "ollama" }]);
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).toContain('gen_ai_provider_name="ollama"');
  });
});

/** More than there may be as labels, by far. */
const MANY_NAMES = byExtent({ quick: 100, sample: 520, all: 520 });

describe("S27: made-up model names", () => {
  const ask = async (url: string, dialect: ClientDialect, model: string) => {
    const { path, body } = requestFor(dialect, { model, streams: false });
    await (await post(url, path, body)).text();
  };
  const labels = (text: string) =>
    new Set([...text.matchAll(/gen_ai_request_model="([^"]*)"/g)].map(([, name]) => name));

  it("do not make the metrics grow, nor replace real names", async () => {
    const handler = createHandler({
      config: configOf({
        providers: {
          ollama: { dialect: "ollama", baseUrl: "sim:" },
          anthropic: { dialect: "anthropic", baseUrl: "sim:" },
        },
        routes: [{ match: "named", to: [{ provider: "ollama", model: "named-in-the-config" }] }],
      }),
      insecure: true,
    });
    // Without sockets: there are many of them.
    const askHandler = async (dialect: ClientDialect, model: string) => {
      const { path, body } = requestFor(dialect, { model, streams: false });
      const request = new Request(`http://localhost${path}`, { method: "POST", body: JSON.stringify(body) });
      expect((await handler(request)).status).toBe(200);
    };
    const metrics = async () => (await handler(new Request("http://localhost/metrics"))).text();
    for (let index = 0; index < MANY_NAMES; index++) await askHandler("openai-chat", `ollama/junk-${index}`);
    const before = await metrics();
    for (const _ of [1, 2, 3]) await askHandler("anthropic", "anthropic/used-again-and-again");
    await askHandler("openai-chat", "named");
    for (let index = 0; index < 80; index++) await askHandler("openai-chat", `ollama/other-${index}`);
    const text = await metrics();
    expect(labels(text)).toContain("named-in-the-config");
    expect(labels(text)).toContain("used-again-and-again");
    expect(labels(text).size).toBeLessThan(30);
    expect(before.length).toBeLessThan(300_000);
    expect(text.length).toBeLessThan(300_000);
    const total = [...text.matchAll(/^gen_ai_client_operation_duration_seconds_count\{.*\} (\d+)$/gm)];
    expect(total.length).toBeGreaterThan(3);
  });

  it("are no labels without a response, or with odd characters", async () => {
    const { gateway } = await startGatewayAndSim();
    const junk = ["x".repeat(10_000), "a\nb 1\n# TYPE x counter\nx", 'a"} 1', "a\\", "é", "\u0000", "a b"];
    for (const name of junk) await ask(gateway.url, "openai-chat", `ollama/${name}`);
    await ask(gateway.url, "openai-chat", "ollama/failed/fault-status-500");
    const count = { model: "ollama/only-counted", messages: [] };
    await post(gateway.url, "/v1/messages/count_tokens", count);
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(labels(text)).toEqual(new Set(["_other"]));
    for (const line of text.trim().split("\n"))
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) .*|[a-z_]+(?:\{(?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)*\})? [\d.e+-]+)$/,
      );
    expect(new Set(text.split("\n").map((line) => line.replace(/ [^ ]*$/, ""))).size).toBe(text.split("\n").length);
  });

  it("are no labels if a provider made them up, nor are its error codes", async () => {
    let count = 0;
    const random = () => `random-${count++}`;
    const upstream = await startUpstream(({ body }, response) => {
      const choices = [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }];
      const error = `data: ${JSON.stringify({ error: { message: random(), code: random(), type: random() } })}\n\n`;
      if (body.includes('"stream":true')) answerEvents(response, [error]);
      else answerJson(response, 200, { id: random(), object: "chat.completion", model: random(), choices });
    });
    const gateway = await startGateway({
      providers: {
        one: { dialect: "openai-chat", baseUrl: upstream.url, retries: { attempts: 0, delay: 1, maxDelay: 1 } },
      },
    });
    for (let index = 0; index < 20; index++)
      for (const streams of [true, false]) {
        const { path, body } = requestFor("anthropic", { model: "m", streams });
        await (await post(gateway.url, path, body)).text();
      }
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(labels(text)).toEqual(new Set(["_other", "m"]));
    expect(text).not.toContain("random");
  });
});

describe("tokens that are replaced from time to time", () => {
  it("are redacted as long as requests may have them, and then forgotten", () => {
    const redactor = new Redactor();
    redactor.learn(["sk-permanent"]);
    for (let number = 100; number < 200; number++) redactor.learnToken("p", `token-number-${number}`);
    redactor.learnToken("q", "token-of-another");
    expect(redactor.redact("token-number-199 token-number-198 token-of-another sk-permanent")).not.toMatch(/token|sk-/);
    expect(redactor.all.length).toBeLessThan(10);
  });

  it("are redacted in Base64 and in URLs too", () => {
    const redactor = new Redactor();
    redactor.learnToken("p", "ya29.token/with+signs");
    const texts = [btoa("x ya29.token/with+signs"), encodeURIComponent("ya29.token/with+signs")];
    for (const text of texts) expect(redactor.redact(text)).toContain("[redacted]");
  });
});
