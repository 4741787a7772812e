import { describe, expect, it } from "vitest";
import { QueuedRows } from "../../src/inspector/queued-rows.ts";
import type { EndedExchange } from "../../src/inspector/unrecorded.ts";

const START = 1_800_000_000_000;

/** How many rows are made when exchanges have ended, each some milliseconds after the first. */
function madeAfter(ends: readonly number[]): number[] {
  let made = 0;
  const rows = new QueuedRows(() => {
    made++;
  });
  return ends.map((time) => {
    rows.add({ startedAt: START, record: { durationMs: time } } as unknown as EndedExchange);
    return made;
  });
}

describe("rows that are still to be made", () => {
  it("are made when there are many", () => {
    expect(madeAfter(Array.from({ length: 33 }, () => 0)).slice(-3)).toEqual([0, 32, 32]);
  });

  it("are made in the next second", () => {
    expect(madeAfter([0, 999, 1000, 1001, 2000])).toEqual([0, 0, 2, 2, 4]);
  });
});
