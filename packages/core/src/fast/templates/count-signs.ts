// The fast path `templates`: token counts. A total of 30 may be the sum of 10 and 20 or a count of its own; which one
// it is shows in whether other counts give the same.

/** More counts have too many combinations. */
export const MOST_COUNTS = 5;

/**
 * The sign of each sum of counts and negated counts. Translations compare counts only so (more cached tokens than there are
 * tokens, a total that is not the sum of its parts), so that counts with the same signs are translated alike.
 */
export function signsOf(counts: readonly number[]): string {
  let signs = "";
  for (const coefficients of combinations(counts.length)) {
    signs += String.fromCharCode(signOf(sumOf(coefficients, counts)));
  }
  return signs;
}

/** Whether counts have these signs. */
export function hasSigns(counts: readonly number[], signs: string): boolean {
  const all = combinations(counts.length);
  for (let index = 0; index < all.length; index++) {
    if (signs.charCodeAt(index) !== signOf(sumOf(all[index] as readonly number[], counts))) return false;
  }
  return signs.length === all.length;
}

/** The character code of a sign. */
function signOf(sum: number): number {
  if (sum === 0) return ZERO;
  return sum > 0 ? PLUS : MINUS;
}

const ZERO = 0x30;
const PLUS = 0x2b;
const MINUS = 0x2d;

/** A sum of counts, each taken as it is, negated or not at all. */
export function sumOf(coefficients: readonly number[], counts: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index < counts.length; index++) sum += (coefficients[index] ?? 0) * (counts[index] ?? 0);
  return sum;
}

/** Coefficients that give the first sum for the first counts and the second for the second; those with the fewest counts. */
export function findSum(
  { counts, sum }: { readonly counts: readonly number[]; readonly sum: number },
  { counts: others, sum: other }: { readonly counts: readonly number[]; readonly sum: number },
): readonly number[] | undefined {
  const fitting = combinations(counts.length)
    .flatMap((each) => [each, each.map((coefficient) => -coefficient)])
    .filter((each) => sumOf(each, counts) === sum && sumOf(each, others) === other);
  return fitting.toSorted((one, two) => weightOf(one) - weightOf(two))[0];
}

/** Other counts with the same signs, and so far from these that no sum is the same by accident. */
export function countsLike(counts: readonly number[]): readonly number[] {
  const signs = signsOf(counts);
  for (let attempt = 1; attempt < ATTEMPTS; attempt++) {
    const others = counts.map((count, index) => count * SCALE + noise(attempt, index));
    if (signsOf(others) === signs) return others;
  }
  return counts.map((count) => count * SCALE);
}

const SCALE = 1009;
const ATTEMPTS = 2048;

// Small, so that equal counts and sums stay equal in some of the attempts.
function noise(attempt: number, index: number): number {
  return (Math.imul(attempt * 31 + index * 7919, 0x9e3779b1) >>> 16) & 7;
}

function weightOf(coefficients: readonly number[]): number {
  return coefficients.reduce((weight, each) => weight + Math.abs(each), 0);
}

/** All coefficients (-1, 0 or 1 for each count) whose first nonzero one is 1: negated ones only have the opposite sign. */
function combinations(length: number): readonly (readonly number[])[] {
  COMBINATIONS[length] ??= allChoices(length).filter((each) => each.find((coefficient) => coefficient !== 0) === 1);
  return COMBINATIONS[length] ?? [];
}

const COMBINATIONS: (readonly (readonly number[])[])[] = [];

function allChoices(length: number): number[][] {
  if (length === 0) return [[]];
  return allChoices(length - 1).flatMap((rest) => [0, 1, -1].map((coefficient) => [...rest, coefficient]));
}
