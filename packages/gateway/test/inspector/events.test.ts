import { describe, expect, it } from "vitest";
import type { ExchangeSummary } from "../../src/inspector/protocol.ts";
import type { HeaderMap, Reply } from "../../src/transport.ts";
import { quiet } from "../support/test-clock.ts";
import { Recorder } from "./recorder.ts";

/** A client of the stream of events. What it does not read stays with the gateway. */
class Watcher implements Reply {
  status = 0;
  text = "";
  isBlocked = false;
  isDestroyed = false;
  isEnded = false;
  private drained: () => void = () => {};
  private closed: () => void = () => {};

  static async start(recorder: Recorder, headers: HeaderMap = {}): Promise<Watcher> {
    const watcher = new Watcher();
    const incoming = {
      method: "GET",
      url: "/_inspector/events",
      headers: { host: "localhost", ...headers },
      body: async () => new Uint8Array(),
    };
    await recorder.gateway.handle(incoming, watcher);
    await quiet();
    return watcher;
  }

  get begun(): boolean {
    return this.status > 0;
  }

  begin(status: number): void {
    this.status = status;
  }

  write(text: string): boolean {
    this.text += text;
    return !this.isBlocked;
  }

  end(): void {
    this.isEnded = true;
  }

  destroy(): void {
    this.isDestroyed = true;
  }

  onClientClosed(listener: () => void): void {
    this.closed = listener;
  }

  onDrain(listener: () => void): void {
    this.drained = listener;
  }

  async drain(): Promise<void> {
    this.isBlocked = false;
    this.drained();
    await quiet();
  }

  close(): void {
    this.closed();
  }

  /** The events since the last call. */
  take(): {
    readonly id: string;
    readonly event: string;
    readonly data: Partial<ExchangeSummary> & { ids?: string[] };
  }[] {
    const frames = this.text.split("\n\n").filter((frame) => frame !== "" && !frame.startsWith(":"));
    this.text = "";
    return frames.map((frame) => {
      const fields = Object.fromEntries(frame.split("\n").map((line) => line.split(/: (.*)/s)));
      return { id: fields.id, event: fields.event, data: JSON.parse(fields.data) };
    });
  }
}

describe("the stream of events", () => {
  it("tells the start, the first output and the end of an exchange", async () => {
    const recorder = await Recorder.start();
    const watcher = await Watcher.start(recorder);
    recorder.network.simulator.define("slow", () => SLOW);
    const { path, body } = {
      path: "/v1/chat/completions",
      body: { model: "chat/slow@1", stream: true, messages: [{ role: "user", content: "Hi" }] },
    };
    const reply = recorder.post(path, body);
    for (const ms of [10, 20]) {
      await recorder.clock.awaits(ms);
      await quiet();
      recorder.clock.turn(ms);
      await quiet();
    }
    await (await reply).text();
    await quiet();
    const events = watcher.take();
    expect(events.map(({ event, data }) => [event, data.state, data.firstOutputMs !== undefined])).toEqual([
      ["exchange", "running", false],
      ["exchange", "running", true],
      ["exchange", "done", true],
    ]);
    expect(events.at(-1)?.data).toMatchObject({ excerpt: "Hello", durationMs: 30 });
    expect(new Set(events.map(({ data }) => data.id)).size).toBe(1);
    expect(events.map(({ id }) => Number(id))).toEqual(events.map(({ data }) => data.seq));
    watcher.close();
  });

  it("continues after the last event that its reader has seen", async () => {
    const recorder = await Recorder.start();
    const first = await Watcher.start(recorder);
    await recorder.ask("openai-chat", "claude/x", { prompt: "one" });
    const { id: last = "" } = first.take().at(-1) ?? {};
    first.close();
    await recorder.ask("openai-chat", "claude/x", { prompt: "two" });
    await recorder.ask("openai-chat", "claude/x", { prompt: "three" });
    const second = await Watcher.start(recorder, { "last-event-id": last });
    expect(second.take().map(({ data }) => data.state)).toEqual(["done", "done"]);
    second.close();
  });

  it.each(["0", "999999999999999999", "x"])("begins anew for a reader with the unknown id %s", async (id) => {
    const recorder = await Recorder.start();
    await recorder.ask("openai-chat", "claude/x");
    const watcher = await Watcher.start(recorder, { "last-event-id": id });
    expect(watcher.take().map(({ event }) => event)).toEqual(["reset"]);
    await recorder.ask("openai-chat", "claude/x");
    expect(watcher.take().map(({ event }) => event)).toContain("exchange");
    watcher.close();
  });

  it("tells what was dropped for newer exchanges", async () => {
    const recorder = await Recorder.start({ inspector: { maxBytes: 20_000 } });
    const watcher = await Watcher.start(recorder);
    for (let index = 0; index < 12; index++) await recorder.ask("openai-chat", "claude/x");
    const events = watcher.take();
    const removed = events.flatMap(({ event, data }) => (event === "removed" ? (data.ids ?? []) : []));
    const seen = new Set(events.flatMap(({ data }) => data.id ?? []));
    const left = (await recorder.list()).map(({ id }) => id);
    expect(removed.length).toBeGreaterThan(0);
    expect(left.length).toBeGreaterThan(0);
    expect([...removed, ...left].toSorted()).toEqual([...seen].toSorted());
    watcher.close();
  });

  it("buffers nothing for a reader that does not read, and tells it the rest later", async () => {
    const recorder = await Recorder.start();
    const watcher = await Watcher.start(recorder);
    watcher.isBlocked = true;
    for (let index = 0; index < 5; index++) await recorder.ask("openai-chat", "claude/x", { prompt: `${index}` });
    // One write finds out that the reader does not keep up.
    const first = watcher.take();
    expect(first).toHaveLength(1);
    await watcher.drain();
    expect(new Set([...first, ...watcher.take()].map(({ data }) => data.id)).size).toBe(5);
    watcher.close();
  });

  it("drops a reader that does not read for too long", async () => {
    const recorder = await Recorder.start();
    const watcher = await Watcher.start(recorder);
    watcher.isBlocked = true;
    await recorder.ask("openai-chat", "claude/x");
    recorder.clock.turn(30_000);
    expect(watcher.isDestroyed).toBe(true);
    expect(recorder.clock.timers).toEqual([]);
  });

  it("sends a comment when it is silent, and nothing after the reader has gone", async () => {
    const recorder = await Recorder.start();
    const watcher = await Watcher.start(recorder);
    watcher.text = "";
    recorder.clock.turn(15_000);
    expect(watcher.text).toBe(": keep-alive\n\n");
    watcher.close();
    expect(recorder.clock.timers).toEqual([]);
  });

  it("ends when the gateway is about to stop, and does not begin then", async () => {
    const recorder = await Recorder.start();
    const watcher = await Watcher.start(recorder);
    recorder.gateway.drain();
    expect(watcher.isEnded).toBe(true);
    expect((await Watcher.start(recorder)).status).toBe(503);
    expect(recorder.clock.timers).toEqual([]);
  });
});

const chunk = (delta: unknown, finish: string | null = null) =>
  new TextEncoder().encode(
    `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "x", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
  );

const SLOW = [
  { type: "head", status: 200, headers: { "content-type": "text/event-stream" } },
  { type: "wait", ms: 10 },
  { type: "data", bytes: chunk({ role: "assistant", content: "Hel" }) },
  { type: "wait", ms: 20 },
  { type: "data", bytes: chunk({ content: "lo" }) },
  { type: "data", bytes: chunk({}, "stop") },
  { type: "data", bytes: new TextEncoder().encode("data: [DONE]\n\n") },
  { type: "end" },
] as const;
