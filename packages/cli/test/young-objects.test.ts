import { describe, expect, it } from "vitest";
import { createObjectsYoung } from "../src/gateway/young-objects.ts";

describe("the objects of a gateway", () => {
  it("are all created in the young generation of V8", () => {
    expect(flagsSetOn({})).toEqual(["--no-allocation-site-pretenuring"]);
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
