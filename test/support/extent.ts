/** How much of a sweep runs: `npm test` runs `quick`, `.ci/run` then `test:laws` with `sample`, and `npm run test:laws` `all`. */
export type Extent = "quick" | "sample" | "all";

const { LAWS_SAMPLE } = process.env;

/** A number in `LAWS_SAMPLE` is a sample with so many tools. */
export const EXTENT: Extent = extentOf(LAWS_SAMPLE ?? "quick");

function extentOf(name: string): Extent {
  return name === "quick" || name === "all" ? name : "sample";
}

/** How many tools of the corpus a law looks at, unless at all. */
export const SAMPLED_TOOLS: number = byExtent({ quick: 5, sample: Number(LAWS_SAMPLE) || 60, all: Number.NaN });

/** What a sweep takes in this run. */
export function byExtent<Value>(values: Readonly<Record<Extent, Value>>): Value {
  return values[EXTENT];
}

/** How often a property is held to random values, given how often the sample does. */
export function runs(sample: number): number {
  return Math.ceil(sample * byExtent({ quick: 0.04, sample: 1, all: 10 }));
}

/**
 * Whether a combination, given by its indexes, is tried: in the quick run one of `count`, among them each pair of values of two lists that are
 * that long, and in the others all. `count` is a prime number above that of the indexes.
 */
export function isDrawn(count: number, ...indexes: readonly number[]): boolean {
  const diagonal = indexes.reduce((sum, index, weight) => sum + (weight + 1) * index, 0);
  return EXTENT !== "quick" || diagonal % count === 0;
}

/** What each of several targets gets of a list: in the quick run a seventh, each another one than its neighbours, and in the others all. */
export function dealt<Item>(all: readonly Item[], target: number): readonly Item[] {
  const hands = Math.min(7, all.length);
  return EXTENT === "quick" ? all.filter((_, index) => (index + target) % hands === 0) : all;
}

/** Every nth of a list in the quick run, from the first on, and all of it in the others. */
export function someOf<Item>(all: readonly Item[], nth: number): readonly Item[] {
  return EXTENT === "quick" ? all.filter((_, index) => index % nth === 0) : all;
}
