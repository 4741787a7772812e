import type { ExchangeSummary } from "@toolglot/gateway";
import { escapeInvisible } from "../output/escape.ts";
import type { Style } from "../output/style.ts";
import { tokenCount } from "../output/token-count.ts";
import { widthOf } from "../output/wrap.ts";

interface Column {
  readonly title: string;
  readonly width: number;
  readonly isNumber?: true;
  cell(summary: ExchangeSummary): string;
  paint?(text: string, summary: ExchangeSummary, style: Style): string;
}

/** Columns of a fixed width; the model and the calls share the rest of the line. */
const FIXED: readonly Column[] = [
  {
    title: "time",
    width: 8,
    cell: ({ startedAt }) => new Date(startedAt).toTimeString().slice(0, 8),
    paint: (text, _, style) => style.dim(text),
  },
  {
    title: "",
    width: 3,
    cell: ({ status, state }) => (state === "closed" ? "gone" : String(status ?? "")).slice(0, 3),
    paint: (text, { state }, style) => (state === "done" ? style.green(text) : style.red(text)),
  },
  { title: "first", width: 5, isNumber: true, cell: ({ firstOutputMs }) => duration(firstOutputMs) },
  { title: "total", width: 5, isNumber: true, cell: ({ durationMs }) => duration(durationMs) },
  { title: "in", width: 5, isNumber: true, cell: ({ usage }) => tokenCount(usage?.input) },
  { title: "out", width: 5, isNumber: true, cell: ({ usage }) => tokenCount(usage?.output) },
  {
    title: "lost",
    width: 4,
    isNumber: true,
    cell: ({ losses }) => (losses.content + losses.setting === 0 ? "" : String(losses.content + losses.setting)),
    paint: (text, _, style) => style.yellow(text),
  },
];

const GAP = "  ";
/** The calls are left out on narrower terminals, unless the model leaves room. */
const MODEL_WIDTH = 44;

/** The titles of the columns. */
export function headLine(columns: number, style: Style): string {
  const cells = FIXED.map(({ title, width, isNumber }) => (isNumber ? title.padStart(width) : title.padEnd(width)));
  return style.dim(cut([...cells, "model"].join(GAP), columns));
}

/** An exchange as one line that is not wider than the terminal. */
export function rowLine(summary: ExchangeSummary, columns: number, style: Style): string {
  const cells = FIXED.map((column) => {
    const text = cut(column.cell(summary), column.width);
    const space = " ".repeat(Math.max(0, column.width - widthOf(text)));
    const painted = text === "" ? "" : (column.paint?.(text, summary, style) ?? text);
    return column.isNumber ? space + painted : painted + space;
  });
  const room = columns - FIXED.reduce((sum, { width }) => sum + width + GAP.length, 0);
  return [...cells, lastCell(summary, room, style)].join(GAP).trimEnd();
}

function lastCell(summary: ExchangeSummary, room: number, style: Style): string {
  const model = cut(escapeInvisible(modelText(summary)), Math.min(room, Math.max(MODEL_WIDTH, room >> 1)));
  const rest = room - widthOf(model) - GAP.length;
  const note = cut(escapeInvisible(noteOf(summary)), rest);
  if (rest < 8 || note === "") return model;
  return model + GAP + (summary.error === undefined ? style.cyan(note) : style.red(note));
}

function modelText({ model, provider, providerModel }: ExchangeSummary): string {
  const target = provider === undefined ? undefined : `${provider}/${providerModel}`;
  if (target === undefined || target === model) return model || "?";
  return `${model} → ${target}`;
}

function noteOf({ error, calls }: ExchangeSummary): string {
  return error === undefined ? calls.join(", ") : `${error.type}: ${messageIn(error.message)}`;
}

/** What an error says; providers say it in JSON. */
function messageIn(text: string): string {
  const found = text.startsWith("{") ? /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(text)?.[1] : undefined;
  return found === undefined ? text : String(JSON.parse(found));
}

function duration(milliseconds: number | undefined): string {
  if (milliseconds === undefined) return "";
  if (milliseconds < 1000) return `${Math.round(milliseconds)}ms`;
  const seconds = milliseconds / 1000;
  return seconds < 100 ? `${seconds.toFixed(1)}s` : `${Math.round(seconds / 60)}m`;
}

/** The start of a text that takes at most so many columns. */
function cut(text: string, room: number): string {
  if (widthOf(text) <= room) return text;
  let start = "";
  for (const character of text) {
    if (widthOf(start + character) > room - 1) break;
    start += character;
  }
  return room < 1 ? "" : `${start}…`;
}
