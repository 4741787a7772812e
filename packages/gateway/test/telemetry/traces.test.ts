import * as incubating from "@opentelemetry/semantic-conventions/incubating";
import { describe, expect, it } from "vitest";
import type { TelemetrySettings } from "../../src/config/config.ts";
import { startGateway } from "../support/gateway.ts";
import { until } from "../support/until.ts";
import { answerEvents, answerJson, startUpstream } from "../support/upstream.ts";
import { attributesOf, type Collector, type ReceivedSpan, startCollector } from "./collector.ts";

const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT = "00f067aa0ba902b7";
const PROMPT = "What is the weather in Paris?";
const TOOL = { name: "get_weather", input_schema: { type: "object", properties: { city: { type: "string" } } } };
const ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1,
  model: "gpt-5.6-2026-10-01",
  choices: [
    {
      index: 0,
      finish_reason: "tool_calls",
      message: {
        role: "assistant",
        content: null,
        tool_calls: [
          { id: "call_1", type: "function", function: { name: "get_weather", arguments: '{"city":"Paris"}' } },
        ],
      },
    },
  ],
  usage: { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25, prompt_tokens_details: { cached_tokens: 8 } },
};

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "gpt-5.6", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const STREAM = [
  chunk({ role: "assistant", content: "It " }),
  chunk({ content: "rains." }),
  chunk({}, "stop"),
  "data: [DONE]\n\n",
];

interface Setup {
  readonly headers?: Readonly<Record<string, string>>;
  readonly telemetry?: Partial<TelemetrySettings>;
  readonly collector?: Collector;
  readonly body?: object;
  readonly statuses?: number[];
  /** The models that are tried in turn. */
  readonly models?: readonly string[];
}

/** Sends one request of an Anthropic client to a Chat provider, and waits for its trace. */
async function traced({
  headers = {},
  telemetry,
  body = {},
  statuses = [],
  models = ["gpt-5.6"],
  ...given
}: Setup = {}) {
  const collector = given.collector ?? (await startCollector());
  const provider = await startUpstream(({ body: sent }, response) => {
    const status = statuses.shift() ?? 200;
    if (status !== 200) answerJson(response, status, { error: { message: "busy", type: "server_error" } });
    else if (JSON.parse(sent).stream === true) answerEvents(response, STREAM);
    else answerJson(response, 200, ANSWER);
  });
  const gateway = await startGateway({
    providers: { vendor: { dialect: "openai-chat", baseUrl: `${provider.url}/v1` } },
    routes: [{ match: "*", to: models.map((model) => ({ provider: "vendor", model })) }],
    telemetry: { otlp: collector.url, headers: {}, content: false, ...telemetry },
  });
  const request = {
    model: "claude-opus-4-5",
    max_tokens: 50,
    tools: [TOOL],
    messages: [{ role: "user", content: PROMPT }],
  };
  const response = await fetch(`${gateway.url}/v1/messages`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ ...request, ...body }),
  });
  await response.text();
  await gateway.requests(1);
  await gateway.close();
  const named = (name: string) => collector.spans.filter((span) => span.name === name);
  return { collector, provider, gateway, response, named, spans: collector.spans };
}

