import { describe, expect, it } from "vitest";
import { CooperativeScheduler } from "../../src/limits/cooperative-scheduler.ts";
import { type ClientDialect, DIALECTS, errorIn, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";

function offered(dialect: ClientDialect, count: number, schema: object): object {
  const names = Array.from({ length: count }, (_, index) => `tool_${index}`);
  switch (dialect) {
    case "openai-chat":
    case "ollama":
      return { tools: names.map((name) => ({ type: "function", function: { name, parameters: schema } })) };
    case "openai-responses":
      return { tools: names.map((name) => ({ type: "function", name, parameters: schema })) };
    case "anthropic":
      return { tools: names.map((name) => ({ name, input_schema: schema })) };
    case "gemini":
      return { tools: [{ functionDeclarations: names.map((name) => ({ name, parametersJsonSchema: schema })) }] };
  }
}

const unions = { allOf: Array.from({ length: 14 }, () => ({ anyOf: [{ type: "string" }, { type: "number" }] })) };

/** Each definition refers twice to the next: large, and not too large for one tool. */
function doubling(depth: number): object {
  const link = (index: number): object => ({ $ref: `#/$defs/d${index}` });
  const definitions = Array.from({ length: depth }, (_, index) => [
    `d${index}`,
    { type: "object", properties: { a: link(index + 1), b: link(index + 1) } },
  ]);
  return {
    type: "object",
    properties: { x: link(0) },
    $defs: { ...Object.fromEntries(definitions), [`d${depth}`]: { type: "string" } },
  };
}

describe("S15: tools that need much work together", () => {
  it.each(DIALECTS)("pass if they are within the budget, for a client of %s", async (dialect) => {
    const { gateway } = await startGatewayAndSim();
    const { path, body } = requestFor(dialect, { model: "gemini/x", streams: false });
    expect((await post(gateway.url, path, { ...body, ...offered(dialect, 20, unions) })).status).toBe(200);
  });

  it("are refused with the tool, the limit and a fix", async () => {
    const { gateway, sim } = await startGatewayAndSim();
    const { path, body } = requestFor("anthropic", { model: "gemini/x", streams: false });
    const reply = await post(gateway.url, path, { ...body, ...offered("anthropic", 1024, doubling(12)) });
    expect(reply.status).toBe(400);
    expect(errorIn("anthropic", 400, await reply.text())).toMatch(
      /tool_\d+ takes more than \d+ steps to translate; send fewer tools, or simpler schemas/,
    );
    expect(sim.requests).toEqual([]);
    expect((await gateway.requests(1))[0]).toMatchObject({ outcome: "error", errorType: "over-budget" });
  });

  it("do not delay other requests", async () => {
    const { gateway } = await startGatewayAndSim();
    const { path, body } = requestFor("anthropic", { model: "gemini/x", streams: false });
    const request = JSON.stringify({ ...body, ...offered("anthropic", 1024, doubling(12)) });
    let left = 3;
    const all = Array.from({ length: left }, async () => {
      const { status } = await post(gateway.url, path, request);
      left--;
      return status;
    });
    let healthy = 0;
    while (left > 0) {
      expect((await fetch(`${gateway.url}/healthz`)).status).toBe(200);
      healthy++;
    }
    expect(await Promise.all(all)).toEqual([400, 400, 400]);
    // Each of the three takes more than a hundred pieces of work, with a turn for others between any two.
    expect(healthy).toBeGreaterThan(20);
  });
});

describe("turns", () => {
  function* work(name: string, done: string[]): Generator<undefined, string, undefined> {
    for (let piece = 0; piece < 3; piece++) {
      done.push(`${name}${piece}`);
      yield;
    }
    return name;
  }

  it("are given to one at a time, with I/O in between", async () => {
    const turns = new CooperativeScheduler();
    const done: string[] = [];
    const others = setInterval(() => done.push("-"));
    expect(await Promise.all([turns.run(work("a", done)), turns.run(work("b", done))])).toEqual(["a", "b"]);
    clearInterval(others);
    expect(done.filter((each) => each !== "-")).toEqual(["a0", "a1", "b0", "a2", "b1", "b2"]);
  });

  it("are not waited for by work of a single step", async () => {
    const done: string[] = [];
    const finished = new CooperativeScheduler().run({ next: () => ({ done: true, value: done.push("now") }) });
    expect(done).toEqual(["now"]);
    expect(await finished).toBe(1);
  });
});
