import { describe, expect, it, vi } from "vitest";
import { CooperativeScheduler } from "../../src/limits/cooperative-scheduler.ts";
import { type ClientDialect, DIALECTS, errorIn, post, requestFor, startGatewayAndSim } from "../clients/requests.ts";

function offered(dialect: ClientDialect, count: number, schema: object): object {
  const names = Array.from({ length: count }, (_, index) => `tool_${index}`);
  switch (dialect) {
    case "openai-chat":
    case "ollama":
      return { tools: names.map((name) => ({ type: "function", function: { name, parameters: schema } })) };
    case "openai-responses":
    case "gemini-interactions":
      return { tools: names.map((name) => ({ type: "function", name, parameters: schema })) };
    case "anthropic":
      return { tools: names.map((name) => ({ name, input_schema: schema })) };
    case "gemini":
      return { tools: [{ functionDeclarations: names.map((name) => ({ name, parametersJsonSchema: schema })) }] };
    case "bedrock":
      return { toolConfig: { tools: names.map((name) => ({ toolSpec: { name, inputSchema: { json: schema } } })) } };
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
    const request = JSON.stringify({ ...body, ...offered("anthropic", 20, doubling(10)) });
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
    expect(await Promise.all(all)).toEqual([200, 200, 200]);
    // Each of the three takes dozens of pieces of work, with a turn for others between any two.
    expect(healthy).toBeGreaterThan(20);
  });
});

describe("S15: long conversations", () => {
  /** How many steps the gateway takes for a conversation of so many messages. */
  async function stepsFor(length: number): Promise<number> {
    const { gateway } = await startGatewayAndSim();
    let steps = 0;
    const original = CooperativeScheduler.prototype.begin;
    vi.spyOn(CooperativeScheduler.prototype, "begin").mockImplementation(function (this: CooperativeScheduler, work) {
      const counted = {
        next() {
          steps++;
          return work.next();
        },
      };
      return original.call(this, counted);
    });
    const messages = Array.from({ length }, (_, index) => ({
      role: index % 2 === 0 ? "user" : "assistant",
      content: `message ${index} ${"x".repeat(100)}`,
    }));
    const { path, body } = requestFor("anthropic", { model: "gemini/x", streams: false });
    const { status } = await post(gateway.url, path, { ...body, messages });
    vi.restoreAllMocks();
    expect(status).toBe(200);
    return steps;
  }

  it("are read, translated and written in steps, and the longer they are, the more", async () => {
    const [short, long, longer] = [await stepsFor(101), await stepsFor(2_001), await stepsFor(8_001)];
    expect(short).toBeLessThan(5);
    expect(long).toBeGreaterThan(2_000 / 200);
    expect(longer).toBeGreaterThan(3 * long);
  });
});