describe("The trace of a request", () => {
  it("has the request, the operation, the translation and the request to the provider, one in the other", async () => {
    const { named, spans } = await traced();
    const [request] = named("POST /v1/messages");
    const [operation] = named("chat gpt-5.6");
    const [translation] = named("translate request");
    const [upstream] = named("POST");
    expect(spans).toHaveLength(4);
    expect(request).not.toHaveProperty("parentSpanId");
    expect(operation?.parentSpanId).toBe(request?.spanId);
    for (const inner of [translation, upstream]) expect(inner?.parentSpanId).toBe(operation?.spanId);
    expect(new Set(spans.map(({ traceId }) => traceId)).size).toBe(1);
    expect(spans.map(({ kind }) => kind).toSorted()).toEqual([1, 2, 3, 3]);
    for (const { startTimeUnixNano: start, endTimeUnixNano: end } of spans)
      expect(BigInt(end) >= BigInt(start)).toBe(true);
  });

  it("has the names and attributes of OpenTelemetry's conventions", async () => {
    const { spans, named } = await traced();
    const known = new Set<unknown>(Object.values(incubating));
    const names = spans.flatMap(({ attributes }) => attributes.map(({ key }) => key));
    expect(names.filter((name) => !name.startsWith("toolglot.") && !known.has(name))).toEqual([]);
    expect(named("chat gpt-5.6").map(attributesOf)).toMatchObject([
      {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "vendor",
        "gen_ai.request.model": "gpt-5.6",
        "gen_ai.request.stream": false,
        "gen_ai.usage.input_tokens": 20,
        "gen_ai.usage.cache_read.input_tokens": 8,
        "gen_ai.usage.output_tokens": 5,
        "gen_ai.response.id": "chatcmpl-1",
        "gen_ai.response.model": "gpt-5.6-2026-10-01",
        "gen_ai.response.finish_reasons": { values: [{ stringValue: "tool_calls" }] },
        "server.address": "127.0.0.1",
      },
    ]);
    expect(named("POST").map(attributesOf)).toMatchObject([
      { "http.request.method": "POST", "http.response.status_code": 200, "server.address": "127.0.0.1" },
    ]);
  });

  it("continues the client's trace, and the provider is told which request it is in", async () => {
    const headers = { traceparent: `00-${TRACE}-${PARENT}-01`, tracestate: "vendor=1" };
    const { named, provider, spans } = await traced({ headers });
    expect(named("POST /v1/messages")).toMatchObject([
      { traceId: TRACE, parentSpanId: PARENT, traceState: "vendor=1" },
    ]);
    expect(spans.every(({ traceId }) => traceId === TRACE)).toBe(true);
    const sent = provider.received[0]?.headers;
    expect(sent?.traceparent).toBe(`00-${TRACE}-${named("POST")[0]?.spanId}-01`);
    expect(sent?.tracestate).toBe("vendor=1");
  });

  it("is not recorded if the client has decided so", async () => {
    const { spans, provider } = await traced({ headers: { traceparent: `00-${TRACE}-${PARENT}-00` } });
    expect(spans).toEqual([]);
    expect(provider.received[0]?.headers).not.toHaveProperty("traceparent");
  });

  it("begins anew if the client's header is malformed", async () => {
    const { named } = await traced({ headers: { traceparent: `00-${"0".repeat(32)}-${PARENT}-01` } });
    expect(named("POST /v1/messages")[0]).not.toHaveProperty("parentSpanId");
  });

  it("has every try, and the error of those that failed", async () => {
    const { named, provider } = await traced({ statuses: [503] });
    const tries = named("POST");
    expect(tries.map(({ status }) => status.code)).toEqual([2, 0]);
    expect(tries.map(attributesOf)).toMatchObject([
      { "http.response.status_code": 503, "error.type": "503" },
      { "http.response.status_code": 200, "http.request.resend_count": 1 },
    ]);
    expect(provider.received.map(({ headers }) => String(headers.traceparent).split("-")[2])).toEqual(
      tries.map(({ spanId }) => spanId),
    );
    expect(named("chat gpt-5.6")[0]?.status.code).toBe(0);
  });

  it("of a stream after a fallback counts resends for each model, and the time to the first chunk from its start", async () => {
    const { named } = await traced({ statuses: [503, 503, 503], models: ["gpt-5.6", "qwen3"], body: { stream: true } });
    const tries = named("POST").map(attributesOf);
    expect(tries.map((attributes) => attributes["http.request.resend_count"])).toEqual([undefined, 1, 2, undefined]);
    const [operation] = named("chat qwen3") as [ReceivedSpan];
    const last = named("POST").at(-1) as ReceivedSpan;
    const first = Number(attributesOf(operation)["gen_ai.response.time_to_first_chunk"]);
    const before = Number(BigInt(last.startTimeUnixNano) - BigInt(operation.startTimeUnixNano)) / 1e9;
    expect(first).toBeGreaterThanOrEqual(before);
    expect(before).toBeGreaterThan(0);
  });

  it("of the simulated provider names no server", async () => {
    const collector = await startCollector();
    const gateway = await startGateway({
      telemetry: { otlp: collector.url, headers: {}, content: false },
      providers: { vendor: { dialect: "openai-chat", baseUrl: "sim:" } },
    });
    const body = JSON.stringify({
      model: "vendor/default",
      max_tokens: 9,
      messages: [{ role: "user", content: "Hi" }],
    });
    await (await fetch(`${gateway.url}/v1/messages`, { method: "POST", body })).text();
    await gateway.requests(1);
    await gateway.close();
    expect(collector.spans.filter((span) => "server.address" in attributesOf(span))).toEqual([]);
    expect(attributesOf(collector.spans[0] as ReceivedSpan)).toHaveProperty(["url.scheme"], "http");
  });

  it("of a failed request says so", async () => {
    const { named, response } = await traced({ statuses: [503, 503, 503] });
    expect(response.status).toBeGreaterThanOrEqual(500);
    expect(named("POST /v1/messages")[0]?.status.code).toBe(2);
    expect(named("chat gpt-5.6").map((span) => [span.status.code, typeof attributesOf(span)["error.type"]])).toEqual([
      [2, "string"],
    ]);
  });

  it("of a stream has the time to its first chunk", async () => {
    const { named } = await traced({ body: { stream: true } });
    const [operation] = named("chat gpt-5.6") as [ReceivedSpan];
    const first = operation.attributes.find(({ key }) => key === "gen_ai.response.time_to_first_chunk");
    expect(first?.value).toEqual({ doubleValue: expect.any(Number) });
    expect(attributesOf(operation)).toMatchObject({
      "gen_ai.request.stream": true,
      "gen_ai.response.id": "c",
      "gen_ai.response.finish_reasons": { values: [{ stringValue: "stop" }] },
    });
  });
});

