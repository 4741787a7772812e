import { describe, expect, it } from "vitest";
import { sha256 } from "../../src/config/sha256.ts";
import type { Inspector } from "../../src/inspector/inspector.ts";
import { KeptRecording } from "../../src/inspector/kept-recording.ts";
import type { SimStep } from "../../src/sim/steps.ts";
import { textStep } from "../../src/sim/steps.ts";
import { until } from "../support/until.ts";
import { Recorder } from "./recorder.ts";

const CLIENT_KEY = "sk-client-canary-0123456789abcdef";
const PROVIDER_KEY = "sk-provider-canary-0123456789abcdef";
const ARGUMENT = "hunter2-canary";

/** Whatever a canary is written as. */
const CANARIES = [CLIENT_KEY, PROVIDER_KEY, ARGUMENT, btoa(CLIENT_KEY).slice(0, 20), btoa(PROVIDER_KEY).slice(0, 20)];

async function start(): Promise<Recorder> {
  const { providerUrl: url } = new Recorder().network;
  const more = { apiKey: PROVIDER_KEY, headers: { "x-org-token": `token-of-${PROVIDER_KEY}` } };
  return Recorder.start({
    providers: {
      chat: { dialect: "openai-chat", baseUrl: `${url}/v1`, ...more, retries: { attempts: 0, delay: 1, maxDelay: 1 } },
      gemini: { dialect: "gemini", baseUrl: url, ...more },
    },
  });
}

async function expectNoCanary(recorder: Recorder): Promise<void> {
  const texts = [JSON.stringify(await recorder.list())];
  for (const { id } of await recorder.list()) texts.push(await recorder.everything(id));
  const all = texts.join("\n");
  expect(CANARIES.filter((canary) => all.includes(canary))).toEqual([]);
  expect(all).toContain("[redacted]");
}

describe("a canary", () => {
  it.each([
    ["authorization", `Bearer ${CLIENT_KEY}`],
    ["x-api-key", CLIENT_KEY],
    ["x-goog-api-key", CLIENT_KEY],
    ["cookie", `session=${CLIENT_KEY}`],
    ["x-custom-secret", ARGUMENT],
    ["x-toolglot-key", CLIENT_KEY],
  ])("in the header %s is not shown, also where the client repeats it", async (name, value) => {
    const recorder = await start();
    for (const streams of [false, true])
      await recorder.ask("openai-chat", "chat/x", {
        streams,
        prompt: `my key is ${value}`.replace(ARGUMENT, ""),
        headers: { [name]: value },
      });
    await expectNoCanary(recorder);
  });

  it("in the URL is not shown", async () => {
    const recorder = await start();
    const body = { contents: [{ role: "user", parts: [{ text: `again: ${CLIENT_KEY}` }] }] };
    await recorder.post(`/v1beta/models/gemini%2Fx:generateContent?key=${CLIENT_KEY}`, body);
    await expectNoCanary(recorder);
    expect((await recorder.last()).request.path).toContain("key=[redacted]");
  });

  it("of a provider, with escaped characters, is gone from memory before anybody looks", async () => {
    const recorder = await start();
    const spelled = PROVIDER_KEY.replaceAll("-", "\\u002d");
    const content = `{"model":"chat/x","messages":[{"role":"user","content":"${spelled}"}]}`;
    await recorder.fetch("/v1/chat/completions", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: content,
    });
    const { inspector } = recorder.gateway as unknown as { inspector: Inspector };
    const memory = () => (inspector.recorder.store as unknown as { current?: { memory: Buffer } }).current?.memory;
    await until(() => inspector.ring.all().every((each) => each instanceof KeptRecording && each.isRedacted));
    expect(memory()?.includes("[redacted]")).toBe(true);
    expect([memory()?.includes(spelled), memory()?.includes(PROVIDER_KEY)]).toEqual([false, false]);
  });

  it("of the provider in its error is not shown", async () => {
    const recorder = await start();
    recorder.network.simulator.define("refused", () =>
      refusal(`Incorrect API key provided: ${PROVIDER_KEY} or ${btoa(PROVIDER_KEY)}`),
    );
    await recorder.ask("anthropic", "chat/refused@1", { headers: { "x-api-key": CLIENT_KEY } });
    await expectNoCanary(recorder);
    expect((await recorder.last()).attempts[0]?.error?.message).toContain("[redacted]");
  });

  it.each([false, true])("in the arguments of a tool is not shown (streamed: %s)", async (streams) => {
    const recorder = await start();
    const schema = { type: "object", properties: { user: { type: "string" }, password: { const: ARGUMENT } } };
    const tools = [{ name: "log_in", input_schema: { ...schema, required: ["user", "password"] } }];
    const call = { type: "tool_use", id: "toolu_1", name: "log_in", input: { user: "ann", password: ARGUMENT } };
    const messages = [
      { role: "user", content: "Log in" },
      { role: "assistant", content: [call] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_1", content: `{"access_token":"${ARGUMENT}"}` }],
      },
    ];
    recorder.network.simulator.define("calls", () => (streams ? streamedCall() : wholeCall()));
    await recorder.ask("anthropic", "chat/calls@1", {
      streams,
      body: {
        tools: tools.map((tool) => ({ ...tool, input_schema: { ...schema, properties: { user: {}, password: {} } } })),
        messages,
      },
    });
    await expectNoCanary(recorder);
    const { summary } = await recorder.last();
    expect(summary.calls).toEqual(["log_in"]);
  });

  it("is not shown while the exchange is running", async () => {
    const recorder = await start();
    recorder.network.simulator.define("slow", () => [{ type: "wait", ms: 50 }, ...wholeCall()]);
    const reply = recorder.post(
      "/v1/chat/completions",
      { model: "chat/slow@1", messages: [{ role: "user", content: CLIENT_KEY }] },
      { authorization: `Bearer ${CLIENT_KEY}` },
    );
    await recorder.clock.awaits(50);
    await expectNoCanary(recorder);
    await recorder.clock.turnUntil(reply);
  });

  it("of a key of the gateway is not shown, also if the config has its hash only", async () => {
    const keys = [{ name: "ann", sha256: await sha256(CLIENT_KEY), concurrency: 0 }];
    const recorder = await Recorder.start({ keys });
    await recorder.ask("openai-chat", "chat/x", {
      prompt: CLIENT_KEY,
      headers: { authorization: `Bearer ${CLIENT_KEY}` },
    });
    const [newest] = await recorder.list({ "x-toolglot-key": CLIENT_KEY });
    const bodies = await recorder.fetch(`/_inspector/exchanges/${newest?.id}/bodies/client-request`, {
      headers: { "x-toolglot-key": CLIENT_KEY },
    });
    expect(await bodies.text()).toContain("[redacted]");
    expect(JSON.stringify(newest)).not.toContain("canary");
  });
});

