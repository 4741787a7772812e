import { describe, expect, it } from "vitest";
import { isDrawn } from "../../../../test/support/extent.ts";
import { fileWith } from "../../../cli/test/run.ts";
import { serving } from "../../../cli/test/serving.ts";
import { sha256 } from "../../src/config/sha256.ts";
import { DIALECTS, post, requestFor, settled, startGatewayAndSim } from "../clients/requests.ts";
import { startGateway } from "../support/gateway.ts";
import { startUpstream } from "../support/upstream.ts";

const PROVIDER_KEY = 'sk-canary/provider+key="1';
const HEADER_KEY = "canary-header-value";
const CLIENT_KEY = "canary-client-key-1234567";

/** Every way in which a key may be written. */
function forms(key: string): string[] {
  const base64 = Buffer.from(key).toString("base64");
  return [key, encodeURIComponent(key), base64, base64.replace(/=+$/, ""), JSON.stringify(key).slice(1, -1)];
}

function expectClean(text: string): void {
  for (const form of [PROVIDER_KEY, HEADER_KEY, CLIENT_KEY].flatMap(forms)) expect(text).not.toContain(form);
  expect(text).not.toMatch(/canary/);
}

const FAULTS = [
  "x",
  "fault-status-401",
  "fault-status-500",
  "fault-reset@6",
  "fault-refuse",
  "fault-html",
  "fault-redirect",
  "fault-garbage@5",
  "fault-inband@6",
  "fault-unheard-of",
];

