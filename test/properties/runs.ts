import fc from "fast-check";
import { byExtent } from "../support/extent.ts";

/** How often a property is tried: `PROPERTY_RUNS` multiplies it. */
const FACTOR = byExtent({ quick: 0.04, sample: 1, all: 20 }) * Number(process.env.PROPERTY_RUNS ?? 1);

/** The ordinary run tries the same values every time; a seed of one's own looks elsewhere. */
const SEED = Number(process.env.PROPERTY_SEED ?? 20261115);

/** Holds a check to values that come at random; what fails is made as small as it can be, and shown. */
export async function holds<T>(
  values: fc.Arbitrary<T>,
  runs: number,
  check: (value: T) => void | Promise<void>,
): Promise<void> {
  const property = fc.asyncProperty(values, async (value) => {
    await check(value);
  });
  await fc.assert(property, { numRuns: Math.ceil(runs * FACTOR), seed: SEED, interruptAfterTimeLimit: 3_600_000 });
}
