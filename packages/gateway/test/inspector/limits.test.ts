import { describe, expect, it } from "vitest";
import { byExtent } from "../../../../test/support/extent.ts";
import { textStep } from "../../src/sim/steps.ts";
import { Recorder } from "./recorder.ts";

const MIB = 1024 * 1024;
const BODY_MIB = byExtent({ quick: 8, sample: 32, all: 32 });
const CHUNKS = byExtent({ quick: 4_000, sample: 20_000, all: 20_000 });

describe("the ring", () => {
  it("keeps a body of an eighth of its size, and not a larger one", async () => {
    const recorder = await Recorder.start({ inspector: { maxBytes: 8 * MIB } });
    await recorder.ask("openai-chat", "claude/x", { prompt: "x".repeat(MIB / 2) });
    const small = await recorder.last();
    expect(small.request).toMatchObject({ kept: true });
    await recorder.ask("openai-chat", "claude/x", { prompt: "x".repeat(2 * MIB) });
    const large = await recorder.last();
    expect(large.request).toMatchObject({ kept: false });
    expect(large.request.bytes).toBeGreaterThan(2 * MIB);
    expect(large.summary.state).toBe("done");
    expect((await recorder.fetch(`/_inspector/exchanges/${large.summary.id}/bodies/client-request`)).status).toBe(404);
  });

  it(`survives bodies of ${BODY_MIB} MiB`, async () => {
    const recorder = await Recorder.start({ server: { maxBody: 40 * MIB } });
    await recorder.ask("openai-chat", "claude/x", { prompt: "x".repeat(BODY_MIB * MIB) });
    expect((await recorder.last()).summary).toMatchObject({ state: "done", status: 200 });
  });

  it("has room for so many bytes and no more, whatever is kept", async () => {
    const maxBytes = 200_000;
    const recorder = await Recorder.start({ inspector: { maxBytes } });
    for (let index = 0; index < 60; index++) {
      await recorder.ask("openai-chat", "claude/x", { prompt: "x".repeat(index * 100), streams: index % 2 === 0 });
      const { ring } = recorder.gateway.inspector as unknown as { ring: { size: number } };
      expect(ring.size).toBeLessThanOrEqual(maxBytes);
    }
    const { length } = await recorder.list();
    expect(length).toBeGreaterThan(3);
    expect(length).toBeLessThan(60);
    await recorder.fetch("/_inspector/exchanges", { method: "DELETE" });
    const { ring } = recorder.gateway.inspector as unknown as { ring: { size: number } };
    expect(ring.size).toBe(0);
  });

  it(`has the times of ${CHUNKS} chunks`, async () => {
    const recorder = await Recorder.start();
    const chunk = (delta: unknown, finish: string | null = null) =>
      textStep(
        `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "x", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`,
      );
    recorder.network.simulator.define("long", () => [
      { type: "head", status: 200, headers: { "content-type": "text/event-stream" } },
      ...Array.from({ length: CHUNKS }, (_, index) => chunk({ content: `ü${index} ` })),
      chunk({}, "stop"),
      textStep("data: [DONE]\n\n"),
      { type: "end" },
    ]);
    const text = await recorder.ask("openai-chat", "chat/long@1", { streams: true });
    const { summary, attempts } = await recorder.last();
    const received = attempts[0]?.response;
    expect(received?.chunks?.length).toBeGreaterThanOrEqual(CHUNKS + 1);
    const body = Buffer.from(await recorder.body(summary.id, "attempt-1-response"));
    const [, offset = 0] = received?.chunks?.[2_345] ?? [];
    expect(body.subarray(offset).toString()).toMatch(/^data: \{.*"content":"ü2345 "/);
    expect(await recorder.body(summary.id, "client-response")).toBe(text);
  });
});
