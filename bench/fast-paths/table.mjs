// The counts as Markdown, for people.
import { FIRST } from "./streams.mjs";

const STREAM_COLUMNS = [
  ...["dialect", "frames", "text", "repeated"],
  ...["by template", "of frames", "of repeated", "fast", "of all"],
];

export function toMarkdown({ streams, answers }) {
  return [
    "## Frames of streams that no fast path has left to the tables",
    streamTable(streams),
    "### Not read by the template of the frame before",
    reasons(streams.templates),
    "### Left to the tables",
    reasons(streams.frames),
    "## Whole answers that no fast path has left to the tables",
    answerTable(answers),
    reasons(answers),
  ].join("\n\n");
}

export function streamTable({ templates, frames }) {
  return table(
    STREAM_COLUMNS,
    templates.map((row, index) => streamRow(row, frames[index])),
  );
}

export function answerTable(answers) {
  return table(["dialect", "answers", "fast", "of all"], answers.map(answerRow));
}

// A template is made of the first frame of a text, which is therefore parsed.
function streamRow({ dialect, all, taken, reasons: why }, { taken: fast }) {
  const count = (start) => {
    const matching = Object.entries(why).filter(([reason]) => reason.startsWith(start));
    return matching.reduce((sum, [, times]) => sum + times, 0);
  };
  const text = all - count("no text");
  const repeated = text - count(`text: ${FIRST}`);
  return [dialect, all, text, repeated, taken, share(taken, all), share(taken, repeated), fast, share(fast, all)];
}

function answerRow({ dialect, all, taken }) {
  return [dialect, all, taken, share(taken, all)];
}

function reasons(rows) {
  const lines = rows.flatMap(({ dialect, reasons: why }) =>
    Object.entries(why)
      .slice(0, MOST)
      .map(([reason, count]) => [dialect, count, reason]),
  );
  return table(["dialect", "left", "because"], lines);
}

/** How many reasons of each dialect are listed; `--json` has all. */
const MOST = 12;

function share(part, whole) {
  return whole === 0 ? "" : `${((100 * part) / whole).toFixed(1)} %`;
}

function table(columns, rows) {
  return [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
