import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byExtent } from "../../../../test/support/extent.ts";
import { withoutEscapes } from "../../../../test/support/without-escapes.ts";
import type { Inspector } from "../../src/inspector/inspector.ts";
import { KeptRecording } from "../../src/inspector/kept-recording.ts";
import { type SimStep, textStep } from "../../src/sim/steps.ts";
import { until } from "../support/until.ts";
import { Recorder } from "./recorder.ts";

const CLIENT_KEY = "sk-client-canary-0123456789abcdef";
const PROVIDER_KEY = "sk-provider-canary-0123456789abcdef";
const PASSWORD = "hunter2-canary-of-an-argument";

/** How each character of a text is written: as it is, or escaped as JSON allows, also within JSON in a text. */
const spellings = (length: number) => fc.array(fc.nat(3), { minLength: length, maxLength: length });

function spelled(text: string, choices: readonly number[], depth = 1): string {
  const escaped = (char: string, choice: number) => {
    const hex = char.charCodeAt(0).toString(16).padStart(4, "0");
    return `${"\\".repeat(depth)}u${choice === 1 ? hex : hex.toUpperCase()}`;
  };
  return [...text]
    .map((char, index) => ((choices[index] ?? 0) > 1 ? char : escaped(char, choices[index] ?? 0)))
    .join("");
}

/** Where a text is cut in pieces. */
function pieces(text: string, cuts: readonly number[]): string[] {
  const places = [...new Set(cuts.map((cut) => cut % text.length))].toSorted((one, other) => one - other);
  return [0, ...places].map((start, index) => text.slice(start, places[index])).filter((piece) => piece !== "");
}

async function start(): Promise<Recorder> {
  const { providerUrl: url } = new Recorder().network;
  const chat = { dialect: "openai-chat", baseUrl: `${url}/v1`, apiKey: PROVIDER_KEY };
  return Recorder.start({ providers: { chat } });
}

/** All memory in which bodies are kept, and all else that is kept of exchanges. */
function keptIn(recorder: Recorder): string {
  const { ring } = recorder.gateway.inspector as Inspector;
  return ring
    .all()
    .map((exchange) => {
      if (!(exchange instanceof KeptRecording)) return "";
      const { bodies, path, headers, response, outcome, conversation, losses, attempts } = exchange.peek();
      const memory = bodies.flatMap(
        (body) => (body as unknown as { stored?: { slab: { memory: Buffer } } }).stored ?? [],
      );
      const heads = attempts.map(({ url, requestHeaders, responseHeaders, error }) => [
        url,
        requestHeaders,
        responseHeaders,
        error,
      ]);
      const texts = memory.map(({ slab }) => slab.memory.toString("latin1"));
      return [...texts, JSON.stringify([path, headers, response, outcome, conversation, losses, heads])].join("\n");
    })
    .join("\n");
}

const isRedacted = (recorder: Recorder) =>
  (recorder.gateway.inspector as Inspector).ring
    .all()
    .every((exchange) => exchange instanceof KeptRecording && exchange.isRedacted);

