import type { UsageGroup, UsageReport } from "@toolglot/gateway";
import { describe, expect, it } from "vitest";
import { styleFor } from "../src/output/style.ts";
import { widthOf } from "../src/output/wrap.ts";
import { usageCsv } from "../src/usage/csv.ts";
import { usageTable } from "../src/usage/table.ts";

const MODELS = ["claude-opus-4-5-20251101", "gpt-5.6", "accounts/fireworks/models/qwen3-coder-480b-a35b-instruct"];

function group(size: number, more: Partial<UsageGroup> = {}): UsageGroup {
  const tokens = { input: size * 9000, cacheRead: size * 7000, cacheWrite: 0, output: size * 400, reasoning: 0 };
  const counts = { requests: size, errors: size % 3, losses: size % 5, tokens, cost: size / 80 };
  return { ...counts, unpriced: 0, estimated: 0, ...more };
}

function report(by: UsageReport["by"], rows: readonly UsageGroup[]): UsageReport {
  return { object: "usage", from: "2026-11-01", to: "2026-11-16", by, rows, total: group(5000) };
}

const wide = report(
  ["day", "key", "model", "provider"],
  MODELS.map((model, index) =>
    group(10 ** (index + 1), { day: "2026-11-16", key: "alice", model, provider: "openai" }),
  ),
);

function shown(given: UsageReport, columns: number, isTerminal = false, env = {}): string {
  const style = styleFor(isTerminal, env);
  return usageTable(given, { columns, style, isTerminal, write: async () => {}, print: () => {} });
}

describe("the table of usage", () => {
  it.each([120, 80, 60, 40])("fits %i columns, and has every name and number", (columns) => {
    const text = shown(wide, columns);
    for (const line of text.split("\n")) expect(widthOf(line), line).toBeLessThanOrEqual(columns);
    const letters = text.replace(/\s+/g, "");
    for (const part of ["2026-11-16", "alice", "openai", "9.0M", "$12.50"]) expect(letters).toContain(part);
  });

  it("has a bar for each row, of the length of its share of the largest", () => {
    const rows = [1000, 500, 1, 0].map((size) => group(size, { model: `m${size}` }));
    const bars = shown(report(["model"], rows), 200)
      .split("\n")
      .slice(1, 5)
      .map((line) => /[█▏▎▍▌▋▊▉]+$/.exec(line)?.[0] ?? "");
    expect(bars).toEqual(["█".repeat(24), "█".repeat(12), "▏", ""]);
  });

  it("wraps long names, and no bars", () => {
    const rows = MODELS.map((model) => group(100, { model }));
    const lines = shown(report(["model"], rows), 80).split("\n");
    expect(lines.filter((line) => /\S +█+$/.test(line))).toHaveLength(3);
    expect(lines.filter((line) => /^[\s█]+$/.test(line))).toEqual([]);
  });

  it("says what is not known of a cost", () => {
    const rows = [
      group(8, { model: "a", unpriced: 2 }),
      group(8, { model: "b", cost: 0, unpriced: 8 }),
      group(8, { model: "" }),
    ];
    const costs = shown(report(["model"], rows), 80);
    expect(costs).toMatch(/^a .* ≥ \$0\.10 /m);
    expect(costs).toMatch(/^b .* \?$/m);
    expect(costs).toMatch(/^\(none\) .* \$0\.10 /m);
  });

  it("has colors on a terminal only, and none with NO_COLOR", () => {
    expect(shown(wide, 80, true)).toContain("\u001b[");
    expect(shown(wide, 80, true, { NO_COLOR: "1" })).toBe(shown(wide, 80));
    expect(shown(wide, 80)).not.toContain("\u001b[");
  });

  it("shows no control characters", () => {
    const rows = [group(1, { model: "a\u001b[31m" }), group(1, { model: "b" })];
    expect(shown(report(["model"], rows), 80)).not.toContain("\u001b");
  });
});

describe("comma-separated values", () => {
  it("quote what would be read as something else, and have no exponents", () => {
    const rows = [group(1, { model: 'a,"b"\nc', cost: 1.2e-7 })];
    expect(
      usageCsv(report(["model"], rows))
        .split("\n")
        .slice(1)
        .join("\n"),
    ).toBe('"a,""b""\nc",1,1,1,9000,7000,0,400,0,0.00000012,0,0\n');
  });
});
