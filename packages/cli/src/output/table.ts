import { escapeInvisible } from "./escape.ts";
import type { Style } from "./style.ts";
import { widthOf, wrapText } from "./wrap.ts";

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** Whether its cells are aligned at their ends. */
  readonly isNumber?: true;
  cell(row: Row): string;
  /** Colors a line of a cell; the text is already escaped. */
  paint?(text: string, row: Row, style: Style): string;
}

/** The layout of a table. */
export interface TableLayout {
  readonly style: Style;
  /** No line is wider. */
  readonly columns: number;
}

/**
 * Formats rows in aligned columns, with every cell escaped and wrapped to fit the width. Where the columns would become
 * too narrow to read, each row is a list of its cells.
 */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], layout: TableLayout): string {
  const head: Cells = columns.map(({ title, isNumber }) => ({ text: title, isNumber, paint: layout.style.dim }));
  const lines = [head, ...rows.map((row) => columns.map((column) => cellOf(row, column, layout.style)))];
  const natural = columns.map((_, index) => widest(lines, index));
  const widths = fitWidths(natural, layout.columns - GAP.length * (columns.length - 1));
  const text =
    widths === undefined
      ? lines.slice(1).flatMap((cells) => listedLines(cells, columns, layout))
      : lines.flatMap((cells) => alignedLines(cells, widths));
  return text.map((line) => `${line}\n`).join("");
}

const GAP = "  ";
const MIN_WIDTH = 10;

interface Cell {
  readonly text: string;
  readonly isNumber: true | undefined;
  paint(text: string): string;
}

type Cells = readonly Cell[];

function cellOf<Row>(row: Row, column: Column<Row>, style: Style): Cell {
  const { isNumber } = column;
  const text = escapeInvisible(column.cell(row));
  return { text, isNumber, paint: (line) => column.paint?.(line, row, style) ?? line };
}

function widest(lines: readonly Cells[], index: number): number {
  return lines.reduce((most, cells) => Math.max(most, widthOf(cells[index]?.text ?? "")), 0);
}

/**
 * Narrow columns keep their width, and the wide ones share the rest. `undefined` if that leaves them too little.
 */
function fitWidths(natural: readonly number[], room: number): readonly number[] | undefined {
  const byWidth = natural.map((width, index) => ({ width, index })).sort((one, other) => one.width - other.width);
  const widths: number[] = [];
  let rest = room;
  for (const [position, { width, index }] of byWidth.entries()) {
    const share = Math.floor(rest / (byWidth.length - position));
    if (width > share && share < MIN_WIDTH) return undefined;
    widths[index] = Math.min(width, share);
    rest -= Math.min(width, share);
  }
  return widths;
}

function alignedLines(cells: Cells, widths: readonly number[]): string[] {
  const wrapped = cells.map(({ text }, index) => wrapText(text, widths[index] ?? 0));
  const height = Math.max(...wrapped.map(({ length }) => length));
  return Array.from({ length: height }, (_, line) => {
    const parts = cells.map(({ paint, isNumber }, index) => {
      const text = wrapped[index]?.[line] ?? "";
      const painted = text === "" ? "" : paint(text);
      const space = " ".repeat(Math.max(0, (widths[index] ?? 0) - widthOf(text)));
      return isNumber ? space + painted : painted + space;
    });
    return parts.join(GAP).trimEnd();
  });
}

function listedLines<Row>(cells: Cells, columns: readonly Column<Row>[], { style, columns: room }: TableLayout) {
  const margin = Math.max(...columns.map(({ title }) => title.length)) + GAP.length;
  return cells.flatMap(({ text, paint }, index) => {
    const title = (columns[index]?.title ?? "").padEnd(margin);
    const lines = text === "" ? [] : wrapText(text, Math.max(1, room - margin - GAP.length));
    return lines.map((line, number) => {
      const indent = index === 0 ? "" : GAP;
      return `${indent}${number === 0 ? style.dim(title) : " ".repeat(margin)}${paint(line)}`;
    });
  });
}
