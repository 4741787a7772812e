import { PerformanceObserver } from "node:perf_hooks";
import v8 from "node:v8";
import { describe, expect, it, vi } from "vitest";
import { createObjectsYoung } from "../src/gateway/young-objects.ts";

describe("the objects of a gateway", () => {
  it("are all created in the young generation of V8", () => {
    expect(flagsSetOn({})).toEqual(["--no-allocation-site-pretenuring"]);
  });

  it("stop its growth when it is large enough, and let it grow again when it has become small", async () => {
    const space = { space_name: "new_space", space_size: 0 };
    vi.spyOn(v8, "getHeapSpaceStatistics").mockImplementation(() => [space as v8.HeapSpaceInfo]);
    const flags = flagsSetOn({});
    for (const size of [32, 32, 1, 1, 16]) {
      space.space_size = size * 1024 * 1024;
      await collected();
    }
    expect(flags.slice(1).map((flag) => flag.split("=")[1])).toEqual(["1", "2", "1"]);
  });

  it.each(["bun", "deno"])("are left to %s, which has other flags or none", (name) => {
    expect(flagsSetOn({ [name]: "1.0.0" })).toEqual([]);
  });
});

function flagsSetOn(versions: Record<string, string>): string[] {
  const flags: string[] = [];
  createObjectsYoung(versions, (flag) => flags.push(flag));
  return flags;
}

/** Resolves after a garbage collection that observers were told of. */
async function collected(): Promise<void> {
  let isTold = false;
  const observer = new PerformanceObserver(() => {
    isTold = true;
  });
  observer.observe({ entryTypes: ["gc"] });
  const kept: number[][] = [];
  await vi.waitFor(
    () => {
      for (let index = 0; index < 2000; index++) kept.push(new Array<number>(500).fill(index));
      expect(isTold).toBe(true);
    },
    { timeout: 10_000, interval: 10 },
  );
  observer.disconnect();
}
