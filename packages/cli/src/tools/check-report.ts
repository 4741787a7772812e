import { relative } from "node:path";
import type { Loss } from "@toolglot/core";
import { explainLoss } from "@toolglot/core/explain";
import type { Refusal, RunnableTool } from "@toolglot/toolbox";
import { lossCount, summarizeLosses } from "../output/losses.ts";
import { plural } from "../output/messages.ts";
import type { Screen } from "../output/screen.ts";
import type { Style } from "../output/style.ts";
import { type Column, table } from "../output/table.ts";
import { wrapText } from "../output/wrap.ts";
import { originText } from "./definition.ts";

/** What a dialect would lose of a tool. */
export interface ToolLoss {
  readonly to: string;
  readonly tool: string;
  readonly loss: Loss;
}

/** The result of checking a folder. */
export interface FolderCheck {
  readonly tools: readonly RunnableTool[];
  readonly problems: readonly Refusal[];
  readonly losses: readonly ToolLoss[];
  /** The dialects that the losses are about. */
  readonly targets: readonly string[];
}

/** The result as text: a row per tool and problem, then the losses. */
export function checkReport({ tools, problems, losses, targets }: FolderCheck, stdout: Screen): string {
  const { style, columns } = stdout;
  const loaded = tools.map((tool): Row => ({ state: "ok", tool: tool.name, where: originText(tool), reason: "" }));
  const rows = [
    ...loaded,
    ...problems.map(({ level, name = "", ...rest }): Row => ({ state: level, tool: name, ...rest })),
  ];
  const errors = problems.filter(({ level }) => level === "error").length;
  const verdict = errors === 0 ? style.green("no errors") : style.red(plural(errors, "error"));
  const lossRows = lossRowsOf(summarizeLosses(losses).rows);
  const metadata = lossRowsOf(losses).length - lossRows.length;
  const lost = lossRows.length === 0 ? noLossText(targets, metadata, columns) : lossText(lossRows, metadata, stdout);
  return `${table(rows, COLUMNS, stdout)}\n${plural(tools.length, "tool")}, ${verdict}\n${tools.length === 0 ? "" : lost}`;
}

interface Row {
  readonly state: "ok" | Refusal["level"];
  readonly tool: string;
  readonly where: string;
  readonly reason: string;
}

const PAINTS: Readonly<Record<Row["state"], keyof Style>> = {
  ok: "green",
  info: "cyan",
  warning: "yellow",
  error: "red",
};

const COLUMNS: readonly Column<Row>[] = [
  { title: "STATE", cell: ({ state }) => state, paint: (text, { state }, style) => style[PAINTS[state]](text) },
  { title: "TOOL", cell: ({ tool }) => tool },
  { title: "FILE", cell: ({ where }) => shorter(relative(process.cwd(), where), where) },
  { title: "REASON", cell: ({ reason }) => reason },
];

/** The same loss in several dialects. */
interface LossRow {
  readonly tool: string;
  readonly path: string;
  readonly outcome: string;
  readonly dialects: readonly string[];
}

const LOSS_COLUMNS: readonly Column<LossRow>[] = [
  { title: "TOOL", cell: ({ tool }) => tool },
  { title: "PATH", cell: ({ path }) => path },
  { title: "WHAT IS LOST", cell: ({ outcome }) => outcome },
  { title: "FOR", cell: ({ dialects }) => dialects.join(", ") },
];

function noLossText(targets: readonly string[], metadata: number, columns: number): string {
  const but = metadata === 0 ? "" : ` but ${metadata} of metadata (listed with --json)`;
  return `${wrapText(`nothing is lost for ${targets.join(", ")}${but}`, columns).join("\n")}\n`;
}

function lossText(rows: readonly LossRow[], metadata: number, { style, columns }: Screen): string {
  const count = lossCount({ rows: rows.length, metadata });
  return `\n${style.bold(count)}\n${table(rows, LOSS_COLUMNS, { style, columns })}`;
}

function lossRowsOf(losses: readonly ToolLoss[]): LossRow[] {
  const rows = new Map<string, LossRow>();
  for (const { to, tool, loss } of losses) {
    const row = { tool, path: loss.path.replace(/^\/\d+/, ""), outcome: `${loss.feature}: ${explainLoss(loss)}` };
    const key = JSON.stringify(row);
    rows.set(key, { ...row, dialects: [...(rows.get(key)?.dialects ?? []), to] });
  }
  return [...rows.values()];
}

function shorter(one: string, other: string): string {
  return one !== "" && one.length < other.length ? one : other;
}
