import { describe, expect, it } from "vitest";
import type { ExchangeDetail, ExportedExchange } from "../../src/inspector/protocol.ts";
import { quiet } from "../support/test-clock.ts";
import { Recorder } from "./recorder.ts";

describe("a replay", () => {
  it.each([
    ["openai-chat", "chat/x", "claude/y"],
    ["gemini", "chat/x", "claude/y"],
  ] as const)(
    "of a request in %s goes to another model, and is an exchange of its own",
    async (dialect, before, after) => {
      const recorder = await Recorder.start();
      await recorder.ask(dialect, before, { prompt: "Again, please" });
      const first = await recorder.last();
      const reply = await recorder.post(`/_inspector/exchanges/${first.summary.id}/replay`, {
        model: after,
        profile: "strict",
      });
      expect(reply.status).toBe(200);
      const { id } = (await reply.json()) as { id: string };
      await quiet();
      const { summary, bridge } = await recorder.api<ExchangeDetail>(`/exchanges/${id}`);
      expect(summary).toMatchObject({
        state: "done",
        replayOf: first.summary.id,
        model: after,
        provider: "claude",
        profile: "strict",
      });
      expect(bridge).toMatchObject({ from: dialect, to: "anthropic", profile: "strict" });
      expect(recorder.network.requests.at(-1)?.body).toContain("Again, please");
    },
  );

  it("has the turns that it continues, which only the connection of its client had", async () => {
    const recorder = await Recorder.start();
    const first = await recorder.ask("openai-responses", "claude/y", { prompt: "Remember five", streams: true });
    const previous = /"id":"(resp_[^"]+)"/.exec(first)?.[1];
    await recorder.ask("openai-responses", "claude/y", { prompt: "And six", body: { previous_response_id: previous } });
    const { summary } = await recorder.last();
    expect((await recorder.fetch(`/v1/responses/${previous}`, { method: "DELETE" })).status).toBe(200);
    await recorder.post(`/_inspector/exchanges/${summary.id}/replay`, { model: "chat/x" });
    await quiet();
    expect((await recorder.last()).summary).toMatchObject({ replayOf: summary.id, state: "done", model: "chat/x" });
    const sent = JSON.parse(recorder.network.requests.at(-1)?.body ?? "");
    expect(sent.messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant", "user"]);
    expect(JSON.stringify(sent.messages[0])).toContain("Remember five");
  });

  it("by default goes to the same model", async () => {
    const recorder = await Recorder.start();
    await recorder.ask("anthropic", "chat/x", { streams: true });
    const { summary } = await recorder.last();
    await recorder.fetch(`/_inspector/exchanges/${summary.id}/replay`, { method: "POST" });
    await recorder.clock.turnUntil(quiet());
    expect((await recorder.last()).summary).toMatchObject({
      replayOf: summary.id,
      model: "chat/x",
      stream: true,
      state: "done",
    });
  });

  it.each([
    [{ model: "nobody/x" }, 404],
    [{ model: 5 }, 400],
    [{ profile: "loud" }, 400],
  ])("with %j is refused", async (options, status) => {
    const recorder = await Recorder.start({ routes: [] });
    await recorder.ask("openai-chat", "claude/x");
    const { summary } = await recorder.last();
    expect((await recorder.post(`/_inspector/exchanges/${summary.id}/replay`, options)).status).toBe(status);
  });

  it("of a request whose body is not kept is refused", async () => {
    const recorder = await Recorder.start({ inspector: { bodies: false } });
    await recorder.ask("openai-chat", "claude/x");
    const { summary } = await recorder.last();
    const reply = await recorder.post(`/_inspector/exchanges/${summary.id}/replay`, {});
    expect([reply.status, await reply.json()]).toMatchObject([409, { error: { code: "body_not_kept" } }]);
  });
});

async function exported(recorder: Recorder, id: string): Promise<ExportedExchange> {
  const detail = await recorder.api<ExchangeDetail>(`/exchanges/${id}`);
  const names = ["client-request", "client-response", "attempt-1-request", "attempt-1-response"];
  const bodies = await Promise.all(names.map(async (name) => [name, await recorder.body(id, name)] as const));
  return { toolglot: 1, detail, bodies: Object.fromEntries(bodies) };
}

describe("an import", () => {
  it("of an export shows the same", async () => {
    const recorder = await Recorder.start();
    await recorder.ask("anthropic", "chat/tools", {
      streams: true,
      body: { tools: [{ name: "f", input_schema: { type: "object" } }] },
    });
    const { summary } = await recorder.last();
    const line = await exported(recorder, summary.id);
    const other = await Recorder.start();
    for (const expected of [summary.id, expect.not.stringMatching(summary.id)]) {
      const reply = await other.fetch("/_inspector/import", { method: "POST", body: `${JSON.stringify(line)}\n\n` });
      const { ids } = (await reply.json()) as { ids: string[] };
      expect([reply.status, ids]).toEqual([200, [expected]]);
    }
    const imported = await exported(other, summary.id);
    expect(imported.bodies).toEqual(line.bodies);
    expect({ ...imported.detail, summary: 0 }).toEqual({ ...line.detail, summary: 0 });
    expect(imported.detail.summary).toEqual({ ...summary, seq: imported.detail.summary.seq, imported: true });
  });

  it.each([
    ["nothing", ""],
    ["no JSON", "{"],
    ["something else", '{"toolglot":2}'],
    ["half of one", '{"toolglot":1,"detail":{"summary":{"id":"x"}}}'],
    ["a hostile body name", undefined],
  ])("of %s is refused", async (_, text) => {
    const recorder = await Recorder.start();
    await recorder.ask("openai-chat", "claude/x");
    const line = await exported(recorder, (await recorder.last()).summary.id);
    const hostile = JSON.stringify(line).replaceAll('"name":"client-request"', '"name":"../../x"');
    const reply = await recorder.fetch("/_inspector/import", { method: "POST", body: text ?? hostile });
    expect([reply.status, await reply.json()]).toMatchObject([400, { error: { code: "invalid_import" } }]);
  });

  it("keeps no secret that the gateway knows", async () => {
    const recorder = await Recorder.start({
      providers: {
        chat: { dialect: "openai-chat", baseUrl: "http://provider.test/v1", apiKey: "sk-canary-0123456789" },
      },
    });
    await recorder.ask("openai-chat", "chat/x");
    const { summary } = await recorder.last();
    const line = await exported(recorder, summary.id);
    const leaking = { ...line, bodies: { "client-request": '{"password":"hunter2","k":"sk-canary-0123456789"}' } };
    const reply = await recorder.fetch("/_inspector/import", { method: "POST", body: JSON.stringify(leaking) });
    const { ids } = (await reply.json()) as { ids: string[] };
    expect(await recorder.body(ids[0] ?? "", "client-request")).toBe('{"password":"[redacted]","k":"[redacted]"}');
  });
});
