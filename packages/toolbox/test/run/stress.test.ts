import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { runExecutable } from "../../src/run/executable.ts";
import { Semaphore } from "../../src/run/semaphore.ts";
import { eventually, livingIn } from "./process-groups.ts";
import { place, script } from "./scripts.ts";

const GROUPS = place("groups");
const NOTE = `echo $$ >> ${GROUPS}`;
const PROGRAMS = [
  `${NOTE}; sleep 1000`,
  `${NOTE}; trap '' TERM; while :; do sleep 0.05; done`,
  `${NOTE}; sleep 1000 & sleep 1000 & wait`,
  `${NOTE}; cat; sleep 1000 >/dev/null 2>&1 &`,
  `${NOTE}; exec yes`,
].map((text) => script(text));

// The same moments in every run of the tests.
function* moments(seed: number): Generator<number> {
  for (let state = seed; ; state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) yield state % 600;
}

describe("fifty tools at once", () => {
  it("end when they are cancelled at any moment, and no process stays", async () => {
    const moment = moments(42);
    const runs = Array.from({ length: 50 }, (_, index) => {
      const signal = AbortSignal.timeout(Number(moment.next().value));
      const tool = { path: PROGRAMS[index % PROGRAMS.length] ?? "", hints: {} };
      return runExecutable(tool, { index }, { signal, semaphore: new Semaphore(50) });
    });
    const outcomes = await Promise.all(runs);
    expect(outcomes.filter((each) => !each.success).length).toBeGreaterThan(30);
    expect(await eventually(() => started().every((group) => livingIn(group).length === 0))).toBe(true);
  });

  it("end when one signal cancels them all, in line or running", async () => {
    const controller = new AbortController();
    const runs = Array.from({ length: 50 }, (_, index) =>
      runExecutable({ path: PROGRAMS[index % 3] ?? "", hints: {} }, {}, { signal: controller.signal }),
    );
    setTimeout(() => controller.abort(), 200);
    const codes = (await Promise.all(runs)).map((each) => (each.success ? "" : each.code));
    expect(new Set(codes)).toEqual(new Set(["CANCELLED"]));
    expect(await eventually(() => started().every((group) => livingIn(group).length === 0))).toBe(true);
  });
});

function started(): number[] {
  return readFileSync(GROUPS, "utf8").trim().split("\n").map(Number);
}
