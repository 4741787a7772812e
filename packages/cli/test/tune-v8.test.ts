import { PerformanceObserver } from "node:perf_hooks";
import v8 from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { tuneV8 } from "../src/gateway/tune-v8.ts";

v8.setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as (options: { type: "minor" }) => void;

describe("V8 in a gateway", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("creates all objects in its young generation", () => {
    expect(flagsSetOn({})).toEqual(["--no-allocation-site-pretenuring"]);
  });

  it("stops the growth of the young generation when it is large enough, and lets it grow again when it has become small", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    let size = 0;
    vi.spyOn(v8, "getHeapSpaceStatistics").mockImplementation(() => [spaceOf("new_space", size)]);
    const flags = flagsSetOn({});
    for (const next of [32, 32, 1, 1, 16]) {
      size = next * 1024 * 1024;
      await noticed();
    }
    expect(flags.slice(1).map((flag) => flag.split("=")[1])).toEqual(["1", "2", "1"]);
  });

  it("lets the young generation become twice as large where a collection frees much of the old one", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const spaces = { new_space: 16, old_space: 0 };
    vi.spyOn(v8, "getHeapSpaceStatistics").mockImplementation(() =>
      Object.entries(spaces).map(([space_name, size]) => spaceOf(space_name, size * 1024 * 1024)),
    );
    const flags = flagsSetOn({});
    const factorsAfter = async (used: number, young = 16) => {
      Object.assign(spaces, { new_space: young, old_space: used });
      await noticed();
      return flags.slice(1).map((flag) => flag.split("=")[1]);
    };
    expect(await factorsAfter(20)).toEqual(["1"]);
    expect(await factorsAfter(60)).toEqual(["1"]);
    expect(await factorsAfter(45)).toEqual(["1"]);
    expect(await factorsAfter(43)).toEqual(["1", "2"]);
    expect(await factorsAfter(43, 32)).toEqual(["1", "2", "1"]);
  });

  it("optimizes functions early once the process is at work, and says so once", async () => {
    const flags = flagsSetOn({ v8: "11.3.244.8-node.33" });
    expect(flags.filter(isBudget)).toEqual([]);
    for (let round = 0; round < 8; round++) await collected();
    expect(flags.filter(isBudget)).toEqual(["--interrupt-budget=15000"]);
  });

  it("is left alone where it has another compiler for functions that are neither new nor hot", async () => {
    const flags = flagsSetOn({ v8: "13.6.233.10-node.28" });
    for (let round = 0; round < 8; round++) await collected();
    expect(flags.filter(isBudget)).toEqual([]);
  });

  it.each(["bun", "deno"])("is not what %s runs on, or takes no flags there", (name) => {
    expect(flagsSetOn({ [name]: "1.0.0" })).toEqual([]);
  });
});

function spaceOf(name: string, size: number): v8.HeapSpaceInfo {
  return {
    space_name: name,
    space_size: size,
    space_used_size: size,
    space_available_size: 0,
    physical_space_size: size,
  };
}

function flagsSetOn(versions: Record<string, string>): string[] {
  const flags: string[] = [];
  tuneV8(versions, (flag) => flags.push(flag));
  return flags;
}

function isBudget(flag: string): boolean {
  return flag.startsWith("--interrupt-budget");
}

/** Resolves when what grows has been told of a collection, and what does not grow was looked at. */
async function noticed(): Promise<void> {
  await collected();
  vi.advanceTimersByTime(100);
}

/** Resolves after a garbage collection that observers were told of, which does not wake the event loop by itself. */
async function collected(): Promise<void> {
  let isTold = false;
  const observer = new PerformanceObserver(() => {
    isTold = true;
  });
  observer.observe({ entryTypes: ["gc"] });
  collectGarbage({ type: "minor" });
  await vi.waitFor(() => expect(isTold).toBe(true), { timeout: 10_000, interval: 1 });
  observer.disconnect();
}
