import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { chatFrame, event, writeStream } from "../../../../../test/known-failures/wire.ts";
import { type ClientDialect, DIALECTS } from "../../matrix/clients/index.ts";
import {
  baseUrl,
  expectAnswered,
  expectBroken,
  expectFailed,
  expectRefused,
  HASTY,
  ONCE,
  PATIENT,
  type Run,
  until,
  useRig,
} from "./rig.ts";
import { chunk, head } from "./tcp.ts";

/** What keeps a connection alive, and says nothing. */
const HEARTBEATS: Readonly<Record<ClientDialect, string>> = {
  "openai-chat": `: keep-alive\n\n${chatFrame({})}`,
  "openai-responses": ": keep-alive\n\n",
  anthropic: event({ type: "ping" }),
  gemini: ": keep-alive\n\n",
  ollama: "\n",
};

const CONTENT = { text: "Hello, world" };

/** How many frames come up to and including the first text. */
function opening(provider: ClientDialect): string[] {
  const all = writeStream(provider, CONTENT);
  return all.slice(0, all.findIndex((frame) => frame.includes("Hello,")) + 1);
}

const rig = useRig(({ tcp, sim }) => {
  for (const dialect of DIALECTS) {
    tcp.behave(`said-${dialect}`, (socket) => beat(socket, dialect, opening(dialect)));
    tcp.behave(`unsaid-${dialect}`, (socket) => beat(socket, dialect, opening(dialect).slice(0, -1)));
  }
  const one = (dialect: string, url: string, timeouts: Partial<typeof PATIENT>) => ({
    dialect,
    baseUrl: baseUrl(dialect, url),
    retries: ONCE,
    timeouts: { ...PATIENT, ...timeouts },
  });
  return {
    providers: Object.fromEntries(
      DIALECTS.flatMap((dialect) => [
        [`quiet-${dialect}`, one(dialect, tcp.url, { idle: HASTY.idle })],
        [`first-${dialect}`, one(dialect, tcp.url, { firstByte: HASTY.firstByte })],
        [`drip-${dialect}`, one(dialect, sim.url, { idle: 1200, firstByte: 5000 })],
        [`total-${dialect}`, one(dialect, sim.url, { total: 300 })],
      ]),
    ),
  };
});

let listeners = 0;

/** Sends what there is to say, and then signs of life for as long as somebody listens. */
function beat(socket: Socket, dialect: ClientDialect, content: readonly string[]): void {
  socket.write(head({ dialect, streams: true }));
  socket.write(chunk(content.join("")));
  listeners++;
  const timer = setInterval(() => socket.write(chunk(HEARTBEATS[dialect])), 20);
  socket.on("close", () => {
    listeners--;
    clearInterval(timer);
  });
}

const PAIRS = DIALECTS.flatMap((client) => DIALECTS.map((provider) => ({ client, provider })));

/** Every client before every provider, all at once, because all of them wait. */
function runAll(modelOf: (provider: ClientDialect) => string): Promise<Run[]> {
  return Promise.all(PAIRS.map(({ client, provider }) => rig.run({ client, streams: true, model: modelOf(provider) })));
}

describe("a client of any dialect", () => {
  it("F25: gets an error if a response stops, in spite of keep-alives", async () => {
    for (const run of await runAll((provider) => `quiet-${provider}/said-${provider}@0`))
      expectBroken(run, /^idle_timeout$/);
    await until(() => listeners === 0);
    expect(listeners).toBe(0);
  });

  it("F18: gets an error if a response does not begin, in spite of keep-alives", async () => {
    for (const run of await runAll((provider) => `first-${provider}/unsaid-${provider}@0`))
      expectRefused(run, /^first_byte_timeout$/);
    await until(() => listeners === 0);
    expect(listeners).toBe(0);
  });

  it("F26: gets a slow response that takes longer than the idle timeout", async () => {
    for (const run of await runAll((provider) => `drip-${provider}/fault-drip@150`)) {
      expectAnswered(run);
      expect(run.record.durationMs).toBeGreaterThan(1200);
    }
  });

  it("F26: gets an error if a response exceeds the total timeout", async () => {
    for (const run of await runAll((provider) => `total-${provider}/fault-drip@40`)) {
      expectFailed(run, /^total_timeout$/);
      expect(await Promise.all(run.asked.map(({ ended }) => ended))).toEqual(["gone"]);
    }
  });
});
