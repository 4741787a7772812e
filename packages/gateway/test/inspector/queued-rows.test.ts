import { describe, expect, it } from "vitest";
import { QueuedRows } from "../../src/inspector/queued-rows.ts";
import type { EndedExchange } from "../../src/inspector/unrecorded.ts";

const START = 1_800_000_000_000;

/** How many rows are made when exchanges of some lengths have ended, each some milliseconds after the first. */
function madeAfter(ends: readonly (readonly [time: number, length: string | undefined])[]): number[] {
  let made = 0;
  const rows = new QueuedRows(() => {
    made++;
  });
  return ends.map(([time, length]) => {
    const request = { headers: { "content-length": length } };
    rows.add({ startedAt: START, request, record: { durationMs: time } } as unknown as EndedExchange);
    return made;
  });
}

describe("rows that are still to be made", () => {
  it("are made when there are many", () => {
    expect(madeAfter(Array.from({ length: 33 }, () => [0, "100"])).slice(-3)).toEqual([0, 32, 32]);
  });

  it("are made in the next second", () => {
    expect(madeAfter([0, 999, 1000, 1001, 2000].map((time) => [time, "100"]))).toEqual([0, 0, 2, 2, 4]);
  });

  it("are made at once for large requests, and for those whose length is not known", () => {
    expect(madeAfter([[0, "16385"]])).toEqual([1]);
    expect(
      madeAfter([
        [0, "16384"],
        [0, undefined],
      ]),
    ).toEqual([0, 2]);
  });
});
