// What is told of repeated measurements.

export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

export function median(numbers) {
  return quantile(numbers, 0.5);
}

/** The number that a share of all is below, between two of them where it falls there. */
function quantile(numbers, share) {
  const sorted = numbers.toSorted((one, other) => one - other);
  const at = (sorted.length - 1) * share;
  const below = Math.floor(at);
  const next = sorted[below + 1] ?? sorted[below];
  return sorted[below] + (next - sorted[below]) * (at - below);
}

/** The median, and the range of the half in the middle. */
export function spread(numbers) {
  return { low: quantile(numbers, 0.25), median: median(numbers), high: quantile(numbers, 0.75) };
}

/** By how much more one takes than another, in percent. */
export function more(one, other) {
  return (one / other - 1) * 100;
}

export function formatSpread({ low, median: middle, high }) {
  return `${middle.toFixed(1)} % (${low.toFixed(1)} to ${high.toFixed(1)})`;
}
