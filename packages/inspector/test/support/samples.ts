import { createBridge, type DialectName, type Json, type Loss } from "@toolglot/core";
import type { ExchangeSummary, ExportedExchange } from "@toolglot/gateway";
import { CLAUDE_REQUEST, RESPONSES_STREAM } from "./conversation.ts";

/** When the first made-up exchange begins. */
const START = Date.parse("2026-11-16T08:00:00Z");

interface SampleOptions {
  readonly seq?: number;
  readonly summary?: Partial<ExchangeSummary>;
  readonly request?: Json;
  /** The provider's frames; each is a chunk of its own. */
  readonly frames?: readonly string[];
  /** The id of the exchange before it in its session. */
  readonly previous?: string;
  readonly client?: DialectName;
  readonly provider?: DialectName;
}

/** An exchange of Claude Code with an OpenAI model, really translated; `seq` makes it another one. */
export function sampleExchange(options: SampleOptions = {}): ExportedExchange {
  const { seq = 1, request = CLAUDE_REQUEST, frames = RESPONSES_STREAM, client = "anthropic" } = options;
  const { provider = "openai-responses" } = options;
  const bridge = createBridge({ client, provider, providerModel: "gpt-5.6", profile: "strict" });
  const sent = bridge.request(request);
  const stream = bridge.stream();
  const received = frames.map((frame) => stream.push(frame));
  if (options.summary?.state !== "running") received.push(stream.end());
  const losses = [...sent.losses, ...stream.losses];
  const bodies = {
    "client-request": JSON.stringify(request),
    "attempt-1-request": JSON.stringify(sent.value),
    "attempt-1-response": frames.join(""),
    "client-response": received.join(""),
  };
  const summary = summaryOf(seq, losses, options.summary);
  return {
    toolglot: 1,
    bodies,
    detail: {
      summary,
      losses,
      ...(options.previous === undefined ? {} : { previous: options.previous }),
      bridge: { from: summary.client, to: summary.target ?? summary.client, profile: "strict", model: "gpt-5.6" },
      request: {
        ...bodyInfo("client-request", bodies["client-request"]),
        method: "POST",
        path: "/v1/messages?beta=true",
        headers: {
          "content-type": "application/json",
          "anthropic-version": "2023-06-01",
          "x-api-key": "[redacted]",
          "user-agent": "claude-cli/2.3.1 (external, cli)",
        },
      },
      response: {
        ...bodyInfo("client-response", bodies["client-response"], received),
        status: 200,
        headers: { "content-type": "text/event-stream", "x-toolglot-request-id": summary.id },
      },
      attempts: [
        {
          provider: "openai",
          model: "gpt-5.6",
          dialect: summary.target ?? summary.client,
          startedMs: 2,
          headersMs: 180,
          firstOutputMs: 412,
          endedMs: 1890,
          status: 200,
          request: {
            ...bodyInfo("attempt-1-request", bodies["attempt-1-request"]),
            url: "https://api.openai.com/v1/responses",
            headers: { "content-type": "application/json", authorization: "[redacted]" },
          },
          response: {
            ...bodyInfo("attempt-1-response", bodies["attempt-1-response"], frames),
            headers: { "content-type": "text/event-stream; charset=utf-8", "openai-processing-ms": "171" },
          },
        },
      ],
    },
  };
}

/** Many exchanges of a few sessions. They share their bodies, so that thousands fit. */
export function sampleTraffic(count: number): ExportedExchange[] {
  const [first, plain] = [sampleExchange(), sampleExchange({ request: PLAIN_REQUEST })];
  return Array.from({ length: count }, (_, index) => {
    const sample = index % 3 === 0 ? first : plain;
    const summary = { ...sample.detail.summary, ...variation(index, count) };
    return { ...sample, detail: { ...sample.detail, summary } };
  });
}

const PLAIN_REQUEST = {
  model: "claude-opus-5-5",
  max_tokens: 1000,
  messages: [{ role: "user", content: "Fix the tests" }],
};

/** What differs from one exchange of the traffic to the next, without chance. */
function variation(index: number, count: number): Partial<ExchangeSummary> {
  const isLossy = index % 3 === 0;
  const startedAt = START - (count - index) * 41_000;
  const base = {
    ...identityOf(index),
    startedAt,
    session: (0x7f2e41aa + Math.floor(index / 12) * 0x1011).toString(16),
    durationMs: 400 + ((index * 7919) % 6000),
    firstOutputMs: 200 + ((index * 104_729) % 1800),
    cost: 0.001 * (1 + (index % 17)),
    losses: isLossy ? { content: 0, setting: 2, metadata: 1 } : { content: 0, setting: 0, metadata: 0 },
    usage: {
      input: 38_000 + index,
      cacheRead: index % 4 === 0 ? 0 : 36_500,
      output: 200 + (index % 900),
      reasoning: index % 90,
    },
  };
  if (index % 29 === 28)
    return { ...base, state: "failed", status: 429, error: { type: "rate_limit", message: "Slow down" } };
  return base;
}

function identityOf(index: number): Partial<ExchangeSummary> {
  const agents = [
    {
      agent: "claude-code",
      client: "anthropic",
      model: "claude-opus-5-5",
      provider: "openai",
      providerModel: "gpt-5.6",
    },
    { agent: "codex", client: "openai-responses", model: "gpt-6", provider: "gemini", providerModel: "gemini-3.8-pro" },
    { agent: "claude-code", client: "anthropic", model: "claude-haiku-5", provider: "local", providerModel: "qwen3" },
  ] as const;
  const agent = agents[Math.floor(index / 12) % agents.length];
  return { seq: index + 1, id: `req-${index + 1}`, ...agent, key: index % 2 === 0 ? "alice" : "bob" };
}

function summaryOf(seq: number, losses: readonly Loss[], changed: Partial<ExchangeSummary> = {}): ExchangeSummary {
  const count = (level: Loss["level"]) => losses.filter((loss) => loss.level === level).length;
  return {
    seq,
    id: `req-${seq}`,
    session: "7f2e41aa",
    client: "anthropic",
    agent: "claude-code",
    model: "claude-opus-5-5",
    provider: "openai",
    providerModel: "gpt-5.6",
    target: "openai-responses",
    profile: "strict",
    state: "done",
    status: 200,
    stream: true,
    startedAt: START + seq * 10_000,
    firstOutputMs: 412,
    durationMs: 1893,
    usage: { input: 39_314, cacheRead: 38_110, output: 211, reasoning: 96 },
    cost: 0.013,
    calls: ["Read", "Bash"],
    tools: 3,
    losses: { content: count("content"), setting: count("setting"), metadata: count("metadata") },
    attempts: 1,
    excerpt: "I'll look at the failing test first.",
    ...changed,
  };
}

/** A stream's chunks arrive evenly between the first output and the end. */
function bodyInfo(name: string, body: string, chunks: readonly string[] = []) {
  const info = { name, bytes: Buffer.byteLength(body), kept: true };
  if (chunks.length === 0) return info;
  const step = 1478 / chunks.length;
  let offset = 0;
  const times = chunks.map((chunk, index): [number, number] => {
    const begin = offset;
    offset += Buffer.byteLength(chunk);
    return [Math.round(412 + index * step), begin];
  });
  return { ...info, chunks: times };
}
