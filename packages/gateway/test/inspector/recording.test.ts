import { describe, expect, it } from "vitest";
import type { ExchangeDetail, StartInfo } from "../../src/inspector/protocol.ts";
import { textStep } from "../../src/sim/steps.ts";
import { quiet } from "../support/test-clock.ts";
import { textOf } from "../support/wire-text.ts";
import { Recorder } from "./recorder.ts";

describe("a recorded exchange", () => {
  it("is named after what its user has asked, not after what an agent has added", async () => {
    const recorder = await Recorder.start();
    const call = { id: "c", type: "function", function: { name: "f", arguments: "{}" } };
    const message = { role: "assistant", content: null, tool_calls: [call] };
    const choices = [{ index: 0, message, finish_reason: "tool_calls" }];
    recorder.network.simulator.define("calling", () => [
      { type: "head", status: 200, headers: { "content-type": "application/json" } },
      textStep(JSON.stringify({ id: "r", object: "chat.completion", created: 1, model: "calling", choices })),
    ]);
    const added = (name: string) => ({ type: "text", text: `<${name} of="agent">\nBe brief.\n</${name}>\n` });
    const content = [added("system-reminder"), { type: "text", text: "Fix the <b>test</b>" }, added("hint")];
    const messages = [
      { role: "user", content },
      { role: "user", content: [added("environment_context")] },
    ];
    const tools = [{ name: "f", input_schema: { type: "object" } }];
    await recorder.ask("anthropic", "chat/calling", { body: { messages, tools } });
    expect((await recorder.last()).summary).toMatchObject({ calls: ["f"], excerpt: "Fix the <b>test</b>" });
  });

  it("has the bytes of both sides and what the exchange knows", async () => {
    const recorder = await Recorder.start();
    const text = await recorder.ask("anthropic", "chat/gpt-x", { prompt: "Say hello", body: { top_k: 5 } });
    const detail = await recorder.last();
    expect(detail.summary).toMatchObject({
      client: "anthropic",
      model: "chat/gpt-x",
      provider: "chat",
      providerModel: "gpt-x",
      target: "openai-chat",
      state: "done",
      status: 200,
      stream: false,
      tools: 0,
      attempts: 1,
      losses: { content: 0, setting: 1 },
    });
    expect(detail.summary.excerpt).not.toBe("");
    expect(detail.losses.filter(({ level }) => level !== "metadata")).toMatchObject([{ path: "/top_k" }]);
    expect(detail.bridge).toEqual({ from: "anthropic", to: "openai-chat", model: "gpt-x" });
    const { id } = detail.summary;
    expect(JSON.parse(await recorder.body(id, "client-request"))).toMatchObject({ top_k: 5 });
    expect(JSON.parse(await recorder.body(id, "attempt-1-request"))).toMatchObject({ model: "gpt-x" });
    expect(await recorder.body(id, "attempt-1-request")).toBe(recorder.network.requests.at(-1)?.body);
    expect(JSON.parse(await recorder.body(id, "attempt-1-response"))).toMatchObject({ object: "chat.completion" });
    expect(await recorder.body(id, "client-response")).toBe(text);
  });

  it("has the chunks of both streams and when they came", async () => {
    const recorder = await Recorder.start();
    const text = await recorder.ask("openai-chat", "claude/x", { streams: true, prompt: "Sag grüezi" });
    const detail = await recorder.last();
    const { id, stream, calls } = detail.summary;
    expect({ stream, calls }).toEqual({ stream: true, calls: [] });
    expect(await recorder.body(id, "client-response")).toBe(text);
    for (const body of [detail.response, detail.attempts[0]?.response]) {
      expect(body?.kept).toBe(true);
      expect(body?.chunks?.length).toBeGreaterThan(0);
      expect(body?.chunks?.[0]?.[1]).toBe(0);
      const offsets = body?.chunks?.map(([, offset]) => offset) ?? [];
      expect(offsets).toEqual(offsets.toSorted((one, other) => one - other));
      expect(Math.max(...offsets)).toBeLessThan(body?.bytes ?? 0);
    }
  });

  it("has the messages of binary streams as lines of text", async () => {
    const recorder = await Recorder.start();
    const prompt = "Say hello";
    const text = await recorder.ask("bedrock", "bedrock/x", { streams: true, prompt });
    const { summary, response, attempts } = await recorder.last();
    expect(summary).toMatchObject({ client: "bedrock", target: "bedrock", state: "done", stream: true });
    for (const name of ["client-response", "attempt-1-response"]) {
      const body = await recorder.body(summary.id, name);
      const lines = body.trimEnd().split("\n");
      const events = lines.map((line) => Object.keys(JSON.parse(line) as object)[0]);
      expect([events[0], events.at(-1)]).toEqual(["messageStart", "metadata"]);
      expect(lines).toHaveLength(text.trimEnd().split("\n").length);
    }
    for (const body of [response, attempts[0]?.response]) expect(body?.chunks?.[0]?.[1]).toBe(0);
  });

  it("names the tools that were called", async () => {
    const recorder = await Recorder.start();
    const tools = [{ name: "get_time", input_schema: { type: "object", properties: {} } }];
    for (const streams of [false, true]) {
      await recorder.ask("anthropic", "chat/tools", { streams, body: { tools } });
      expect((await recorder.last()).summary).toMatchObject({ calls: ["get_time"], tools: 1 });
    }
  });

  it("counts the tools that Codex declares in its first item", async () => {
    const recorder = await Recorder.start();
    const tool = (name: string) => ({ type: "function", name, parameters: { type: "object", properties: {} } });
    const clock = { type: "namespace", name: "clock", description: "", tools: [tool("now"), tool("sleep")] };
    const input = [
      { type: "additional_tools", role: "developer", tools: [tool("exec"), clock] },
      { role: "system", content: "Be brief." },
      { role: "user", content: "hi" },
    ];
    await recorder.ask("openai-responses", "claude/x", { body: { input } });
    const { summary, losses } = await recorder.last();
    expect(summary).toMatchObject({ tools: 3, losses: { content: 0, setting: 0 } });
    expect(losses.filter(({ level }) => level !== "metadata")).toEqual([]);
    expect(recorder.network.requests.at(-1)?.body).not.toContain("Tools loaded");
  });

  it("of the same conversation has the same session, and names the one before", async () => {
    const recorder = await Recorder.start();
    await recorder.ask("openai-chat", "claude/x", { prompt: "One" });
    await recorder.ask("openai-chat", "claude/x", { prompt: "Two" });
    const messages = [
      { role: "user", content: "One" },
      { role: "assistant", content: "1" },
      { role: "user", content: "Go on" },
    ];
    await recorder.ask("openai-chat", "claude/x", { body: { messages } });
    const [third, second, first] = await recorder.list();
    expect(third?.session).toBe(first?.session);
    expect(third?.session).not.toBe(second?.session);
    expect((await recorder.last()).previous).toBe(first?.id);
  });

  it("tells why a request has failed, also one that was never sent", async () => {
    const recorder = await Recorder.start({ routes: [] });
    await recorder.ask("openai-chat", "nobody/x");
    await recorder.fetch("/v1/messages", { method: "POST", body: "{" });
    const [broken, unknown] = await recorder.list();
    expect(unknown).toMatchObject({ state: "failed", status: 404, error: { type: "model_not_found" } });
    expect(broken).toMatchObject({ state: "failed", status: 400, model: "", error: { type: "invalid_json" } });
    expect(await recorder.body(broken?.id ?? "", "client-request")).toBe("{");
  });

  it("has each attempt, with its error", async () => {
    const { providerUrl } = new Recorder().network;
    const recorder = await Recorder.start({
      providers: {
        broken: {
          dialect: "openai-chat",
          baseUrl: "http://reset.invalid/v1",
          retries: { attempts: 0, delay: 1, maxDelay: 1 },
        },
        claude: { dialect: "anthropic", baseUrl: providerUrl },
      },
      routes: [{ match: "*", to: [{ provider: "broken" }, { provider: "claude", model: "x" }] }],
    });
    await recorder.ask("openai-chat", "any");
    const { attempts, summary } = await recorder.last();
    expect(summary).toMatchObject({ state: "done", provider: "claude", attempts: 2 });
    expect(attempts.map(({ provider, status, error }) => [provider, status, error?.type])).toEqual([
      ["broken", undefined, "upstream_reset"],
      ["claude", 200, undefined],
    ]);
    const { providers } = await recorder.api<StartInfo>("/start");
    expect(providers.map(({ name, state }) => [name, state])).toEqual(
      expect.arrayContaining([
        ["broken", "failing"],
        ["claude", "ok"],
      ]),
    );
  });

  it("can be looked at while it is running", async () => {
    const recorder = await Recorder.start();
    recorder.network.simulator.define("slow", () => [
      { type: "head", status: 200, headers: { "content-type": "application/json" } },
      { type: "wait", ms: 1000 },
      textStep("{}"),
      { type: "end" },
    ]);
    const reply = recorder.post("/v1/chat/completions", {
      model: "chat/slow@1",
      messages: [{ role: "user", content: "Hi" }],
    });
    await recorder.clock.awaits(1000);
    const detail = await recorder.last();
    expect(detail.summary).toMatchObject({ state: "running", attempts: 1 });
    expect(detail.response).toBeUndefined();
    expect(await recorder.body(detail.summary.id, "client-request")).toContain("slow@1");
    const text = await textOf(await recorder.clock.turnUntil(reply));
    await quiet();
    expect(await recorder.body(detail.summary.id, "attempt-1-response")).toBe("{}");
    expect(await recorder.body(detail.summary.id, "client-response")).toBe(text);
    expect((await recorder.last()).summary).not.toMatchObject({ state: "running" });
  });
});

