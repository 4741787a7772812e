import { describe, expect, it, vi } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import type { Inspector } from "../../src/inspector/inspector.ts";
import { KeptRecording } from "../../src/inspector/kept-recording.ts";
import type { ExchangeDetail } from "../../src/inspector/protocol.ts";
import { RecordedExchanges } from "../../src/inspector/recorded-exchanges.ts";
import { textStep } from "../../src/sim/steps.ts";
import { Recorder } from "./recorder.ts";

const START = 1_800_000_000_000;
const KEY = "sk-client-canary-0123456789abcdef";
const inspectorOf = (recorder: Recorder) => recorder.gateway.inspector as Inspector;

/** How many exchanges wait for the removal of secrets. */
function waitingIn(recorder: Recorder): number {
  return inspectorOf(recorder)
    .ring.all()
    .filter((kept) => kept instanceof KeptRecording && !kept.isRedacted).length;
}

/** A gateway that keeps the rows of exchanges alone. */
function rowsAlone(): Promise<Recorder> {
  return Recorder.start({ inspector: { maxPerSecond: 0 } });
}

describe("a gateway with too many exchanges", () => {
  for (const streams of [false, true])
    it(`keeps the row of an exchange alone, ${streams ? "as a stream" : "as a whole"}`, async () => {
      const recorder = await rowsAlone();
      const options = { streams, prompt: `my key is ${KEY}`, headers: { "x-api-key": KEY } };
      await recorder.ask("anthropic", "chat/gpt-x", options);
      const detail = await recorder.last();
      expect(detail.summary).toMatchObject({
        bodiesDropped: "sampled",
        client: "anthropic",
        model: "chat/gpt-x",
        provider: "chat",
        providerModel: "gpt-x",
        target: "openai-chat",
        state: "done",
        status: 200,
        stream: streams,
        attempts: 1,
        session: expect.stringMatching(/^[\da-f]{8}$/),
      });
      expect(detail.summary.usage?.output).toBeGreaterThan(0);
      expect([detail.request.kept, detail.response?.kept]).toEqual([false, false]);
      expect(detail.bridge).toEqual({ from: "anthropic", to: "openai-chat", model: "gpt-x" });
      const body = await recorder.fetch(`/_inspector/exchanges/${detail.summary.id}/bodies/client-request`);
      expect(body.status).toBe(404);
      expect(inspectorOf(recorder).recorder.store).toHaveProperty("current", undefined);
    });

  it("keeps few of a burst whose second turns out to be busy, and no secret of the others", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: START });
    const recorder = await Recorder.start({ inspector: { maxPerSecond: 1 } });
    const options = { prompt: `my key is ${KEY}`, headers: { "x-api-key": KEY } };
    await Promise.all(Array.from({ length: 25 }, () => recorder.ask("anthropic", "chat/gpt-x", options)));
    await vi.waitFor(() => expect(waitingIn(recorder)).toBe(0), 5000);
    vi.useRealTimers();
    const listed = await recorder.list();
    expect(listed).toHaveLength(25);
    expect(listed.filter(({ bodiesDropped }) => bodiesDropped === undefined)).toHaveLength(1);
    for (const { id } of listed) {
      const detail = await recorder.api<ExchangeDetail>(`/exchanges/${id}`);
      expect(JSON.stringify(detail)).not.toContain(KEY);
    }
  });

  it("keeps the requests of an exchange that failed", async () => {
    const recorder = await rowsAlone();
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

  it("keeps what a client has asked of a stream that breaks off", async () => {
    const recorder = await rowsAlone();
    const chunk = { choices: [{ index: 0, delta: { content: "Once" }, finish_reason: null }] };
    recorder.network.simulator.define("breaks-off", () => [
      { type: "head", status: 200, headers: { "content-type": "text/event-stream" } },
      textStep(`data: ${JSON.stringify(chunk)}\n\n`),
      { type: "reset" },
    ]);
    const headers = { "x-api-key": KEY };
    const body = { metadata: { user_id: KEY } };
    await recorder.ask("anthropic", "chat/breaks-off@1", { streams: true, prompt: `Fail with ${KEY}`, headers, body });
    const { summary, request, attempts } = await recorder.last();
    expect(summary).toMatchObject({ state: "failed", attempts: 1 });
    expect([request.kept, attempts[0]?.request.kept]).toEqual([true, false]);
    const asked = await recorder.body(summary.id, "client-request");
    expect(JSON.parse(asked)).toMatchObject({ stream: true, metadata: { user_id: "[redacted]" } });
    expect(asked).toContain("Fail with [redacted]");
  });

  it("keeps what was sent for a stream with a loss that is new", async () => {
    const recorder = await rowsAlone();
    for (const prompt of ["first", "second"])
      await recorder.ask("anthropic", "chat/gpt-x", { streams: true, prompt, body: { top_k: 5 } });
    const [second, first] = await recorder.list();
    expect([first?.bodiesDropped, second?.bodiesDropped]).toEqual([undefined, "sampled"]);
    expect(await recorder.body(first?.id ?? "", "attempt-1-request")).toContain("first");
    expect(await recorder.body(first?.id ?? "", "client-request")).toContain("top_k");
  });

  it("knows that a provider works again after one that failed", async () => {
    const recorder = await rowsAlone();
    recorder.network.simulator.define("breaks", () => [
      { type: "head", status: 401, headers: { "content-type": "application/json" } },
      textStep('{"error":{"message":"no"}}'),
      { type: "end" },
    ]);
    const failed = () => inspectorOf(recorder).health.uses.filter(([, { error }]) => error !== undefined);
    await recorder.ask("anthropic", "chat/breaks@1");
    expect(failed()).toHaveLength(1);
    await recorder.ask("anthropic", "chat/gpt-x");
    expect(failed()).toEqual([]);
  });

  it("keeps an exchange with a loss that is new, and tells of known ones in the row", async () => {
    const recorder = await rowsAlone();
    for (let index = 0; index < 2; index++) await recorder.ask("anthropic", "chat/gpt-x", { body: { top_k: 5 } });
    const [second, first] = await recorder.list();
    expect([first?.bodiesDropped, second?.bodiesDropped]).toEqual([undefined, "sampled"]);
    expect(second?.losses).toEqual(first?.losses);
    expect((await recorder.last()).losses).toEqual(
      expect.arrayContaining([expect.objectContaining({ path: "/top_k" })]),
    );
  });

  it("tells of each exchange what it has lost itself", async () => {
    const recorder = await rowsAlone();
    const bodies = [{ top_k: 5 }, { unknown: 1 }, {}, { top_k: 5, unknown: 1 }];
    for (const body of [...bodies, ...bodies]) await recorder.ask("anthropic", "chat/gpt-x", { body });
    const rows = (await recorder.list()).slice(0, bodies.length).toReversed();
    for (const [index, { id, bodiesDropped }] of rows.entries()) {
      const { losses } = await recorder.api<ExchangeDetail>(`/exchanges/${id}`);
      expect(bodiesDropped).toBe("sampled");
      const lost = losses.filter(({ level }) => level !== "metadata").map(({ path }) => path);
      expect(lost.toSorted()).toEqual(Object.keys(bodies[index] ?? {}).map((field) => `/${field}`));
    }
  });

  it("shows no secret in the path of a loss, nor as the name of a session", async () => {
    const recorder = await rowsAlone();
    const body = { [`note of ${KEY}`]: 1, metadata: { user_id: `session of ${KEY}` } };
    for (let index = 0; index < 2; index++)
      await recorder.ask("anthropic", "chat/gpt-x", { body, headers: { "x-api-key": KEY } });
    const { summary, losses } = await recorder.last();
    expect(summary.bodiesDropped).toBe("sampled");
    expect(JSON.stringify(losses)).toContain("note of [redacted]");
    expect(JSON.stringify(summary)).not.toContain(KEY);
  });

  it("lists rows among the exchanges that are kept whole, in the order of their ends", async () => {
    const recorder = await rowsAlone();
    const prompts = ["first", "second", "third"];
    for (const prompt of prompts) {
      await recorder.ask("anthropic", "chat/gpt-x", { prompt });
      await recorder.fetch("/v1/messages", { method: "POST", body: prompt });
    }
    const summaries = (await recorder.list()).toReversed();
    expect(summaries.map(({ state }) => state)).toEqual(prompts.flatMap(() => ["done", "failed"]));
    expect(summaries.map(({ seq }) => seq)).toEqual(summaries.map(({ seq }) => seq).toSorted());
    expect(await recorder.list()).toHaveLength(6);
  });

  it("lists a thousand rows of a burst, and says how many there were besides", async () => {
    const recorder = await rowsAlone();
    const ask = async () => (await recorder.post("/v1/messages", requestBody())).text();
    for (let batch = 0; batch < 17; batch++)
      await recorder.clock.turnUntil(Promise.all(Array.from({ length: 59 }, ask)));
    recorder.clock.turn(1000);
    await recorder.clock.turnUntil(ask());
    const summaries = await recorder.list();
    expect(summaries[0]?.unlisted).toBe(3);
    expect(summaries.filter(({ unlisted }) => unlisted !== undefined)).toHaveLength(1);
  });

  it("does not count requests that were refused", async () => {
    const keys = [{ name: "alice", sha256: await sha256(KEY), concurrency: 0 }];
    const recorder = await Recorder.start({ inspector: { maxPerSecond: 1 }, keys });
    for (let index = 0; index < 30; index++) await recorder.post("/v1/messages", requestBody());
    const headers = { "x-api-key": KEY };
    for (let index = 0; index < 10; index++) await recorder.ask("anthropic", "chat/gpt-x", { headers });
    const list = await recorder.list({ "x-toolglot-key": KEY });
    expect(list).toHaveLength(10);
    expect(list.filter(({ bodiesDropped }) => bodiesDropped !== undefined)).toEqual([]);
  });

  it("keeps all of the exchanges after somebody has looked, also from another process", async () => {
    const recorder = await Recorder.start({ inspector: { maxPerSecond: 1 } });
    for (let index = 0; index < 11; index++) await recorder.ask("anthropic", "chat/gpt-x");
    await new RecordedExchanges(inspectorOf(recorder)).changes(-1);
    await recorder.ask("anthropic", "chat/gpt-x");
    const [after, before, ...rest] = await recorder.list();
    expect([after, before].map((each) => each?.bodiesDropped)).toEqual([undefined, "sampled"]);
    expect(rest.filter(({ bodiesDropped }) => bodiesDropped !== undefined)).toEqual([]);
  });

  it("keeps all of the exchanges while somebody reads, and lists what has begun before", async () => {
    const recorder = await rowsAlone();
    const asked = recorder.post("/v1/messages", requestBody());
    const reader = (await recorder.fetch("/_inspector/events")).body?.getReader();
    await recorder.clock.turnUntil(asked.then((reply) => reply.text()));
    await recorder.ask("anthropic", "chat/gpt-x");
    let text = "";
    while ((text.match(/"state":"done"/g) ?? []).length < 2)
      text += new TextDecoder().decode((await reader?.read())?.value);
    await reader?.cancel();
    expect(text.match(/"bodiesDropped"/g)).toHaveLength(1);
  });
});

function requestBody() {
  return { model: "chat/gpt-x", max_tokens: 100, messages: [{ role: "user", content: "Hi" }] };
}