describe("turns", () => {
  function* work(name: string, done: string[], pieces = 3): Generator<undefined, string, undefined> {
    for (let piece = 0; piece < pieces; piece++) {
      done.push(`${name}${piece}`);
      yield;
    }
    return name;
  }

  /** A clock on which each step takes so many milliseconds. */
  function clockOf(milliseconds: number): () => number {
    let now = 0;
    return () => {
      now += milliseconds;
      return now;
    };
  }

  const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

  it("end after a step that takes long, and go round", async () => {
    const turns = new CooperativeScheduler(clockOf(5), setImmediate);
    const done: string[] = [];
    const others = setInterval(() => done.push("-"));
    expect(await Promise.all([turns.run(work("a", done)), turns.run(work("b", done))])).toEqual(["a", "b"]);
    clearInterval(others);
    expect(done.filter((each) => each !== "-")).toEqual(["a0", "a1", "b0", "a2", "b1", "b2"]);
  });

  it("have room for many short steps, of all works together", async () => {
    const turns = new CooperativeScheduler(clockOf(1), setImmediate);
    const done: string[] = [];
    const all = Promise.all(["a", "b", "c"].map((name) => turns.run(work(name, done, 6))));
    expect(done).toEqual(["a0", "a1", "a2"]);
    await nextTurn();
    expect(done.slice(3)).toEqual(["a3", "b0", "c0", "a4", "b1"]);
    await all;
  });

  it("end after a number of steps where the clock stands still", async () => {
    const turns = new CooperativeScheduler(() => 0, setImmediate);
    let steps = 0;
    const finished = turns.run({ next: () => ({ done: ++steps > 100, value: undefined }) });
    expect(steps).toBe(16);
    await nextTurn();
    expect(steps).toBe(48);
    await finished;
    expect(steps).toBe(101);
  });

  it("end where one of the works has finished, so that what follows it does not add to the others", async () => {
    const turns = new CooperativeScheduler(clockOf(1), setImmediate);
    const done: string[] = [];
    await Promise.all([
      Promise.resolve(turns.run(work("a", done, 5))).then(() => done.push("after a")),
      Promise.resolve(turns.run(work("b", done, 5))).then(() => done.push("after b")),
    ]);
    const begun = ["a0", "a1", "a2"];
    expect(done).toEqual([...begun, "a3", "b0", "a4", "b1", "after a", "b2", "b3", "b4", "after b"]);
  });

  it("throw or reject where a step throws, and go on with the others", async () => {
    const turns = new CooperativeScheduler(clockOf(5), setImmediate);
    const done: string[] = [];
    const fail = () => {
      throw new Error("no");
    };
    expect(() => turns.run({ next: fail })).toThrow("no");
    const others = turns.run(work("b", done));
    await expect(turns.run({ next: fail })).rejects.toThrow("no");
    expect(await others).toBe("b");
    expect(await turns.run(work("a", done))).toBe("a");
  });

  it("are not waited for by work of a few short steps", () => {
    const done: string[] = [];
    expect(new CooperativeScheduler(clockOf(0.2), setImmediate).run(work("a", done))).toBe("a");
    expect(new CooperativeScheduler(clockOf(2), setImmediate).run(work("b", done))).toBeInstanceOf(Promise);
    expect(done).toEqual(["a0", "a1", "a2", "b0", "b1"]);
  });

  it("are not waited for by work of a single step", async () => {
    const done: string[] = [];
    const finished = new CooperativeScheduler().run({ next: () => ({ done: true, value: done.push("now") }) });
    expect(done).toEqual(["now"]);
    expect(await finished).toBe(1);
  });

  const SMALL = 16 * 1024;
  const LARGE = 64 * 1024;

  /** Asks for turns for requests of so many bytes; the list that is returned names those that have begun. */
  function begunOf(turns: CooperativeScheduler, sizes: readonly number[]): number[] {
    const begun: number[] = [];
    for (const [index, bytes] of sizes.entries()) {
      const turn = turns.turn(bytes);
      if (turn === undefined) begun.push(index);
      else turn.then(() => begun.push(index));
    }
    return begun;
  }

  it("begin with one large request each, and the others wait", async () => {
    const turns = new CooperativeScheduler(clockOf(0), setImmediate);
    const begun = begunOf(turns, [LARGE, LARGE, LARGE]);
    expect(begun).toEqual([0]);
    await nextTurn();
    expect(begun).toEqual([0, 1]);
    await nextTurn();
    expect(begun).toEqual([0, 1, 2]);
  });

  it("begin with some small requests at once, also where large ones wait", async () => {
    const turns = new CooperativeScheduler(clockOf(0), setImmediate);
    const begun = begunOf(turns, [LARGE, LARGE, SMALL, SMALL, SMALL, SMALL, SMALL]);
    expect(begun).toEqual([0, 2, 3]);
    await nextTurn();
    expect(begun).toEqual([0, 2, 3, 1]);
    await nextTurn();
    expect(begun).toEqual([0, 2, 3, 1, 4, 5]);
    await nextTurn();
    expect(begun).toEqual([0, 2, 3, 1, 4, 5, 6]);
  });

  it("go on with the next request where one is done, until their time is over", async () => {
    let now = 0;
    const turns = new CooperativeScheduler(() => now, setImmediate);
    const begun = begunOf(turns, [LARGE, LARGE, LARGE]);
    now = 2;
    turns.endTurn();
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    now = 6;
    turns.endTurn();
    await Promise.resolve();
    expect(begun).toEqual([0, 1]);
    await nextTurn();
    expect(begun).toEqual([0, 1, 2]);
  });
});
