import { describe, expect, it } from "vitest";
import { quiet } from "../support/test-clock.ts";
import { ask, TestSimulator } from "./requests.ts";

interface Message {
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

async function chat(options: Omit<Parameters<typeof ask>[0], "dialect">): Promise<Message> {
  const { text } = await ask({ dialect: "openai-chat", ...options });
  return JSON.parse(text).choices[0].message;
}

const names = ({ tool_calls = [] }: Message) => tool_calls.map((call) => call.function.name);

describe("the simulated provider", () => {
  it("responds the same to the same request", async () => {
    expect(await ask({ dialect: "anthropic", streams: true })).toEqual(
      await ask({ dialect: "anthropic", streams: true }),
    );
  });

  it("calls the tool that the choice forces, that the user names, or else the first", async () => {
    const forced = { tool_choice: { type: "function", function: { name: "get_time" } } };
    expect(names(await chat({ fields: forced }))).toEqual(["get_time"]);
    expect(names(await chat({ prompt: "please use get_time" }))).toEqual(["get_time"]);
    expect(names(await chat({}))).toEqual(["get_weather"]);
  });

  it("calls none with the choice none, and one without parallel calls", async () => {
    expect(names(await chat({ fields: { tool_choice: "none" } }))).toEqual([]);
    expect(names(await chat({ prompt: "in parallel" }))).toEqual(["get_weather", "get_time"]);
    expect(names(await chat({ prompt: "in parallel", fields: { parallel_tool_calls: false } }))).toHaveLength(1);
  });

  it("responds in the requested format", async () => {
    const schema = { type: "object", properties: { n: { type: "integer", minimum: 4 } }, required: ["n"] };
    const response_format = { type: "json_schema", json_schema: { name: "n", schema } };
    const { content } = await chat({ fields: { response_format, tool_choice: "none" } });
    expect(JSON.parse(content ?? "")).toEqual({ n: 4 });
  });

  it("sends the scripted responses in order, then its own", async () => {
    const simulator = new TestSimulator();
    const call = { name: "get_time", arguments: { city: "Rome" } };
    expect(simulator.expect({ responses: [{ content: "one", tool_calls: [call] }] })).toEqual({ queued: 1 });
    simulator.expect({
      responses: [{ error: { status: 503, message: "not now" } }, { content: "three", delay_ms: 1 }],
    });
    const first = await chat({ simulator });
    expect(first.content).toBe("one");
    expect(first.tool_calls?.[0]?.function.arguments).toBe('{"city":"Rome"}');
    expect((await ask({ dialect: "openai-chat", simulator })).text).toContain("not now");
    expect((await chat({ simulator })).content).toBe("three");
    expect(names(await chat({ simulator }))).toEqual(["get_weather"]);
  });

  it("refuses scripts that it cannot read", () => {
    const simulator = new TestSimulator();
    expect(() => simulator.expect({})).toThrow("responses must be a list");
    expect(() => simulator.expect({ responses: [{}] })).toThrow("responses[0] must have content, tool_calls or error");
  });

  it("does not call the sink before `send` has returned, nor after an abort", async () => {
    const received: string[] = [];
    const body = JSON.stringify({ model: "sim-1", stream: true, messages: [{ role: "user", content: "hi" }] });
    const request = { method: "POST" as const, url: "sim:/chat/completions", headers: {}, body, connectTimeout: 1 };
    const call = new TestSimulator().sender("openai-chat")(request, {
      head: () => void received.push("head"),
      data: () => {
        received.push("data");
        if (received.length === 3) call.abort();
      },
      end: () => void received.push("end"),
      fail: () => void received.push("fail"),
    });
    expect(received).toEqual([]);
    await expect.poll(() => received.length, { timeout: 10_000, interval: 5 }).toBe(3);
    await quiet();
    expect(received).toEqual(["head", "data", "data"]);
  });

  it("waits while it is paused", async () => {
    const received: string[] = [];
    const body = JSON.stringify({ model: "sim-1", messages: [{ role: "user", content: "hi" }] });
    const request = { method: "POST" as const, url: "sim:/chat/completions", headers: {}, body, connectTimeout: 1 };
    await new Promise<void>((resolve) => {
      const call = new TestSimulator().sender("openai-chat")(request, {
        head: () => {
          received.push("head");
          call.pause();
          setTimeout(() => {
            received.push("resumed");
            call.resume();
          }, 5);
        },
        data: () => void received.push("data"),
        end: resolve,
        fail: () => resolve(),
      });
    });
    expect(received).toEqual(["head", "resumed", "data"]);
  });
});