/** Sends a body, and returns all that is kept and shown of the exchange, with every escape replaced by what it means. */
async function everywhere(recorder: Recorder, body: string, headers: Record<string, string> = {}): Promise<string> {
  const reply = await recorder.fetch("/v1/chat/completions", {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${CLIENT_KEY}`, ...headers },
    body,
  });
  await recorder.clock.turnUntil(reply.text());
  await until(() => isRedacted(recorder));
  const kept = keptIn(recorder);
  const list = await recorder.list();
  const shown = await Promise.all(list.map(({ id }) => recorder.everything(id)));
  return withoutEscapes([kept, JSON.stringify(list), ...shown].join("\n"));
}

const CANARIES = /client-canary|provider-canary|hunter2-canary/;

function chunk(delta: unknown, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "x", choices })}\n\n`;
}

function streamOf(texts: readonly string[]): SimStep[] {
  const head: SimStep = {
    type: "head",
    status: 200,
    headers: { "content-type": "text/event-stream", "x-debug": PROVIDER_KEY },
  };
  return [head, ...texts.map(textStep), { type: "end" }];
}

describe("a canary is neither kept nor shown", () => {
  it("in a request, with any of its characters escaped, in a text, in arguments and in a field named like a secret", async () => {
    const recorder = await start();
    const fields = fc.constantFrom("api_key", "password", "accessToken", "client-secret", "Authorization");
    const sample = fc.tuple(fields, spellings(40), spellings(40), fc.constantFrom(CLIENT_KEY, PROVIDER_KEY));
    for (const [field, first, second, key] of fc.sample(sample, byExtent({ quick: 8, sample: 25, all: 250 }))) {
      const inner = `{${"\\"}"${spelled(field, second, 2)}${"\\"}":${"\\"}"${PASSWORD}${"\\"}"}`;
      const call = `{"id":"c","type":"function","function":{"name":"f","arguments":"${inner}"}}`;
      const messages = [
        `{"role":"user","content":"key ${spelled(key, first)} and more"}`,
        `{"role":"assistant","content":null,"tool_calls":[${call}]}`,
        `{"role":"tool","tool_call_id":"c","content":"ok"}`,
      ];
      const body = `{"model":"chat/x","metadata":{"${spelled(field, first)}":"${PASSWORD}"},"messages":[${messages}]}`;
      const all = await everywhere(recorder, body, { "x-note": `of ${key}`, "x-session-token": PASSWORD });
      expect(CANARIES.exec(all)?.[0], body).toBeUndefined();
      expect(all).toContain("[redacted]");
      await recorder.fetch("/_inspector/exchanges", { method: "DELETE" });
    }
  });

  it("in the path of a loss, which a header spells with escapes", async () => {
    const { providerUrl: baseUrl } = new Recorder().network;
    const claude = { dialect: "anthropic", baseUrl, apiKey: PROVIDER_KEY };
    const recorder = await Recorder.start({ providers: { claude } });
    for (const key of [CLIENT_KEY, PROVIDER_KEY]) {
      const body = { model: "claude/x", messages: [{ role: "user", content: "Hi" }], [`note: ${key}, and more`]: 1 };
      const all = await everywhere(recorder, JSON.stringify(body));
      expect(all).toMatch(/x-toolglot-losses.*and%20more/);
      expect(CANARIES.exec(all)?.[0]).toBeUndefined();
      await recorder.fetch("/_inspector/exchanges", { method: "DELETE" });
    }
  });

  it("in a stream, wherever its events, its texts and its bytes are cut", async () => {
    const recorder = await start();
    const cuts = fc.array(fc.nat(), { maxLength: 12 });
    const ways = fc.tuple(cuts, cuts, cuts, fc.boolean());
    for (const [texts, parts, bytes, streams] of fc.sample(ways, byExtent({ quick: 7, sample: 20, all: 200 }))) {
      const json = JSON.stringify({ user: "ann", password: PASSWORD });
      const call = { index: 0, id: "call_1", type: "function", function: { name: "log_in", arguments: "" } };
      const events = [
        chunk({ role: "assistant", content: "" }),
        ...pieces(`You sent ${CLIENT_KEY}, and mine is ${PROVIDER_KEY}.`, texts).map((content) => chunk({ content })),
        chunk({ tool_calls: [call] }),
        ...pieces(json, parts).map((part) => chunk({ tool_calls: [{ index: 0, function: { arguments: part } }] })),
        chunk({}, "tool_calls"),
        "data: [DONE]\n\n",
      ];
      recorder.network.simulator.define("tells", () => streamOf(pieces(events.join(""), bytes)));
      const content = streams ? `my key is ${CLIENT_KEY}` : "log in, the password is in the tool's schema";
      const parameters = { type: "object", properties: { user: {}, password: { type: "string" } } };
      const tools = [{ type: "function", function: { name: "log_in", parameters } }];
      const body = { model: "chat/tells@1", stream: true, messages: [{ role: "user", content }], tools };
      const all = await everywhere(recorder, JSON.stringify(body));
      expect(CANARIES.exec(textsJoined(all))?.[0], JSON.stringify({ texts, parts, bytes })).toBeUndefined();
      expect(CANARIES.exec(all)?.[0]).toBeUndefined();
      await recorder.fetch("/_inspector/exchanges", { method: "DELETE" });
    }
  });
});

/** The texts of all events, one after the other. */
function textsJoined(all: string): string {
  return [...all.matchAll(/"(?:content|arguments)":"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join("");
}
