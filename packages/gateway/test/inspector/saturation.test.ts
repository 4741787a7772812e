import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Inspector } from "../../src/inspector/inspector.ts";
import type { KeptRecording } from "../../src/inspector/kept-recording.ts";
import { RecordedExchanges } from "../../src/inspector/recorded-exchanges.ts";
import { Saturation } from "../../src/inspector/saturation.ts";
import { WaitingRecordings } from "../../src/inspector/waiting-recordings.ts";
import { textStep } from "../../src/sim/steps.ts";
import { until } from "../support/until.ts";
import { type AskOptions, Recorder } from "./recorder.ts";

describe("saturation", () => {
  it("begins after ten busy seconds, and not with a burst", () => {
    const saturation = new Saturation();
    for (let time = 0; time < 9900; time += 20) saturation.update(20, 1);
    expect([saturation.isLong, saturation.isPossible]).toEqual([false, true]);
    for (let time = 0; time < 200; time += 20) saturation.update(20, 0.95);
    expect(saturation.isLong).toBe(true);
  });

  it("ends with an idle moment, or when somebody looks", () => {
    const saturation = new Saturation();
    saturation.update(11_000, 1);
    saturation.update(20, 0.5);
    expect(saturation.isLong).toBe(false);
    saturation.update(11_000, 1);
    saturation.reset();
    expect([saturation.isLong, saturation.isPossible]).toEqual([false, false]);
  });

  it("does not count the removal of secrets as the work of others", () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    let time = 0;
    const shares = [0, 0.4, 0.85];
    const removeSecrets = function* () {
      yield;
      time += 2;
    };
    const waiting = new WaitingRecordings({
      now: () => time,
      utilization: () => shares.shift() ?? 0,
      redact: removeSecrets,
      giveUp() {},
      prepare: () => false,
      onBug() {},
    });
    const update = vi.spyOn(waiting.saturation, "update");
    for (let index = 0; index < 2; index++)
      waiting.add({ waitsSince: 0, isRedacted: false, isForgotten: false } as unknown as KeptRecording);
    for (let look = 0; look < 2; look++) {
      time += 8;
      vi.advanceTimersByTime(5);
    }
    vi.useRealTimers();
    // Of ten milliseconds, eight and a half were used, two of them to remove secrets.
    expect(update.mock.calls.map(([, used]) => used)).toEqual([0.4, expect.closeTo(0.65)]);
  });

  it("has ten samples in a second", () => {
    const saturation = new Saturation();
    let samples = 0;
    for (let time = 0; time < 1000; time += 20) {
      saturation.update(20, 1);
      for (let exchange = 0; exchange < 5; exchange++) if (saturation.takeSample()) samples++;
    }
    expect(samples).toBe(10);
  });
});

const KEY = "sk-client-canary-0123456789abcdef";
const inspectorOf = (recorder: Recorder) => recorder.gateway.inspector as Inspector;

beforeEach(() => {
  const usage = { idle: 0, active: 0, utilization: 1 };
  vi.spyOn(performance, "eventLoopUtilization").mockImplementation(() => usage);
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** A gateway that has been busy for long, and an exchange from before. */
async function saturated(options: AskOptions = {}): Promise<Recorder> {
  const recorder = await Recorder.start();
  await recorder.ask("anthropic", "chat/gpt-x", options);
  recorder.clock.turn(11_000);
  const { saturation } = inspectorOf(recorder).recorder;
  await until(() => saturation.isLong);
  vi.spyOn(saturation, "takeSample").mockReturnValue(false);
  return recorder;
}

describe("a gateway that is saturated", () => {
  for (const streams of [false, true])
    it(`keeps the row of an exchange alone, ${streams ? "as a stream" : "as a whole"}`, async () => {
      const recorder = await saturated();
      const options = { streams, prompt: `my key is ${KEY}`, headers: { "x-api-key": KEY } };
      await recorder.ask("anthropic", "chat/gpt-x", options);
      const detail = await recorder.last();
      expect(detail.summary).toMatchObject({
        bodiesDropped: "busy",
        client: "anthropic",
        model: "chat/gpt-x",
        provider: "chat",
        providerModel: "gpt-x",
        target: "openai-chat",
        state: "done",
        status: 200,
        stream: streams,
        attempts: 1,
      });
      expect(detail.summary.usage?.output).toBeGreaterThan(0);
      expect([detail.request.kept, detail.response?.kept]).toEqual([false, false]);
      expect(detail.bridge).toEqual({ from: "anthropic", to: "openai-chat", model: "gpt-x" });
      expect((await recorder.fetch(`/_inspector/exchanges/${detail.summary.id}/bodies/client-request`)).status).toBe(
        404,
      );
      const memory = inspectorOf(recorder).recorder.store as unknown as { current: { memory: Buffer } };
      expect(memory.current.memory.toString("latin1")).not.toContain(KEY);
      const [, before] = await recorder.list();
      expect(before).not.toHaveProperty("bodiesDropped");
    });

  it("keeps the requests of an exchange that failed", async () => {
    const recorder = await saturated();
    recorder.network.simulator.define("refuses", () => [
      { type: "head", status: 400, headers: { "content-type": "application/json" } },
      textStep('{"error":{"message":"no"}}'),
      { type: "end" },
    ]);
    await recorder.ask("anthropic", "chat/refuses@1", { prompt: "Fail" });
    await recorder.fetch("/v1/messages", { method: "POST", body: "{" });
    const [broken, refused] = await recorder.list();
    expect([broken, refused]).toMatchObject([{ state: "failed" }, { state: "failed", provider: "chat" }]);
    for (const each of [broken, refused]) expect(each).not.toHaveProperty("bodiesDropped");
    expect(await recorder.body(broken?.id ?? "", "client-request")).toBe("{");
    expect(await recorder.body(refused?.id ?? "", "client-request")).toContain("Fail");
    expect(await recorder.body(refused?.id ?? "", "attempt-1-request")).toContain("Fail");
  });

  it("keeps an exchange with a loss that is new, and tells of known ones in the row", async () => {
    const recorder = await saturated();
    for (let index = 0; index < 2; index++) await recorder.ask("anthropic", "chat/gpt-x", { body: { top_k: 5 } });
    const [second, first] = await recorder.list();
    expect([first?.bodiesDropped, second?.bodiesDropped]).toEqual([undefined, "busy"]);
    expect(second?.losses).toEqual(first?.losses);
    expect((await recorder.last()).losses).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: "/top_k" })]),
    );
  });

  it("shows no secret in the path of a loss", async () => {
    const recorder = await saturated();
    const options = { body: { [`note of ${KEY}`]: 1 }, headers: { "x-api-key": KEY } };
    for (let index = 0; index < 2; index++) await recorder.ask("anthropic", "chat/gpt-x", options);
    const { summary, losses } = await recorder.last();
    expect(summary.bodiesDropped).toBe("busy");
    expect(JSON.stringify(losses)).toContain("note of [redacted]");
  });

  it("keeps a sample of all", async () => {
    const recorder = await saturated();
    vi.spyOn(inspectorOf(recorder).recorder.saturation, "takeSample").mockReturnValue(true);
    await recorder.ask("anthropic", "chat/gpt-x");
    expect((await recorder.last()).summary).not.toHaveProperty("bodiesDropped");
  });

  it("keeps all of the exchanges after somebody has looked, also from another process", async () => {
    const recorder = await saturated();
    await new RecordedExchanges(inspectorOf(recorder)).changes(-1);
    await recorder.ask("anthropic", "chat/gpt-x");
    expect((await recorder.last()).summary).not.toHaveProperty("bodiesDropped");
  });
});
