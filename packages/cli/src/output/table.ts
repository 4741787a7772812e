import { escapeInvisible } from "./escape.ts";
import type { Style } from "./style.ts";

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  cell(row: Row): string;
  /** Colors a cell; the text is already escaped. */
  paint?(text: string, row: Row, style: Style): string;
}

/** The layout of a table. */
export interface TableLayout {
  readonly style: Style;
  /** The last column is wrapped to fit this width. */
  readonly columns?: number | undefined;
}

/**
 * Formats rows in aligned columns, with every cell escaped. If the columns do not fit, each row takes several lines.
 */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], layout: TableLayout): string {
  const head: Cells = columns.map(({ title }) => ({ text: title, paint: layout.style.dim }));
  const lines = [head, ...rows.map((row) => columns.map((column) => cellOf(row, column, layout.style)))];
  const widths = columns.slice(0, -1).map((_, index) => Math.min(widest(lines, index), MAX_CELL_WIDTH) + GAP.length);
  const margin = widths.reduce((sum, width) => sum + width, 0);
  const room = (layout.columns ?? Number.POSITIVE_INFINITY) - margin;
  const write = room < MIN_LAST_WIDTH ? stackedLines : alignedLines;
  return lines
    .flatMap((cells) => write(cells, { widths, margin, room }))
    .map((line) => `${line}\n`)
    .join("");
}

/** How many terminal columns a text takes. */
export function widthOf(text: string): number {
  const marks = text.match(/\p{M}/gu)?.length ?? 0;
  const wide = text.match(WIDE)?.length ?? 0;
  return [...text].length - marks + wide;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
const GAP = "  ";
const INDENT = "    ";
const MIN_LAST_WIDTH = 24;
// One long cell shifts its own row, not all of them.
const MAX_CELL_WIDTH = 60;

interface Cell {
  readonly text: string;
  paint(text: string): string;
}

type Cells = readonly Cell[];

function cellOf<Row>(row: Row, column: Column<Row>, style: Style): Cell {
  return { text: escapeInvisible(column.cell(row)), paint: (text) => column.paint?.(text, row, style) ?? text };
}

function widest(lines: readonly Cells[], index: number): number {
  return lines.reduce((most, cells) => Math.max(most, widthOf(cells[index]?.text ?? "")), 0);
}

/** The widths of the columns, and the room for the last one. */
interface TableMeasures {
  readonly widths: readonly number[];
  readonly margin: number;
  readonly room: number;
}

function alignedLines(cells: Cells, { widths, margin, room }: TableMeasures): string[] {
  const fixed = cells.slice(0, -1).map(({ text, paint }, index) => paint(text) + padding(text, widths[index] ?? 0));
  const [first = "", ...more] = lastLines(cells, room);
  return [fixed.join("") + first, ...more.map((line) => " ".repeat(margin) + line)].map((line) => line.trimEnd());
}

function stackedLines(cells: Cells, { margin, room }: TableMeasures): string[] {
  const first = cells.slice(0, -1).map(({ text, paint }) => paint(text));
  return [first.join(GAP), ...lastLines(cells, margin + room - INDENT.length).map((line) => INDENT + line)];
}

function lastLines(cells: Cells, room: number): string[] {
  const last = cells.at(-1);
  return last === undefined ? [] : wrapText(last.text, room).map((line) => last.paint(line));
}

function padding(text: string, width: number): string {
  return " ".repeat(Math.max(GAP.length, width - widthOf(text)));
}

/** Wraps a text at spaces. */
export function wrapText(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > room) lines.push(line);
    line = line !== "" && widthOf(longer) > room ? word : longer;
  }
  return [...lines, line];
}
