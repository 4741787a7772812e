import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Inspector } from "../../src/inspector/inspector.ts";
import { KeptRecording } from "../../src/inspector/kept-recording.ts";
import { RecordedExchanges } from "../../src/inspector/recorded-exchanges.ts";
import { knownSummary, sessionOf } from "../../src/inspector/view.ts";
import { until } from "../support/until.ts";
import { Recorder } from "./recorder.ts";

const CLIENT_KEY = "sk-client-canary-0123456789abcdef";
const PROVIDER_KEY = "sk-provider-canary-0123456789abcdef";
const PASSWORD = "hunter2-canary-of-an-argument";
const CANARIES = /client-canary|provider-canary|hunter2-canary/;

/** Longer than an exchange may wait, in milliseconds. */
const TOO_LONG = 11_000;

/** What takes long, in milliseconds. */
const SLOW = 5;

let utilization = 0;

beforeEach(() => {
  utilization = 0;
  vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => ({ idle: 0, active: 0, utilization }));
});

afterEach(() => {
  vi.restoreAllMocks();
});

async function start(): Promise<Recorder> {
  const { providerUrl: url } = new Recorder().network;
  const chat = { dialect: "openai-chat", baseUrl: `${url}/v1`, apiKey: PROVIDER_KEY };
  return Recorder.start({ providers: { chat } });
}

/** Sends a request with secrets in its head, its model, its body and, as a loss, in the path of a field. */
async function ask(recorder: Recorder, streams = false): Promise<void> {
  await recorder.ask("anthropic", `chat/x-${PROVIDER_KEY}`, {
    streams,
    prompt: `my key is ${CLIENT_KEY}`,
    body: { metadata: { user_id: "ann", password: PASSWORD }, [`note of ${CLIENT_KEY}`]: 1 },
    headers: { "x-api-key": CLIENT_KEY, "x-note": `of ${PROVIDER_KEY}` },
  });
}

const inspectorOf = (recorder: Recorder) => recorder.gateway.inspector as Inspector;

function recordings(recorder: Recorder): readonly KeptRecording[] {
  return inspectorOf(recorder)
    .ring.all()
    .flatMap((exchange) => (exchange instanceof KeptRecording ? exchange : []));
}

/** The memory of all bodies, with what was there before. */
function memoryOf(recorder: Recorder): string {
  const { store } = inspectorOf(recorder).recorder as unknown as { store: { current: { memory: Buffer } } };
  return store.current.memory.toString("latin1");
}

/** The events until one says that an exchange is over, or that all has to be read again. */
async function eventsOf(reply: Response): Promise<string> {
  const reader = reply.body?.getReader();
  let text = "";
  while (!text.includes('"state":"done"') && !text.includes("event: reset"))
    text += Buffer.from((await reader?.read())?.value ?? []).toString();
  await reader?.cancel();
  return text;
}

async function everything(recorder: Recorder): Promise<string> {
  const list = await recorder.list();
  const shown = await Promise.all(list.map(({ id }) => recorder.everything(id)));
  return [JSON.stringify(list), ...shown].join("\n");
}

