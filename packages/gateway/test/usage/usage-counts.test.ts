import { expect, it } from "vitest";
import { addTo, COUNTERS, countsBy } from "../../src/usage/usage-counts.ts";

it("adds up all that is counted", () => {
  const sums = { ...countsBy((counter) => COUNTERS.indexOf(counter)) };
  addTo(
    sums,
    countsBy((counter) => 100 * (1 + COUNTERS.indexOf(counter))),
  );
  expect(sums).toEqual(countsBy((counter) => 100 * (1 + COUNTERS.indexOf(counter)) + COUNTERS.indexOf(counter)));
});