describe("the list", () => {
  it("comes in pages, the newest first", async () => {
    const recorder = await Recorder.start();
    for (const prompt of ["1", "2", "3"]) await recorder.ask("openai-chat", "claude/x", { prompt });
    const first = await recorder.api<{ exchanges: { seq: number; id: string }[]; more: boolean }>("/exchanges?limit=2");
    expect(first.more).toBe(true);
    const rest = await recorder.api<typeof first>(`/exchanges?limit=2&before=${first.exchanges.at(-1)?.seq}`);
    expect(rest.more).toBe(false);
    const ids = [...first.exchanges, ...rest.exchanges].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect((await recorder.fetch("/_inspector/exchanges?limit=x")).status).toBe(400);
  });

  it("is empty after everything was deleted", async () => {
    const recorder = await Recorder.start();
    await recorder.ask("openai-chat", "claude/x");
    const { summary } = await recorder.last();
    expect((await recorder.fetch("/_inspector/exchanges", { method: "DELETE" })).status).toBe(200);
    expect(await recorder.list()).toEqual([]);
    const gone = await recorder.fetch(`/_inspector/exchanges/${summary.id}`);
    expect([gone.status, await gone.json()]).toMatchObject([404, { error: { code: "exchange_not_found" } }]);
  });
});

