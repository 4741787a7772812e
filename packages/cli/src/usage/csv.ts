import type { UsageGroup, UsageReport } from "@toolglot/gateway";

/** A report as comma-separated values (https://www.rfc-editor.org/rfc/rfc4180), with a line of titles. */
export function usageCsv({ by, rows }: UsageReport): string {
  const columns = Object.entries(COUNTS);
  const head = [...by, ...columns.map(([title]) => title)];
  const lines = rows.map((row) => [
    ...by.map((dimension) => row[dimension] ?? ""),
    ...columns.map(([, value]) => value(row)),
  ]);
  return [head, ...lines].map((cells) => `${cells.map(cellText).join(",")}\n`).join("");
}

const COUNTS: Readonly<Record<string, (row: UsageGroup) => string>> = {
  requests: ({ requests }) => String(requests),
  errors: ({ errors }) => String(errors),
  losses: ({ losses }) => String(losses),
  input_tokens: ({ tokens }) => String(tokens.input),
  cache_read_tokens: ({ tokens }) => String(tokens.cacheRead),
  cache_write_tokens: ({ tokens }) => String(tokens.cacheWrite),
  output_tokens: ({ tokens }) => String(tokens.output),
  reasoning_tokens: ({ tokens }) => String(tokens.reasoning),
  // No exponent: 0.00000012, and not 1.2e-7.
  cost_usd: ({ cost }) => cost.toFixed(12).replace(/\.?0+$/, ""),
  unpriced: ({ unpriced }) => String(unpriced),
  estimated: ({ estimated }) => String(estimated),
};

function cellText(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
