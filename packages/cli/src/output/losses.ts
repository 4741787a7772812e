import type { Json, Loss } from "@toolglot/core";
import { escapeInvisible } from "./escape.ts";
import type { Screen } from "./screen.ts";
import type { Style } from "./style.ts";
import { type Column, table } from "./table.ts";

/** A loss, and the tool that it befell where it is one of a list. */
export interface LossRow {
  readonly tool?: string;
  /** The number of that tool's entry in the list. */
  readonly entry?: number;
  readonly loss: Loss;
}

/** Losses as a table for people, tool by tool. */
export function lossTable(losses: readonly LossRow[], { style, columns }: Pick<Screen, "style" | "columns">): string {
  const byTool = losses.toSorted((one, other) => (one.entry ?? 0) - (other.entry ?? 0));
  const shown = losses.some(({ tool }) => tool !== undefined) ? [TOOL, ...COLUMNS] : COLUMNS;
  return table(byTool, shown, { style, columns });
}

/** A loss on a line of its own, for losses that come one by one. */
export function lossLine(row: LossRow, { style }: Pick<Screen, "style">): string {
  const { tool, loss } = row;
  const cells = [escapeInvisible(loss.path), paintAction(loss.action, row, style), escapeInvisible(lossOutcome(loss))];
  return (tool === undefined ? cells : [escapeInvisible(tool), ...cells]).join("  ");
}

/** What was done about a loss, in a few words. */
export function lossOutcome({ code, action, detail }: Loss): string {
  const say = OUTCOMES[`${code} ${action}`] ?? OUTCOMES[code] ?? OUTCOMES[action];
  return say?.(fieldsOf(detail)) ?? action;
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
  described: () => "told in the description instead",
  weakened: () => "sent in a weaker form",
  truncated: () => "cut to the length that is taken",
  field: () => "left out: the target has no such field",
  "keyword dropped": () => "left out: the target does not read it",
  tool: () => "tool left out: the target has no equal",
  refused: ({ reason }) => `tool left out: ${reason}`,
  strict: () => "strict mode not used: the schema does not fit it",
  "malformed dropped": () => "left out: not JSON Schema",
  "malformed weakened": ({ readAs }) => (readAs === undefined ? "repaired" : `not JSON Schema; read as ${readAs}`),
  "dangling-ref": () => "left out: the reference leads nowhere",
  "cyclic-ref": () => "left out: the reference leads back to itself",
  recursion: ({ cutAt }) => `recursion written out and cut${cutAt === undefined ? "" : ` at depth ${cutAt}`}`,
  "json-text": () => "sent as JSON text, which nothing checks",
  "one-of-to-any-of": () => "sent as anyOf: more than one branch may match",
  "lenient-required": () => "fewer properties are required",
  "field weakened": () => "sent in a weaker form: the target has no equal",
  "field truncated": () => "cut to what the target takes",
  model: () => "left out: the model does not take it",
  "model weakened": () => "sent in a form that the model takes",
  part: () => "left out: the target has no such content",
  "part described": () => "told as text instead",
  media: () => "told as text instead",
  "result-media": () => "moved out of the result, into the message after it",
  "system-message": () => "moved: the target takes it at the beginning, or from the user",
  "orphan-result": () => "told as text: no call before it has this id",
  "duplicate-result": () => "left out: the call has been answered",
  "foreign-signature": () => "left out: only the vendor that signed it can read it",
  "foreign-reasoning": () => "left out: the target takes its own thoughts alone",
  "forced-choice": () => "not forced: the target does not take it here",
  "choice-without-tools": () => "left out: there are no tools to choose from",
  "allowed-tools": () => "every tool may be called: the target has no such list",
  "unknown-tool": () => "left out: the target does not know this tool",
  "invalid-arguments": () => "passed on as they came: not a JSON object",
  "truncated-call": () => "left out: its arguments were cut short",
  grammar: () => "told in the description: the target has no grammars",
  "undeclared-required": ({ name }) => `no longer required: ${name ?? "what is not declared as a property"}`,
};

function fieldsOf(detail: Json | undefined): Fields {
  return typeof detail === "object" && detail !== null ? (detail as Fields) : {};
}