describe("a body", () => {
  it("is sent as a file, in part if a range is asked for", async () => {
    const recorder = await Recorder.start();
    await recorder.ask("openai-chat", "claude/x");
    const { summary } = await recorder.last();
    const path = `/_inspector/exchanges/${summary.id}/bodies/client-request`;
    const whole = await recorder.fetch(path);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "text/plain; charset=utf-8",
      "x-content-type-options": "nosniff",
      "content-disposition": `attachment; filename="${summary.id}-client-request.txt"`,
      "cache-control": "no-store",
    });
    const text = await whole.text();
    const part = await recorder.fetch(path, { headers: { range: "bytes=2-5" } });
    expect([part.status, part.headers.get("content-range")]).toEqual([206, `bytes 2-5/${text.length}`]);
    expect(await part.text()).toBe(text.slice(2, 6));
    const end = await recorder.fetch(path, { headers: { range: "bytes=-3" } });
    expect(await end.text()).toBe(text.slice(-3));
    expect((await recorder.fetch(path, { headers: { range: "bytes=999999-" } })).status).toBe(416);
    expect((await recorder.fetch(`${path}x`)).status).toBe(404);
  });

  it("is not kept if the config says so", async () => {
    const recorder = await Recorder.start({ inspector: { bodies: false } });
    await recorder.ask("openai-chat", "claude/x");
    const { request, summary }: ExchangeDetail = await recorder.last();
    expect(request).toMatchObject({ kept: false });
    expect(summary.excerpt).toBe("");
    expect((await recorder.fetch(`/_inspector/exchanges/${summary.id}/bodies/client-request`)).status).toBe(404);
  });
});