describe("What was said", () => {
  it("is not in a trace", async () => {
    const { collector } = await traced();
    expect(collector.requests.map(({ body }) => body).join("")).not.toMatch(/Paris|get_weather/);
  });

  it("is in a trace that is asked for it, in the form of the conventions", async () => {
    const { named } = await traced({ telemetry: { content: true }, body: { system: "Be brief." } });
    const attributes = attributesOf(named("chat gpt-5.6")[0] as ReceivedSpan);
    const json = (name: string) => JSON.parse(String(attributes[name])) as unknown;
    expect(json("gen_ai.system_instructions")).toEqual([{ type: "text", content: "Be brief." }]);
    expect(json("gen_ai.input.messages")).toEqual([{ role: "user", parts: [{ type: "text", content: PROMPT }] }]);
    expect(json("gen_ai.tool.definitions")).toMatchObject([{ type: "function", name: "get_weather" }]);
    expect(json("gen_ai.output.messages")).toEqual([
      {
        role: "assistant",
        parts: [{ type: "tool_call", id: "call_1", name: "get_weather", arguments: { city: "Paris" } }],
        finish_reason: "tool_calls",
      },
    ]);
  });

  it("of a stream is put together", async () => {
    const { named } = await traced({ telemetry: { content: true }, body: { stream: true } });
    const attributes = attributesOf(named("chat gpt-5.6")[0] as ReceivedSpan);
    expect(JSON.parse(String(attributes["gen_ai.output.messages"]))).toMatchObject([
      { parts: [{ type: "text", content: "It rains." }], finish_reason: "stop" },
    ]);
  });

  it("has no key of the client or of the provider", async () => {
    const headers = { "x-api-key": "sk-client-0123456789abcdef" };
    const body = {
      messages: [{ role: "user", content: "my key is sk-client-0123456789abcdef, yours key-of-vendor-x" }],
    };
    const { collector } = await traced({ telemetry: { content: true }, headers, body });
    expect(collector.requests.map((each) => each.body).join("")).not.toContain("sk-client-0123456789abcdef");
  });
});

describe("A collector", () => {
  it("gets the headers of the config, which are secrets", async () => {
    const { collector, gateway } = await traced({
      telemetry: { headers: { authorization: "Bearer collector-secret-1" } },
    });
    expect(collector.requests[0]).toMatchObject({
      url: "/v1/traces",
      headers: { authorization: "Bearer collector-secret-1" },
    });
    expect(gateway.gateway.redactor.redact("Bearer collector-secret-1")).not.toContain("collector-secret-1");
  });

  it("that is overloaded gets the same spans again", async () => {
    const collector = await startCollector(503);
    const provider = await startUpstream((_, response) => answerJson(response, 200, ANSWER));
    const gateway = await startGateway({
      providers: { vendor: { dialect: "openai-chat", baseUrl: `${provider.url}/v1` } },
      telemetry: { otlp: collector.url, headers: {}, content: false },
    });
    const body = JSON.stringify({ model: "gpt-5.6", messages: [{ role: "user", content: "Hi" }] });
    const headers = { "content-type": "application/json" };
    await (await fetch(`${gateway.url}/v1/chat/completions`, { method: "POST", headers, body })).text();
    await until(() => gateway.gateway.troubles.has("telemetry"));
    expect(gateway.gateway.troubles.get("telemetry")).toContain("503");
    await until(() => collector.spans.length > 0, 10_000);
    await until(() => !gateway.gateway.troubles.has("telemetry"));
    expect(gateway.records.filter((record) => record.event === "telemetry")).toHaveLength(1);
  });

  it("that is gone delays nothing", async () => {
    const { response, gateway } = await traced({ telemetry: { otlp: "http://127.0.0.1:9" } });
    expect(response.status).toBe(200);
    expect(gateway.gateway.troubles.get("telemetry")).toContain("traces cannot be sent");
  });
});
