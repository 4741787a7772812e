// How long requests wait for a slow Redis: node bench/load/slow-redis.mjs [--rounds 100] [--timeout 50] [--json]
//
// Two gateways, one of which keeps its state in a real redis-server behind a proxy that delays the answers; the other one has it in memory. Each
// round sends the same requests to both, one after the other and in changing order, so that what the machine does otherwise meets both alike. What the
// state adds is the difference of their percentiles. On the way of each request is the limit of its key; a turn of a stored conversation
// (`previous_response_id`) also reads the response before, and the next turn needs what it has written.
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { end, startGateway, startRedis } from "./processes.mjs";

const { values: flags } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    timeout: { type: "string", default: "50" },
    json: { type: "boolean" },
  },
});
const ROUNDS = Number(flags.rounds);
const TIMEOUT = Number(flags.timeout);
const DELAYS = [0, 5, 50, 500];
const WARM = 30;
/** The percentiles that are shown. */
const SHARES = [0.5, 0.9, 0.99];
const PROXY = fileURLToPath(new URL("delay-proxy.mjs", import.meta.url));
const KINDS = { "a request of a key with a limit": ask, "a turn of a stored conversation": continueStored };

const folder = mkdtempSync(join(tmpdir(), "toolglot-slow-redis-"));
const started = [];
let rows;
try {
  rows = await measureAll();
} finally {
  for (const child of started.toReversed()) await end(child);
  rmSync(folder, { recursive: true, force: true });
}
console.log(flags.json ? JSON.stringify({ rounds: ROUNDS, timeout: TIMEOUT, rows }, undefined, 2) : toMarkdown());

async function measureAll() {
  const redis = await startRedis(folder, started);
  const proxy = await startProxy(new URL(redis.url).port);
  const state = { redis: proxy.url, timeout: `${TIMEOUT}ms`, onDown: { limits: "open", stored: "open" } };
  const gateways = {
    memory: await startGateway(configFile("memory", {}), 1, started),
    redis: await startGateway(configFile("redis", { state }), 1, started),
  };
  for (const each of Object.values(gateways)) each.responses = new Map();
  await rounds(gateways, WARM);
  const measured = [];
  for (const delay of DELAYS) {
    await proxy.set(delay);
    await rounds(gateways, 3);
    const times = await rounds(gateways, ROUNDS);
    for (const kind of Object.keys(KINDS)) measured.push({ delay, kind, ...rowOf(times[kind]) });
    console.error(`${delay} ms: measured`);
  }
  return measured;
}

async function startProxy(target) {
  const child = fork(PROXY, [target]);
  started.push(child);
  const [{ port }] = await once(child, "message");
  return {
    url: `redis://127.0.0.1:${port}/0`,
    async set(delay) {
      child.send({ delay });
      await once(child, "message");
    },
  };
}

function configFile(name, more) {
  const file = join(folder, `${name}.json`);
  const providers = { simulated: { dialect: "openai-chat", baseUrl: "sim:" } };
  const keys = [{ name: "ann", key: "key-of-ann", rpm: 1_000_000 }];
  writeFileSync(file, JSON.stringify({ providers, keys, server: { maxLag: 0 }, ...more }), { mode: 0o600 });
  return file;
}

/** Sends each kind of request to each gateway so many times; returns the milliseconds that each took. */
async function rounds(gateways, count) {
  const times = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, { memory: [], redis: [], failed: 0 }]));
  for (let index = 0; index < count; index++)
    for (const [kind, send] of Object.entries(KINDS))
      for (const name of index % 2 === 0 ? ["memory", "redis"] : ["redis", "memory"]) {
        const began = performance.now();
        const isDone = await send(gateways[name]);
        times[kind][name].push(performance.now() - began);
        if (!isDone) times[kind].failed++;
      }
  return times;
}

async function ask({ url }) {
  const messages = [{ role: "user", content: "Hello" }];
  return (await post(`${url}/v1/chat/completions`, { messages })) !== undefined;
}

/** Continues the conversation of a gateway, or begins one. */
async function continueStored({ url, responses }) {
  const previous = responses.get("last");
  const body = { input: "Go on", store: true, ...(previous === undefined ? {} : { previous_response_id: previous }) };
  const response = await post(`${url}/v1/responses`, body);
  // A conversation grows with each turn: a new one begins before that matters.
  responses.set("turns", (responses.get("turns") ?? 0) + 1);
  responses.set("last", responses.get("turns") % 5 === 0 ? undefined : response?.id);
  return response !== undefined;
}

async function post(url, body) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: "Bearer key-of-ann" },
    body: JSON.stringify({ model: "simulated/default", ...body }),
  });
  const text = await response.text();
  return response.status === 200 ? JSON.parse(text) : undefined;
}

function rowOf({ memory, redis, failed }) {
  const [without, withRedis] = [memory, redis].map((times) => SHARES.map((share) => quantile(times, share)));
  return { memory: without, redis: withRedis, added: withRedis.map((time, index) => time - without[index]), failed };
}

function quantile(numbers, share) {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

function toMarkdown() {
  const cell = (times) => times.map((milliseconds) => milliseconds.toFixed(0)).join(" / ");
  const lines = rows.map(({ delay, kind, memory, redis, added, failed }) =>
    [
      "",
      delay === 0 ? "at once" : `after ${delay} ms`,
      kind,
      cell(memory),
      cell(redis),
      `**${cell(added)}**`,
      String(failed),
      "",
    ].join(" | "),
  );
  return [
    `Milliseconds, p50 / p90 / p99 of ${ROUNDS} requests; \`state.timeout\` is ${TIMEOUT} ms.`,
    "",
    "| Redis answers | what | state in memory | state in Redis | added | failed |",
    "|---|---|---|---|---|---|",
    ...lines.map((line) => line.trim()),
  ].join("\n");
}