describe("an exchange that waits for its secrets to be removed", () => {
  for (const streams of [false, true])
    it(`shows none to whoever looks at once, ${streams ? "as a stream" : "as a whole"}`, async () => {
      utilization = 1;
      const recorder = await start();
      await ask(recorder, streams);
      expect(recordings(recorder).map(({ isRedacted }) => isRedacted)).toEqual([false]);
      expect(memoryOf(recorder)).toMatch(CANARIES);
      const all = await everything(recorder);
      expect(CANARIES.exec(all)?.[0]).toBeUndefined();
      expect(all).toContain("my key is [redacted]");
      expect(recordings(recorder).map(({ isRedacted }) => isRedacted)).toEqual([true]);
      expect(memoryOf(recorder)).not.toMatch(CANARIES);
    });

  it("shows none in the events of a page that was open before, or is opened now", async () => {
    utilization = 1;
    const recorder = await start();
    const reply = await recorder.fetch("/_inspector/events");
    await ask(recorder);
    const text = await eventsOf(reply);
    expect(text).toContain('"state":"done"');
    expect(CANARIES.exec(text)?.[0]).toBeUndefined();
    await ask(recorder);
    const later = await eventsOf(await recorder.fetch("/_inspector/events", { headers: { "last-event-id": "-1" } }));
    expect(CANARIES.exec(later)?.[0]).toBeUndefined();
  });

  it("shows none, wherever it is asked for", async () => {
    utilization = 1;
    const recorder = await start();
    await ask(recorder);
    const [exchange] = recordings(recorder);
    const { views, ring, redactor } = inspectorOf(recorder);
    const shown = [
      ...(await new RecordedExchanges(inspectorOf(recorder)).summaries([exchange?.id ?? ""])),
      ...(await views.summaries(ring.all())),
      exchange && knownSummary(exchange, redactor),
      exchange && sessionOf(exchange, redactor),
    ];
    expect(CANARIES.exec(JSON.stringify(shown))?.[0]).toBeUndefined();
    expect(CANARIES.exec(await everything(recorder))?.[0]).toBeUndefined();
  });

  it("counts towards the memory of all", async () => {
    utilization = 1;
    const recorder = await start();
    await ask(recorder);
    const [exchange] = recordings(recorder);
    const bodies = (await everything(recorder)).length;
    expect(inspectorOf(recorder).ring.size).toBeGreaterThan(bodies / 4);
    inspectorOf(recorder).ring.remove([exchange as KeptRecording]);
    expect(inspectorOf(recorder).ring.size).toBe(0);
  });

  it("shows none to the process that asks a worker for it", async () => {
    utilization = 1;
    const recorder = await start();
    await ask(recorder);
    const recorded = new RecordedExchanges(inspectorOf(recorder));
    const { exchanges } = await recorded.changes(-1);
    expect(exchanges).toHaveLength(1);
    expect(CANARIES.exec(JSON.stringify(exchanges))?.[0]).toBeUndefined();
    const [id = ""] = exchanges.map((exchange) => exchange.id);
    const bodies = ["client-request", "attempt-1-request", "attempt-1-response", "client-response"];
    const texts = await Promise.all(bodies.map((name) => recorded.body(id, name)));
    const shown = JSON.stringify([
      await recorded.detail(id),
      await recorded.summaries([id]),
      texts.map((bytes) => Buffer.from(bytes ?? []).toString()),
    ]);
    expect(shown).toContain("my key is [redacted]");
    expect(CANARIES.exec(shown)?.[0]).toBeUndefined();
  });

  it("waits for the end of a burst of requests, in which the event loop has some time to spare", async () => {
    utilization = 0.7;
    const recorder = await start();
    await ask(recorder);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(recordings(recorder).map(({ isRedacted }) => isRedacted)).toEqual([false]);
    recorder.clock.turn(TOO_LONG / 4);
    await until(() => recordings(recorder).every(({ isRedacted }) => isRedacted));
    expect(memoryOf(recorder)).not.toMatch(CANARIES);
  });

  it("is redacted without a look as soon as the event loop is idle, however many there are", async () => {
    utilization = 1;
    const recorder = await start();
    for (let index = 0; index < 20; index++) await ask(recorder, index % 2 === 0);
    expect(recordings(recorder).some(({ isRedacted }) => isRedacted)).toBe(false);
    utilization = 0.1;
    await until(() => recordings(recorder).every(({ isRedacted }) => isRedacted));
    expect(memoryOf(recorder)).not.toMatch(CANARIES);
    for (const exchange of recordings(recorder))
      expect(exchange.peek().bodies.map(({ isKept }) => isKept)).not.toContain(false);
  });

  it("is redacted little by little while the event loop is busy", async () => {
    utilization = 1;
    const recorder = await start();
    await ask(recorder);
    recorder.clock.turn(TOO_LONG / 4);
    await until(() => recordings(recorder).every(({ isRedacted }) => isRedacted));
    const [exchange] = await recorder.list();
    expect(exchange).not.toHaveProperty("bodiesDropped");
    expect(memoryOf(recorder)).not.toMatch(CANARIES);
  });

  it("loses its bodies after ten seconds of a busy event loop, and says so", async () => {
    utilization = 1;
    const recorder = await start();
    for (let index = 0; index < 3; index++) await ask(recorder);
    recorder.clock.turn(TOO_LONG);
    let time = recorder.clock.elapsed();
    vi.spyOn(recorder.clock, "elapsed").mockImplementation(() => (time += SLOW));
    await until(() => recordings(recorder).every(({ isRedacted }) => isRedacted));
    const dropped = (await recorder.list()).filter(({ bodiesDropped }) => bodiesDropped === "busy");
    // There was time for the oldest.
    expect(dropped).toHaveLength(2);
    const { request, response, losses } = await recorder.api<Awaited<ReturnType<Recorder["last"]>>>(
      `/exchanges/${dropped[0]?.id}`,
    );
    expect([request.kept, response?.kept]).toEqual([false, false]);
    expect(losses.length).toBeGreaterThan(0);
    expect(dropped[0]).toMatchObject({ state: "done", status: 200, provider: "chat" });
    expect(CANARIES.exec(await everything(recorder))?.[0]).toBeUndefined();
    expect(memoryOf(recorder)).not.toMatch(CANARIES);
  });

  it("is forgotten when it is removed, and leaves nothing in memory", async () => {
    utilization = 1;
    const recorder = await start();
    await ask(recorder);
    await recorder.fetch("/_inspector/exchanges", { method: "DELETE" });
    expect(memoryOf(recorder)).not.toMatch(CANARIES);
  });
});
