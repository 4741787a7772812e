import type { Loss } from "@toolglot/core";
import { explainLoss } from "@toolglot/core/explain";
import { escapeInvisible } from "./escape.ts";
import { plural } from "./messages.ts";
import type { Screen } from "./screen.ts";
import type { Style } from "./style.ts";
import { type Column, table } from "./table.ts";

/** A loss, and its tool if it belongs to one of a list. */
export interface LossRow {
  readonly tool?: string;
  /** The index of the tool in the list. */
  readonly entry?: number;
  readonly loss: Loss;
}

/** Losses that matter, and how many are of metadata alone: fingerprints, timestamps, billing details. */
export interface LossSummary<Row> {
  readonly rows: readonly Row[];
  readonly metadata: number;
}

/** Counts the losses of metadata apart from those of content and settings. */
export function summarizeLosses<Row extends { readonly loss: Loss }>(losses: readonly Row[]): LossSummary<Row> {
  const rows = losses.filter(({ loss }) => loss.level !== "metadata");
  return { rows, metadata: losses.length - rows.length };
}

/** The number of losses in words, those of metadata apart. */
export function lossCount({ rows, metadata }: { rows: number; metadata: number }): string {
  const count = plural(rows, "loss", "losses");
  return metadata === 0 ? count : `${count} (and ${metadata} of metadata)`;
}

/** A table of losses, grouped by tool. */
export function lossTable(losses: readonly LossRow[], { style, columns }: Pick<Screen, "style" | "columns">): string {
  const byTool = losses.toSorted((one, other) => (one.entry ?? 0) - (other.entry ?? 0));
  const shown = losses.some(({ tool }) => tool !== undefined) ? [TOOL, ...COLUMNS] : COLUMNS;
  return table(byTool, shown, { style, columns });
}

/** One line for a loss, for output line by line. */
export function lossLine(row: LossRow, { style }: Pick<Screen, "style">): string {
  const { tool, loss } = row;
  const cells = [escapeInvisible(loss.path), paintAction(loss.action, row, style), escapeInvisible(explainLoss(loss))];
  return (tool === undefined ? cells : [escapeInvisible(tool), ...cells]).join("  ");
}

const TOOL: Column<LossRow> = { title: "TOOL", cell: ({ tool }) => tool ?? "" };

const COLUMNS: readonly Column<LossRow>[] = [
  { title: "PATH", cell: ({ loss }) => loss.path },
  { title: "FEATURE", cell: ({ loss }) => loss.feature },
  { title: "ACTION", cell: ({ loss }) => loss.action, paint: paintAction },
  { title: "WHAT WAS DONE", cell: ({ loss }) => explainLoss(loss) },
];

function paintAction(text: string, { loss }: LossRow, style: Style): string {
  return loss.action === "dropped" ? style.red(text) : style.yellow(text);
}