describe("S09: a key (litellm #906, #7603, #31620, PR #39964, PR #23668)", () => {
  it("is in no response, log or metric, whatever happens", async () => {
    const keys = [{ name: "me", sha256: await sha256(CLIENT_KEY), concurrency: 0 }];
    const { gateway, sim } = await startGatewayAndSim({ keys });
    const { config } = gateway.gateway;
    const retries = { attempts: 0, delay: 1, maxDelay: 1 };
    const providers = [...config.providers].map(
      ([name, each]) =>
        [name, { ...each, retries, apiKey: PROVIDER_KEY, headers: { "x-secret-token": HEADER_KEY } }] as const,
    );
    gateway.gateway.configure({ ...config, providers: new Map(providers) });
    const received: string[] = [];
    const ask = async (path: string, body: unknown, headers: Record<string, string>) => {
      const reply = await post(gateway.url, path, body, { headers });
      received.push(JSON.stringify([...reply.headers]), await reply.text().catch(() => ""));
    };
    for (const [index, fault] of FAULTS.entries())
      for (const dialect of DIALECTS.filter((_, column) => isDrawn(3, index, column))) {
        const { path, body } = requestFor(dialect, {
          model: `${DIALECTS[index % 5]}/${fault}`,
          streams: index % 2 === 0,
        });
        await ask(path, body, { "x-api-key": CLIENT_KEY });
        await ask(`${path}${path.includes("?") ? "&" : "?"}key=${encodeURIComponent(CLIENT_KEY)}`, body, {});
        await ask(path, body, { "x-api-key": `${CLIENT_KEY}-wrong` });
      }
    await ask(`/nowhere?key=${CLIENT_KEY}`, {}, {});
    await ask(`/v1/messages?key=${CLIENT_KEY}`, "{broken", {});
    for (const path of ["/metrics", "/readyz", "/healthz", "/", "/v1/models", "/api/tags"])
      received.push(await (await fetch(`${gateway.url}${path}?key=${CLIENT_KEY}`)).text());
    await settled(gateway);
    expect(sim.requests.some(({ headers }) => JSON.stringify(headers).includes("canary"))).toBe(true);
    expectClean(received.join("\n"));
    expectClean(JSON.stringify(gateway.records));
  });

  const ECHOES: readonly (readonly [string, string, (key: string) => string])[] = [
    [
      "plainly",
      "application/json",
      (key) => JSON.stringify({ error: { message: `Incorrect API key: ${key}`, code: key, type: key } }),
    ],
    [
      "by its address",
      "application/json",
      (key) => JSON.stringify({ error: { message: `https://h/?key=${encodeURIComponent(key)}` } }),
    ],
    [
      "in Base64",
      "application/json",
      (key) => JSON.stringify({ error: { message: Buffer.from(key).toString("base64") } }),
    ],
    ["as text", "text/plain", (key) => `Incorrect API key: ${key}`],
    ["on a page", "text/html", (key) => `<p>${key}</p>`],
    ["as something else", "application/json", (key) => JSON.stringify({ detail: [{ loc: ["header"], input: key }] })],
  ];

  it.each(ECHOES)("is not sent to a client if a provider quotes it %s", async (_, type, say) => {
    const upstream = await startUpstream(({ url }, response) => {
      const [, status] = url.split("/");
      response.writeHead(Number(status), { "content-type": type, "x-ratelimit-key": "1" }).end(say(PROVIDER_KEY));
    });
    const providers = DIALECTS.flatMap((dialect) => [401, 503, 200].map((status) => ({ dialect, status })));
    const retries = { attempts: 0, delay: 1, maxDelay: 1 };
    const gateway = await startGateway({
      providers: Object.fromEntries(
        providers.map(({ dialect, status }) => [
          `${dialect}-${status}`,
          { dialect, baseUrl: `${upstream.url}/${status}`, apiKey: PROVIDER_KEY, retries },
        ]),
      ),
    });
    let sent = 0;
    for (const [row, provider] of providers.entries())
      for (const [column, dialect] of DIALECTS.entries())
        for (const streams of [true, false].filter((_, kind) => isDrawn(13, row, column, kind))) {
          sent++;
          const { path, body } = requestFor(dialect, { model: `${provider.dialect}-${provider.status}/x`, streams });
          const reply = await post(gateway.url, path, body);
          if (provider.status !== 200) expect(reply.status).toBeGreaterThanOrEqual(400);
          // A body that no dialect reads as an error is a response, which passes unchanged to a client of the same dialect.
          if (reply.status === 200 && dialect === provider.dialect) continue;
          expectClean((await reply.text()) + JSON.stringify([...reply.headers]));
        }
    expect(upstream.received).toHaveLength(sent);
    expectClean(JSON.stringify(gateway.records));
    expectClean(await (await fetch(`${gateway.url}/metrics`)).text());
  });

  it.each(DIALECTS)("is not sent to a client of %s if a provider repeats it within a stream", async (dialect) => {
    const events = [
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta: { role: "assistant", content: "Hello" }, finish_reason: null }] })}\n\n`,
      `data: ${JSON.stringify({ error: { message: `the key ${PROVIDER_KEY} has no credit`, code: PROVIDER_KEY, type: "billing" } })}\n\n`,
    ];
    let breakOff = () => {};
    const upstream = await startUpstream((_, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(events[0]);
      breakOff = () => response.end(events[1]);
    });
    const gateway = await startGateway({
      providers: { one: { dialect: "openai-chat", baseUrl: upstream.url, apiKey: PROVIDER_KEY } },
    });
    const { path, body } = requestFor(dialect, { model: "x", streams: true });
    const reply = await post(gateway.url, path, body);
    breakOff();
    const text = await reply.text();
    expect(text).toContain("Hello");
    expect(text).toContain("has no credit");
    expectClean(text);
    await gateway.requests(1);
    expectClean(JSON.stringify(gateway.records) + (await (await fetch(`${gateway.url}/metrics`)).text()));
  });

  it("is in no output of the program, in any format, nor in its errors", async () => {
    const file = fileWith(
      `providers:\n  one: { dialect: openai-chat, baseUrl: 'http://127.0.0.1:9', apiKey: '\${SECRET}', retries: { attempts: 0 } }\nkeys: [{ name: me, key: '\${CLIENT}' }]\n`,
      "toolglot.yaml",
    );
    for (const args of [[], ["--json"]]) {
      const {
        url,
        child,
        output: said,
        outcome,
      } = await serving([...args, "--config", file], {
        SECRET: "sk-canary-of-a-provider",
        CLIENT: CLIENT_KEY,
      });
      const { path, body } = requestFor("gemini", { model: "one/x", streams: true });
      expect((await post(url, `${path}&key=${CLIENT_KEY}`, body)).status).toBe(502);
      await post(url, `${path}&key=${CLIENT_KEY}x`, body);
      await post(url, `/nowhere?key=${CLIENT_KEY}`, body);
      child.kill("SIGTERM");
      await outcome;
      expect(said.stdout + said.stderr).toContain("502");
      expectClean(said.stdout + said.stderr);
    }
  });
});

describe("S27: metrics", () => {
  it("have no labels with arbitrary names from clients, and a bounded number of series", async () => {
    const { gateway } = await startGatewayAndSim();
    for (let index = 0; index < 30; index++) {
      const { path, body } = requestFor("anthropic", {
        model: `openai-chat/canary-${index}/fault-status-400`,
        streams: false,
      });
      await post(
        gateway.url,
        path,
        { ...body, metadata: { user_id: "canary" } },
        { headers: { "user-agent": "canary" } },
      );
    }
    const text = await (await fetch(`${gateway.url}/metrics`)).text();
    expect(text).toContain('gen_ai_provider_name="openai-chat"');
    expectClean(text);
  });

  it("need a key where there are keys", async () => {
    const { gateway } = await startGatewayAndSim({
      keys: [{ name: "me", sha256: await sha256(CLIENT_KEY), concurrency: 0 }],
    });
    expect((await fetch(`${gateway.url}/metrics`)).status).toBe(401);
    expect((await fetch(`${gateway.url}/metrics`, { headers: { authorization: `Bearer ${CLIENT_KEY}` } })).status).toBe(
      200,
    );
  });
});
