import type { Json, Loss } from "@toolglot/core";
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
export interface LossSummary {
  readonly rows: readonly LossRow[];
  readonly metadata: number;
}

/** Counts the losses of metadata apart from those of content and settings. */
export function summarizeLosses(losses: readonly LossRow[]): LossSummary {
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
  const cells = [escapeInvisible(loss.path), paintAction(loss.action, row, style), escapeInvisible(lossOutcome(loss))];
  return (tool === undefined ? cells : [escapeInvisible(tool), ...cells]).join("  ");
}

/** What was done about a loss. */
export function lossOutcome({ code, action, detail }: Loss): string {
  const describe = OUTCOMES[`${code} ${action}`] ?? OUTCOMES[code] ?? OUTCOMES[action];
  return describe?.(fieldsOf(detail)) ?? action;
}

const TOOL: Column<LossRow> = { title: "TOOL", cell: ({ tool }) => tool ?? "" };

const COLUMNS: readonly Column<LossRow>[] = [
  { title: "PATH", cell: ({ loss }) => loss.path },
  { title: "FEATURE", cell: ({ loss }) => loss.feature },
  { title: "ACTION", cell: ({ loss }) => loss.action, paint: paintAction },
  { title: "WHAT WAS DONE", cell: ({ loss }) => lossOutcome(loss) },
];

function paintAction(text: string, { loss }: LossRow, style: Style): string {
  return loss.action === "dropped" ? style.red(text) : style.yellow(text);
}

type Fields = Readonly<Record<string, Json>>;

const OUTCOMES: Readonly<Record<string, (detail: Fields) => string>> = {
  dropped: () => "left out",
  described: () => "moved to the description",
  weakened: () => "sent in a weaker form",
  truncated: () => "cut to the maximum length",
  field: () => "left out: the target has no such field",
  "keyword dropped": () => "left out: the target does not support it",
  tool: () => "tool left out: the target has no equivalent",
  refused: ({ reason }) => `tool left out: ${reason}`,
  strict: () => "strict mode not used: the schema does not fit it",
  "malformed dropped": () => "left out: not JSON Schema",
  "malformed weakened": ({ readAs }) => (readAs === undefined ? "repaired" : `not JSON Schema; read as ${readAs}`),
  "dangling-ref": () => "left out: the target of the reference does not exist",
  "cyclic-ref": () => "left out: the reference is circular",
  recursion: ({ cutAt }) => `recursion written out and cut${cutAt === undefined ? "" : ` at depth ${cutAt}`}`,
  "json-text": () => "sent as JSON text, which nothing checks",
  "one-of-to-any-of": () => "sent as anyOf: more than one branch may match",
  "lenient-required": () => "fewer properties are required",
  "field weakened": () => "sent in a weaker form: the target has no equal",
  "field truncated": () => "cut to what the target takes",
  model: () => "left out: the model does not accept it",
  "model weakened": () => "changed to a form that the model accepts",
  part: () => "left out: the target has no such content",
  "part described": () => "replaced by text",
  media: () => "replaced by text",
  "result-media": () => "moved from the result to the next message",
  "system-message": () => "moved: the target accepts it at the beginning or from the user only",
  "orphan-result": () => "replaced by text: there is no call with this id before it",
  "duplicate-result": () => "left out: the call already has a result",
  "foreign-signature": () => "left out: only the vendor that signed it can read it",
  "foreign-reasoning": () => "left out: the target accepts only its own reasoning",
  "forced-choice": () => "not forced: the target does not accept it here",
  "choice-without-tools": () => "left out: there are no tools to choose from",
  "allowed-tools": () => "all tools may be called: the target has no such list",
  "unknown-tool": () => "left out: the target does not know this tool",
  "invalid-arguments": () => "passed on unchanged: not a JSON object",
  "truncated-call": () => "left out: its arguments are truncated",
  grammar: () => "moved to the description: the target has no grammars",
  "undeclared-required": ({ name }) => `no longer required: ${name ?? "what is not declared as a property"}`,
};

function fieldsOf(detail: Json | undefined): Fields {
  return typeof detail === "object" && detail !== null ? (detail as Fields) : {};
}
