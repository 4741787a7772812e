import { getEventListeners } from "node:events";
import type { Json } from "@toolglot/core";
import { describe, expect, it } from "vitest";
import { Registry } from "../../src/registry.ts";
import { type FunctionTool, functionTool } from "../../src/run/function.ts";

function make(call: FunctionTool["call"], hints: FunctionTool["hints"] = {}) {
  return functionTool({ name: "test", description: "A test.", inputSchema: { type: "object" }, hints, call });
}

describe("a function as a tool", () => {
  it("is called with its arguments, and gives its result", async () => {
    const tool = make((input) => ({ heard: input }));
    expect(await tool.run({ a: 1 }, {})).toMatchObject({ success: true, result: { heard: { a: 1 } } });
    expect(tool.origin).toEqual({ type: "function" });
  });

  it("is called by its registry only with arguments that its schema allows", async () => {
    const inputSchema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
    const tool = functionTool({ name: "half", description: "Half.", inputSchema, call: ({ n }) => Number(n) / 2 });
    const registry = new Registry([tool]);
    expect(await registry.call("half", { n: 4 })).toMatchObject({ success: true, result: 2 });
    expect(await registry.call("half", { n: "4" })).toMatchObject({ success: false, code: "INVALID_ARGUMENTS" });
  });

  it("fails with what it throws", async () => {
    const thrown = make(() => {
      throw new Error("no");
    });
    expect(await thrown.run({}, {})).toMatchObject({ success: false, code: "FAILED", error: "no" });
    expect(await make(() => Promise.reject("never")).run({}, {})).toMatchObject({ code: "FAILED", error: "never" });
  });

  it("fails when it returns what is no JSON", async () => {
    for (const value of [undefined, () => 1, 1n, Number.NaN, { a: Symbol("a") }])
      expect(await make(() => value as unknown as Json).run({}, {})).toMatchObject({ code: "INVALID_OUTPUT" });
  });

  it("is aborted at its timeout, and not waited for", async () => {
    let reported: AbortSignal | undefined;
    const tool = make(
      (_input, { signal }) => {
        reported = signal;
        return new Promise<Json>(() => {});
      },
      { timeout: 50 },
    );
    expect(await tool.run({}, {})).toMatchObject({ code: "TIMEOUT", error: "did not end within 50 ms" });
    expect(reported?.aborted).toBe(true);
  });

  it("is aborted when it is cancelled, and its later result is ignored", async () => {
    const controller = new AbortController();
    const tool = make((_input, { signal }) => {
      return new Promise<Json>((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("late"))));
    });
    const running = tool.run({}, { signal: controller.signal });
    controller.abort();
    expect(await running).toMatchObject({ code: "CANCELLED" });
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("is not called when it was cancelled before", async () => {
    let called = false;
    const tool = make(() => {
      called = true;
      return null;
    });
    expect(await tool.run({}, { signal: AbortSignal.abort() })).toMatchObject({ code: "CANCELLED" });
    expect(called).toBe(false);
  });

  it("reports its progress", async () => {
    const received: string[] = [];
    const tool = make((_input, { onProgress }) => {
      onProgress("half");
      return null;
    });
    await tool.run({}, { onProgress: (message) => received.push(message) });
    expect(received).toEqual(["half"]);
  });
});
