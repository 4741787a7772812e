import { describe, expect, it } from "vitest";
import { Inspector } from "../../src/inspector/inspector.ts";
import type { ExchangeList } from "../../src/inspector/protocol.ts";
import { RecordedExchanges } from "../../src/inspector/recorded-exchanges.ts";
import type { RemoteRecorder } from "../../src/inspector/remote-recorder.ts";
import { Channel } from "../../src/workers/channel.ts";
import type { WorkerMethods } from "../../src/workers/methods.ts";
import { recorderMethods, workerRecorder } from "../../src/workers/worker-recorder.ts";
import { Recorder } from "../inspector/recorder.ts";
import { portPair } from "./port-pair.ts";

describe("what workers have recorded", () => {
  it("is listed as one, described, in the order of time", async () => {
    const { primary, workers } = await startAll();
    for (const [index, worker] of [...workers, ...workers].entries())
      await worker.ask("anthropic", "chat/sim", { prompt: `number ${index}` });
    const listed = await primary.list();
    expect(listed).toHaveLength(4);
    expect(listed.every(({ excerpt, state }) => excerpt !== "" && state === "done")).toBe(true);
    expect(listed.map(({ seq }) => seq)).toEqual(listed.map(({ seq }) => seq).toSorted((one, other) => other - one));
    const shown = await Promise.all(listed.map(({ id }) => primary.everything(id)));
    for (const number of [0, 1, 2, 3]) expect(shown.join("\n")).toContain(`number ${number}`);
  });

  it("passes nothing between the processes until somebody looks", async () => {
    const { primary, workers, messages } = await startAll();
    for (const worker of workers) await worker.ask("anthropic", "chat/sim", { streams: true });
    expect(messages.count).toBe(0);
    expect(await primary.list()).toHaveLength(2);
    expect(messages.count).toBeGreaterThan(0);
  });

  it("names the exchange before it in the session, which another worker has recorded", async () => {
    const { primary, workers } = await startAll();
    const headers = { "x-claude-code-session-id": "the-same" };
    for (const worker of workers) await worker.ask("anthropic", "chat/sim", { headers });
    const [later, earlier] = await primary.list();
    expect(later?.session).toBe(earlier?.session);
    expect(await primary.api(`/exchanges/${later?.id}`)).toMatchObject({
      summary: { seq: later?.seq },
      previous: earlier?.id,
    });
  });

  it("shows no key that a client has sent to another worker", async () => {
    const { primary, workers } = await startAll();
    const [first, second] = workers;
    const secret = "a-key-of-some-other-client";
    await second?.ask("anthropic", "chat/sim", { prompt: `is it ${secret}?` });
    await first?.ask("anthropic", "chat/sim", { headers: { "x-api-key": secret } });
    const shown = await Promise.all((await primary.list()).map(({ id }) => primary.everything(id)));
    expect(shown.join("\n")).toContain("is it [redacted]?");
    expect(shown.join("\n")).not.toContain(secret);
  });

  it("is forgotten where it is kept, and gone from the list when it is dropped there", async () => {
    const { primary, workers } = await startAll();
    const [first, second] = workers;
    for (const worker of workers) await worker.ask("anthropic", "chat/sim");
    expect(await primary.list()).toHaveLength(2);
    await first?.fetch("/_inspector/exchanges", { method: "DELETE" });
    expect(await primary.list()).toHaveLength(1);
    await primary.fetch("/_inspector/exchanges", { method: "DELETE" });
    await expect.poll(() => second?.list()).toEqual([]);
    expect(await primary.list()).toEqual([]);
  });

  it("is lost with its worker: what is known stays in the list, which says so", async () => {
    const { primary, workers, ends } = await startAll();
    for (const worker of workers) await worker.ask("anthropic", "chat/sim");
    const [last] = await primary.list();
    for (const end of ends) end();
    const list = await primary.api<ExchangeList>("/exchanges");
    expect(list.exchanges).toHaveLength(2);
    expect(list.missing).toMatchObject([
      { worker: 1, reason: "ended" },
      { worker: 2, reason: "ended" },
    ]);
    const reply = await primary.fetch(`/_inspector/exchanges/${last?.id}`);
    expect(reply.status).toBe(404);
    expect(await reply.text()).toContain("only its summary is left");
  });

  it("fails what was running in a worker that ends", async () => {
    const { primary, workers, ends } = await startAll();
    const [worker] = workers;
    const asked = worker?.post("/v1/messages", { ...HELLO, model: "chat/fault-hang" });
    asked?.catch(() => undefined);
    await expect.poll(async () => (await primary.list())[0]?.state).toBe("running");
    for (const end of ends) end();
    const [failed] = await primary.list();
    expect(failed).toMatchObject({ state: "failed", status: 502, error: { type: "worker_ended" } });
  });

  it("is listed without that of a worker that does not answer, which is not asked again at once", async () => {
    const { primary, workers } = await startAll();
    await workers[0]?.ask("anthropic", "chat/sim");
    let calls = 0;
    inspectorOf(primary).remote.add(
      3,
      silentRecorder(() => calls++),
    );
    for (let times = 0; times < 3; times++) {
      const { exchanges, missing } = await primary.api<ExchangeList>("/exchanges");
      expect(exchanges).toHaveLength(1);
      expect(missing).toMatchObject([{ worker: 3, reason: "silent" }]);
    }
    expect(calls).toBe(1);
  });

  it("reaches those who follow the changes", async () => {
    const { primary, workers } = await startAll();
    const { body } = await primary.fetch("/_inspector/events");
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    const read = async () => {
      for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) text += part.value;
    };
    void read();
    await workers[1]?.ask("anthropic", "chat/sim", { prompt: "is it told?" });
    await expect
      .poll(() => {
        for (const { clock } of [primary, ...workers]) clock.turn(200);
        return text;
      }, POLL)
      .toMatch(/event: exchange\ndata: .*"state":"done".*"excerpt":"[^"]+"/);
    await reader?.cancel();
  });
});

const POLL = { timeout: 20_000 };

const HELLO = { max_tokens: 9, messages: [{ role: "user", content: "Hi" }] };

/** A gateway that shows what two others record; these are connected as if they were other processes. */
async function startAll() {
  const primary = await Recorder.start();
  const workers = [await Recorder.start(), await Recorder.start()];
  const messages = { count: 0 };
  const ends = workers.map((worker, index) => {
    const { ports } = portPair();
    for (const port of ports) port.onMessage(() => messages.count++);
    new Channel(ports[0], recorderMethods(new RecordedExchanges(inspectorOf(worker))), onBug);
    const recorder = workerRecorder(new Channel<WorkerMethods>(ports[1], {}, onBug));
    return inspectorOf(primary).remote.add(index + 1, recorder);
  });
  return { primary, workers, messages, ends };
}

function inspectorOf({ gateway: { inspector } }: Recorder): Inspector {
  if (inspector instanceof Inspector) return inspector;
  throw new TypeError("it has no inspector");
}

function silentRecorder(onCall: () => void): RemoteRecorder {
  const fail = async () => {
    onCall();
    throw new Error("it does not answer");
  };
  return {
    changes: fail,
    untilChanged: fail,
    summaries: fail,
    detail: fail,
    body: fail,
    forget: onCall,
    learn: onCall,
  };
}

function onBug(error: unknown): void {
  throw error;
}
