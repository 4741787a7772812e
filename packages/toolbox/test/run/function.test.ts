import { getEventListeners } from "node:events";
import type { Json } from "@toolglot/core";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { type } from "arktype";
import * as v from "valibot";
import { describe, expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
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

describe("a function with a schema of a library", () => {
  const definition = { name: "now", description: "The time." };
  const zodTool = functionTool({
    ...definition,
    inputSchema: z.object({ tz: z.string(), days: z.int().max(7).default(1) }),
    call: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ tz: string; days: number }>();
      return `${input.tz} ${input.days + 1}`;
    },
  });
  const arktypeTool = functionTool({
    ...definition,
    inputSchema: type({ tz: "string", "days?": "number.integer <= 7" }),
    call: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ tz: string; days?: number }>();
      return `${input.tz} ${(input.days ?? 1) + 1}`;
    },
  });
  const valibotTool = functionTool({
    ...definition,
    inputSchema: toStandardJsonSchema(
      v.object({ tz: v.string(), days: v.optional(v.pipe(v.number(), v.integer(), v.maxValue(7)), 1) }),
    ),
    call: (input) => {
      expectTypeOf(input).toEqualTypeOf<{ tz: string; days: number }>();
      return `${input.tz} ${input.days + 1}`;
    },
  });

  it.each([
    ["zod", zodTool],
    ["arktype", arktypeTool],
    ["valibot", valibotTool],
  ])("validates, and gives the function what the schema returns: %s", async (_, tool) => {
    const registry = new Registry([tool]);
    expect(await registry.call("now", { tz: "UTC" })).toMatchObject({ success: true, result: "UTC 2" });
    expect(await registry.call("now", {})).toMatchObject({
      code: "INVALID_ARGUMENTS",
      error: expect.stringContaining("tz"),
    });
    expect(await registry.call("now", { tz: "UTC", days: 8 })).toMatchObject({ code: "INVALID_ARGUMENTS" });
    // Without a registry, the schema itself validates.
    expect(await tool.run({ tz: 7 }, {})).toMatchObject({
      code: "INVALID_ARGUMENTS",
      error: expect.stringContaining("tz"),
    });
    expect(tool.inputSchema).toMatchObject({
      type: "object",
      properties: { tz: { type: "string" } },
      required: ["tz"],
    });
    expect(tool.inputSchema).not.toHaveProperty("$schema");
  });

  it("checks what JSON Schema cannot say, also if that takes time", async () => {
    const even = z.object({ n: z.number().refine(async (n) => n % 2 === 0, "must be even") });
    const registry = new Registry([functionTool({ ...definition, inputSchema: even, call: ({ n }) => n / 2 })]);
    expect(await registry.call("now", { n: 4 })).toMatchObject({ success: true, result: 2 });
    expect(await registry.call("now", { n: 3 })).toMatchObject({
      code: "INVALID_ARGUMENTS",
      error: "the arguments do not match the tool's schema: n: must be even",
    });
  });

  it("describes its result, too", () => {
    const outputSchema = z.object({ time: z.string() });
    const tool = functionTool({
      ...definition,
      inputSchema: z.object({}),
      outputSchema,
      call: () => ({ time: "noon" }),
    });
    expect(tool.outputSchema).toMatchObject({ type: "object", properties: { time: { type: "string" } } });
  });

  it("is refused at once if the schema has no JSON Schema", () => {
    const inputSchema = v.object({ tz: v.string() });
    // @ts-expect-error valibot's schemas need their wrapper.
    expect(() => functionTool({ ...definition, inputSchema, call: () => 1 })).toThrow("toStandardJsonSchema");
  });
});