function refusal(message: string): SimStep[] {
  return [
    { type: "head", status: 401, headers: { "content-type": "application/json", "x-debug": `key ${PROVIDER_KEY}` } },
    textStep(JSON.stringify({ error: { message, type: "invalid_request_error", code: "invalid_api_key" } })),
    { type: "end" },
  ];
}

const ARGUMENTS = JSON.stringify({ user: "ann", password: ARGUMENT });

function wholeCall(): SimStep[] {
  const call = { id: "call_1", type: "function", function: { name: "log_in", arguments: ARGUMENTS } };
  const message = { role: "assistant", content: null, tool_calls: [call] };
  const body = {
    id: "c1",
    object: "chat.completion",
    created: 1,
    model: "x",
    choices: [{ index: 0, message, finish_reason: "tool_calls" }],
  };
  return [
    { type: "head", status: 200, headers: { "content-type": "application/json" } },
    textStep(JSON.stringify(body)),
    { type: "end" },
  ];
}

function streamedCall(): SimStep[] {
  const chunk = (delta: unknown, finish: string | null = null) =>
    `data: ${JSON.stringify({ id: "c1", object: "chat.completion.chunk", created: 1, model: "x", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
  const first = chunk({
    role: "assistant",
    tool_calls: [{ index: 0, id: "call_1", type: "function", function: { name: "log_in", arguments: "" } }],
  });
  const parts = (ARGUMENTS.match(/.{1,5}/g) ?? []).map((part) =>
    chunk({ tool_calls: [{ index: 0, function: { arguments: part } }] }),
  );
  const texts = [first, ...parts, chunk({}, "tool_calls"), "data: [DONE]\n\n"];
  return [
    { type: "head", status: 200, headers: { "content-type": "text/event-stream" } },
    ...texts.map(textStep),
    { type: "end" },
  ];
}
