import type { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { chatFrame, event, frames } from "../../../../../test/known-failures/speak.ts";
import { DIALECTS, type Spoken } from "../../matrix/clients/index.ts";
import { baseUrl, expectAnswered, expectBroken, expectRefused, HASTY, ONCE, PATIENT, until, useRig } from "./rig.ts";
import { chunk, head } from "./tcp.ts";

/** What keeps a connection alive, and says nothing. */
const HEARTBEATS: Readonly<Record<Spoken, string>> = {
  "openai-chat": `: keep-alive\n\n${chatFrame({})}`,
  "openai-responses": ": keep-alive\n\n",
  anthropic: event({ type: "ping" }),
  gemini: ": keep-alive\n\n",
  ollama: "\n",
};

const SAID = { text: "Hello, world" };

/** How many frames come before, and with, the first words. */
function opening(provider: Spoken): string[] {
  const all = frames(provider, SAID);
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
function beat(socket: Socket, dialect: Spoken, said: readonly string[]): void {
  socket.write(head({ dialect, streams: true }));
  socket.write(chunk(said.join("")));
  listeners++;
  const timer = setInterval(() => socket.write(chunk(HEARTBEATS[dialect])), 20);
  socket.on("close", () => {
    listeners--;
    clearInterval(timer);
  });
}

describe.each(DIALECTS)("a client of %s", (client) => {
  it("F25: is told that an answer does not go on, be there ever so many signs of life", async () => {
    const trials = DIALECTS.map((provider) => ({
      client,
      streams: true,
      model: `quiet-${provider}/said-${provider}@0`,
    }));
    const runs = await Promise.all(trials.map((trial) => rig.run(trial)));
    for (const run of runs) expectBroken(run, /^idle_timeout$/);
    await until(() => listeners === 0);
    expect(listeners).toBe(0);
  });

  it("F18: is told that an answer does not begin, be there ever so many signs of life", async () => {
    const trials = DIALECTS.map((provider) => ({
      client,
      streams: true,
      model: `first-${provider}/unsaid-${provider}@0`,
    }));
    const runs = await Promise.all(trials.map((trial) => rig.run(trial)));
    for (const run of runs) expectRefused(run, /^first_byte_timeout$/);
    await until(() => listeners === 0);
    expect(listeners).toBe(0);
  });

  it("F26: waits for an answer that comes slowly and takes longer than any pause may", async () => {
    const runs = DIALECTS.map((provider) =>
      rig.run({ client, streams: true, model: `drip-${provider}/fault-drip@150` }),
    );
    for (const run of await Promise.all(runs)) {
      expectAnswered(run);
      expect(run.record.durationMs).toBeGreaterThan(1200);
    }
  });

  it("F26: is told of an answer that takes longer than all of it may", async () => {
    const runs = DIALECTS.map((provider) =>
      rig.run({ client, streams: true, model: `total-${provider}/fault-drip@40` }),
    );
    for (const run of await Promise.all(runs)) {
      if (run.status === 200) expectBroken(run, /^total_timeout$/);
      else expectRefused(run, /^total_timeout$/);
      expect(await Promise.all(run.asked.map(({ ended }) => ended))).toEqual(["gone"]);
    }
  });
});
