/** A number of tokens in at most five characters, as in `9999`, `12k` or `1.5M`. */
export function tokenCount(tokens: number | undefined): string {
  if (tokens === undefined) return "";
  if (tokens < 10_000) return String(tokens);
  if (tokens < 1_000_000) return `${Math.round(tokens / 1000)}k`;
  const millions = tokens / 1_000_000;
  if (millions >= 10_000) return `${Math.round(millions / 1000)}G`;
  return `${millions < 100 ? millions.toFixed(1) : Math.round(millions)}M`;
}
