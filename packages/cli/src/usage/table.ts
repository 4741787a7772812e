import type { UsageDimension, UsageGroup, UsageReport } from "@toolglot/gateway";
import { dollars } from "../output/dollars.ts";
import type { Screen } from "../output/screen.ts";
import { type Column, table } from "../output/table.ts";
import { tokenCount } from "../output/token-count.ts";
import { widthOf } from "../output/wrap.ts";

/** A row of the table: a group, or the total of all. */
interface Row extends UsageGroup {
  readonly isTotal?: true;
}

const GAP = 2;
/** A bar that is shorter says nothing, one that is longer no more. */
const SHORTEST_BAR = 6;
const LONGEST_BAR = 24;
/** Longer names are wrapped to make room for bars. It is no less than a bar takes, so that bars are not wrapped. */
const LONG_NAME = LONGEST_BAR;

/** A report as a table with a bar for each row, by cost, or by tokens where no cost is known. */
export function usageTable({ by, rows, total }: UsageReport, { style, columns: room }: Screen): string {
  const all: readonly Row[] = rows.length === 1 ? rows : [...rows, { ...total, isTotal: true }];
  const columns = [...by.map((dimension, index) => nameColumn(dimension, index === 0)), ...countColumns(total)];
  const width = columns.reduce((sum, column) => sum + widthOfColumn(column, all) + GAP, 0);
  const bar = Math.min(LONGEST_BAR, room - width);
  const shown = bar < SHORTEST_BAR || rows.length < 2 ? columns : [...columns, barColumn(rows, total, bar)];
  return table(all, shown, { style, columns: room });
}

function nameColumn(dimension: UsageDimension, isFirst: boolean): Column<Row> {
  const total = isFirst ? "total" : "";
  return {
    title: dimension.toUpperCase(),
    cell: ({ isTotal, [dimension]: name }) => (isTotal ? total : name || "(none)"),
    paint: (text, { isTotal }, style) => (isTotal ? style.bold(text) : text),
  };
}

/** The columns of numbers; those that are 0 everywhere are left out. */
function countColumns({ errors, losses, tokens }: UsageGroup): Column<Row>[] {
  return [
    numberColumn("REQUESTS", ({ requests }) => requests.toLocaleString("en")),
    ...(errors === 0 ? [] : [numberColumn("ERRORS", (row) => unlessZero(row.errors))]),
    ...(losses === 0 ? [] : [numberColumn("LOSSES", (row) => unlessZero(row.losses))]),
    numberColumn("IN", (row) => tokenCount(row.tokens.input)),
    ...(tokens.cacheRead === 0 ? [] : [numberColumn("CACHED", (row) => tokenCount(row.tokens.cacheRead))]),
    numberColumn("OUT", (row) => tokenCount(row.tokens.output)),
    numberColumn("COST", costText),
  ];
}

function numberColumn(title: string, cell: (row: Row) => string): Column<Row> {
  return {
    title,
    isNumber: true,
    cell,
    paint: (text, { isTotal }, style) => {
      if (isTotal) return style.bold(text);
      return title === "ERRORS" ? style.red(text) : text;
    },
  };
}

function unlessZero(count: number): string {
  return count === 0 ? "" : count.toLocaleString("en");
}

// A cost of which a part is not known is at least that.
function costText({ cost, unpriced }: Row): string {
  if (unpriced === 0) return dollars(cost);
  return cost === 0 ? "?" : `≥ ${dollars(cost)}`;
}

function barColumn(rows: readonly Row[], { cost }: UsageGroup, width: number): Column<Row> {
  const sizeOf = (row: Row) => (cost > 0 ? row.cost : row.tokens.input + row.tokens.output);
  const most = Math.max(...rows.map(sizeOf));
  return {
    title: cost > 0 ? "BY COST" : "BY TOKENS",
    cell: (row) => (row.isTotal || most === 0 ? "" : bar(sizeOf(row) / most, width)),
    paint: (text, _, style) => style.cyan(text),
  };
}

const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

function bar(share: number, width: number): string {
  const eighths = Math.max(share > 0 ? 1 : 0, Math.round(share * width * 8));
  return "█".repeat(eighths >> 3) + EIGHTHS[eighths & 7];
}

function widthOfColumn({ title, cell }: Column<Row>, rows: readonly Row[]): number {
  return Math.min(LONG_NAME, Math.max(widthOf(title), ...rows.map((row) => widthOf(cell(row)))));
}
