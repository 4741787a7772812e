import type { Style } from "./style.ts";
import { visible } from "./visible.ts";

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  cell(row: Row): string;
  /** How its cells are coloured; the text is escaped before. */
  paint?(text: string, row: Row, style: Style): string;
}

/** How a table fits its screen. */
export interface TableLayout {
  readonly style: Style;
  /** The last column is wrapped to stay within this. */
  readonly columns?: number | undefined;
}

/** Rows in aligned columns, every cell escaped. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], layout: TableLayout): string {
  const cells = rows.map((row) => columns.map((column) => visible(column.cell(row))));
  const titles = columns.map(({ title }) => title);
  const widths = columns.map((_, index) => Math.max(...[titles, ...cells].map((line) => widthOf(line[index] ?? ""))));
  const head = layoutLine(titles, widths, layout, (text) => layout.style.dim(text));
  const body = rows.flatMap((row, number) =>
    layoutLine(
      cells[number] ?? [],
      widths,
      layout,
      (text, index) => columns[index]?.paint?.(text, row, layout.style) ?? text,
    ),
  );
  return [...head, ...body].map((line) => `${line}\n`).join("");
}

/** How many columns of a terminal a text takes. */
export function widthOf(text: string): number {
  const marks = text.match(/\p{M}/gu)?.length ?? 0;
  const wide = text.match(WIDE)?.length ?? 0;
  return [...text].length - marks + wide;
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/gu;
const GAP = "  ";
const NARROWEST = 24;

type Paint = (text: string, index: number) => string;

function layoutLine(cells: readonly string[], widths: readonly number[], layout: TableLayout, paint: Paint): string[] {
  const last = cells.length - 1;
  const fixed = cells
    .slice(0, last)
    .map((cell, index) => paint(cell, index) + " ".repeat((widths[index] ?? 0) - widthOf(cell)));
  const margin = widths.slice(0, last).reduce((sum, width) => sum + width + GAP.length, 0);
  const room = layout.columns === undefined ? Number.POSITIVE_INFINITY : Math.max(NARROWEST, layout.columns - margin);
  const [first = "", ...more] = fill(cells[last] ?? "", room).map((text) => paint(text, last));
  return [[...fixed, first].join(GAP).trimEnd(), ...more.map((text) => " ".repeat(margin) + text)];
}

/** A text in lines that are no wider than there is room, unless a word is. */
export function fill(text: string, room: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (line !== "" && widthOf(longer) > room) lines.push(line);
    line = line !== "" && widthOf(longer) > room ? word : longer;
  }
  return [...lines, line];
}
