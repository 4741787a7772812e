// What recording for the inspector costs, without HTTP and translation: node --expose-gc bench/gateway/recorder.mjs [--rounds N] [--kind KIND].
//
// The inspector is told the same of a request as in a gateway. Rounds with and without it take turns; the difference of their
// CPU times, garbage collection included, is what recording costs: of whole exchanges, and when there are more than
// `inspector.maxPerSecond`: then the row alone is kept, or the exchange is only counted. What it allocates and what it keeps on the heap of JavaScript does not depend on how busy the machine is.
import { parseArgs } from "node:util";
import { getHeapStatistics } from "node:v8";
import { createBridge } from "../../packages/core/dist/index.js";
import { bindings } from "../../packages/gateway/dist/bindings/index.js";
import { ObservedReply } from "../../packages/gateway/dist/http/observed-reply.js";
import { Gateway, MemoryStore, readConfig } from "../../packages/gateway/dist/index.js";
import { Inspector } from "../../packages/gateway/dist/inspector/inspector.js";
import { frames, modelOf, PATHS, request, wholeResponse } from "./fixtures.mjs";

const { values: flags } = parseArgs({
  options: { rounds: { type: "string", default: "40" }, kind: { type: "string" } },
});
const KINDS = [
  { kind: "whole, 2 KB", stream: false, tools: false, count: 1000 },
  { kind: "stream, 200 chunks", stream: true, tools: false, count: 300 },
  { kind: "whole, 24 tools", stream: false, tools: true, count: 500 },
].filter(({ kind }) => flags.kind === undefined || kind === flags.kind);
/** What is kept of an exchange, and the setting for it. */
const PARTS = [
  ["all", 1_000_000],
  ["the row, or a count", 0],
];
/** Longer than what is left to be done later waits, in milliseconds. */
const SETTLED = 20;
/** So few exchanges that there is no garbage collection among them. */
const FEW = 100;
/** Some requests are handled at the same time. */
const AT_ONCE = 8;

const NOTHING = { head() {}, data() {}, end() {}, fail() {} };
const REPLY = {
  begun: false,
  begin() {},
  write: () => true,
  end() {},
  destroy() {},
  onClientClosed() {},
  onDrain() {},
};

const SENT = { "content-type": "application/json", authorization: "Bearer key-of-the-mock" };
const destination = { provider: { name: "mock", dialect: "openai-chat" }, model: "gpt-4.1" };
let exchanges = 0;

console.log(
  "| | kept | recording, µs, median of the rounds | mean | bytes allocated | bytes kept |\n|---|---|---|---|---|---|",
);
for (const { kind, ...options } of KINDS)
  for (const [part, maxPerSecond] of PARTS) {
    const { costs, allocated, kept } = await measure({ ...options, maxPerSecond });
    console.log(
      `| ${kind} | ${part} | ${median(costs).toFixed(1)} | ${mean(costs).toFixed(1)} | ${allocated} | ${kept} |`,
    );
  }
process.exit(0);

async function measure({ stream, tools, count, maxPerSecond }) {
  const exchange = await fixture({ stream, tools });
  const inspector = await newInspector(maxPerSecond);
  const run = (observer) => round(exchange, observer, count);
  // Until the ring is full, nothing is removed from it.
  for (let warm = 0; warm < 12; warm++) for (const observer of [undefined, inspector]) await run(observer);
  const costs = [];
  for (let number = 0; number < Number(flags.rounds); number++) {
    const without = await run(undefined);
    costs.push((await run(inspector)) - without);
  }
  const allocated = (await heapGrowth(exchange, inspector)) - (await heapGrowth(exchange, undefined));
  return { costs, allocated, kept: await heapGrowth(exchange, await newInspector(maxPerSecond), true) };
}

/** By how much the heap grows with an exchange, in bytes: with all that is allocated, or with what is left after a garbage collection. */
async function heapGrowth(exchange, inspector, isCollected = false) {
  const used = () => {
    if (isCollected) globalThis.gc?.();
    return getHeapStatistics().used_heap_size;
  };
  const growths = [];
  for (let number = 0; number < 9; number++) {
    globalThis.gc?.();
    const before = used();
    for (let each = 0; each < FEW; each++) observeOne(exchange, inspector);
    growths.push(Math.round((used() - before) / FEW));
    await new Promise((resolve) => setTimeout(resolve, SETTLED));
  }
  return median(growths);
}

async function newInspector(maxPerSecond) {
  const text = JSON.stringify({
    inspector: { maxPerSecond },
    providers: { mock: { dialect: "openai-chat", baseUrl: "http://127.0.0.1:1/v1", apiKey: "key-of-the-mock" } },
  });
  const config = await readConfig(text, { name: "bench.json", env: {} });
  let inspector;
  const options = { config, send: () => NOTHING, store: new MemoryStore(config.store), log() {} };
  new Gateway({
    ...options,
    inspector: (services) => {
      inspector = new Inspector({ services });
      return inspector;
    },
  });
  return inspector;
}

