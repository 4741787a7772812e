import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SharedTimer, type Waiting } from "../../src/transports/node/shared-timer.ts";

describe("with a fake clock", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
    // The rest of `performance` is real: tests that share the process may use it.
    vi.spyOn(performance, "now").mockImplementation(() => Date.now());
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.useRealTimers();
  });

  it("runs what waits by its time, whatever was set or cleared before", async () => {
    const action = fc.oneof(
      fc.record({ type: fc.constant("add" as const), delay: fc.integer({ min: 0, max: 50 }) }),
      fc.record({ type: fc.constant("remove" as const), which: fc.nat() }),
      fc.record({ type: fc.constant("advance" as const), by: fc.integer({ min: 1, max: 20 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 60 }), async (actions) => {
        const timer = new SharedTimer();
        const added: { readonly waiting: Waiting; readonly at: number; ranAt?: number; isRemoved?: boolean }[] = [];
        for (const each of actions) {
          if (each.type === "advance") await vi.advanceTimersByTimeAsync(each.by);
          if (each.type === "add") {
            const at = performance.now() + Math.max(1, each.delay);
            const entry: (typeof added)[number] = {
              waiting: timer.add(() => (entry.ranAt = performance.now()), each.delay),
              at,
            };
            added.push(entry);
          }
          const removed = each.type === "remove" ? added[each.which % added.length] : undefined;
          if (removed !== undefined && removed.ranAt === undefined) removed.isRemoved = true;
          if (removed !== undefined) timer.remove(removed.waiting);
        }
        await vi.advanceTimersByTimeAsync(100);
        for (const { at, ranAt, isRemoved } of added) expect(ranAt).toBe(isRemoved ? undefined : at);
      }),
    );
  });

  it("does not run what another one has cleared, or what follows from that", async () => {
    const timer = new SharedTimer();
    const ran: string[] = [];
    timer.add(async () => {
      ran.push("first");
      timer.remove(second);
      await Promise.resolve();
      await Promise.resolve();
      timer.remove(third);
    }, 5);
    const second = timer.add(() => ran.push("second"), 5);
    const third = timer.add(() => ran.push("third"), 5);
    await vi.advanceTimersByTimeAsync(10);
    expect(ran).toEqual(["first"]);
  });

  it("goes on after one that throws", async () => {
    const timer = new SharedTimer();
    const ran: string[] = [];
    timer.add(() => {
      throw new Error("a bug");
    }, 5);
    timer.add(() => ran.push("next"), 5);
    expect(() => vi.advanceTimersByTime(5)).toThrow("a bug");
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toEqual(["next"]);
  });

  it("waits longer than a timer of Node can", async () => {
    const timer = new SharedTimer();
    const ran: number[] = [];
    timer.add(() => ran.push(performance.now()), 2 ** 32);
    await vi.advanceTimersByTimeAsync(2 ** 32 - 1);
    expect(ran).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(ran).toHaveLength(1);
  });
});

it("keeps the process running only as long as something waits", () => {
  const running = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const timer = new SharedTimer();
  const before = running();
  const waiting = timer.add(() => {}, 1000);
  expect(running()).toBe(before + 1);
  timer.remove(waiting);
  expect(running()).toBe(before);
  timer.remove(timer.add(() => {}, 2000));
  const again = timer.add(() => {}, 2000);
  expect(running()).toBe(before + 1);
  timer.remove(again);
  expect(running()).toBe(before);
});
