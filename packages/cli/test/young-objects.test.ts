import { describe, expect, it, vi } from "vitest";
import { createObjectsYoung } from "../src/gateway/young-objects.ts";

describe("the objects of a gateway", () => {
  it("are all created in the young generation of V8", () => {
    expect(flagsSetOn({})).toEqual(["--no-allocation-site-pretenuring"]);
  });

  it("stop its growth when it is large enough", async () => {
    const flags = flagsSetOn({});
    const kept: number[][] = [];
    await vi.waitFor(
      () => {
        for (let index = 0; index < 2000; index++) kept.push(new Array<number>(500).fill(index));
        expect(flags).toContain("--semi-space-growth-factor=1");
      },
      { timeout: 10_000, interval: 10 },
    );
    expect(flags).toHaveLength(2);
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