/** What goes over the wire in one exchange, translated once. */
async function fixture({ stream, tools }) {
  const binding = bindings.find(({ dialect }) => dialect === "anthropic");
  const body = request("anthropic", { stream, tools });
  const bridge = createBridge({ client: "anthropic", provider: "openai-chat", providerModel: modelOf("openai-chat") });
  const upstream = JSON.stringify(bridge.request(JSON.parse(body)).value);
  const chunks = stream ? frames("openai-chat") : [wholeResponse("openai-chat")];
  const text = stream ? streamed(bridge, chunks) : JSON.stringify(bridge.response(JSON.parse(chunks[0])).value);
  const read = Buffer.from(chunks.join(""));
  return {
    binding,
    stream,
    body,
    parsed: JSON.parse(body),
    upstream,
    read,
    lengths: chunks.map(Buffer.byteLength),
    text,
  };
}

function streamed(bridge, chunks) {
  const translated = bridge.stream();
  return chunks.map((chunk) => translated.push(chunk)).join("") + translated.end();
}

/** The CPU time of one exchange, in microseconds. */
async function round(exchange, inspector, count) {
  const before = process.cpuUsage();
  for (let sent = 0; sent < count; sent += AT_ONCE) {
    for (let each = 0; each < AT_ONCE; each++) observeOne(exchange, inspector);
    await new Promise(setImmediate);
  }
  await new Promise((resolve) => setTimeout(resolve, SETTLED));
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}

// The texts and buffers are created anew, as they would be without an observer.
function observeOne({ binding, stream, body, parsed, upstream, read, lengths, text }, inspector) {
  const id = `req_${++exchanges}`;
  const started = Date.now();
  const path = PATHS.anthropic;
  const headers = { host: "127.0.0.1:4141", connection: "keep-alive", "content-type": "application/json" };
  const incoming = { method: "POST", url: path, headers, body: async () => bytes };
  const bytes = Buffer.from(body);
  const caller = { tenant: "" };
  const request = pendingRequest({ id, started, incoming, route: { dialect: "anthropic" }, caller });
  const observer = inspector?.observe(request, caller);
  const replyObserver = observer?.replyObserver;
  const reply = replyObserver === undefined ? REPLY : new ObservedReply(REPLY, replyObserver);
  observer?.onBody(bytes);
  const match = { binding, action: "generate", params: {} };
  const generated = { id, started, match, headers, body: parsed, model: "gpt-4.1", stream, caller };
  observer?.onRequest(generated);
  const sent = {
    method: "POST",
    url: "http://127.0.0.1:1/v1/chat/completions",
    headers: SENT,
    body: Buffer.from(upstream),
  };
  const sink = observer?.onUpstreamRequest(destination, sent) ?? NOTHING;
  sink.head(200, { "content-type": stream ? "text/event-stream" : "application/json" });
  let start = 0;
  const received = Buffer.from(read);
  for (const length of lengths) {
    sink.data(received.subarray(start, start + length));
    start += length;
  }
  sink.end();
  reply.begin(200, { "content-type": stream ? "text/event-stream" : "application/json", "x-toolglot-target": "mock" });
  const half = text.length >> 1;
  if (stream) reply.write(text.slice(0, half));
  reply.end(stream ? text.slice(half) : ` ${text}`.slice(1));
  observer?.onAttemptEnd({ type: "completed" });
  const result = { losses: [] };
  observer?.onExchangeEnd(result);
  // A literal that begins with another object would have a shape of its own each time.
  const record = {
    event: "request",
    id,
    method: "POST",
    path,
    client: "anthropic",
    status: 200,
    outcome: "success",
    usage: { input: 500, output: 200 },
    model: "gpt-4.1",
    provider: "mock",
    providerModel: "gpt-4.1",
    durationMs: 1,
  };
  observer?.onLogged(record);
  if (observer !== undefined) return;
  Object.assign(request, { generated, received: bytes, sent, destination, calls: 1, result });
  inspector?.onUnrecorded(request, record);
}

/** With all fields, as the gateway has it, also where nothing is recorded. */
function pendingRequest(head) {
  return {
    ...head,
    replayOf: undefined,
    generated: undefined,
    received: undefined,
    sent: undefined,
    destination: undefined,
    calls: 0,
    attempt: undefined,
    result: undefined,
  };
}

function mean(numbers) {
  return numbers.reduce((total, each) => total + each, 0) / numbers.length;
}

function median(numbers) {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1];
}
