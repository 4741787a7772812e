import type { Json, Loss } from "@toolglot/core";
import type { Screen } from "./screen.ts";
import type { Style } from "./style.ts";
import { type Column, table } from "./table.ts";
import { visible } from "./visible.ts";

/** A loss, and the name of the tool that it befell. */
export interface ToolLoss {
  readonly tool: string;
  /** The number of that tool's entry in the list. */
  readonly entry: number;
  readonly loss: Loss;
}

/** Losses as a table for people, tool by tool. */
export function lossTable(losses: readonly ToolLoss[], { style, columns }: Pick<Screen, "style" | "columns">): string {
  const byTool = losses.toSorted((one, other) => one.entry - other.entry);
  return table(byTool, COLUMNS, { style, columns });
}

/** A loss on a line of its own, for losses that come one by one. */
export function lossLine(row: ToolLoss, { style }: Pick<Screen, "style">): string {
  const { tool, loss } = row;
  return [visible(tool), visible(loss.path), paintAction(loss.action, row, style), visible(remedy(loss))].join("  ");
}

/** What was done about a loss, in a few words. */
export function remedy({ code, action, detail }: Loss): string {
  const say = REMEDIES[`${code} ${action}`] ?? REMEDIES[code] ?? REMEDIES[action];
  return say?.(fieldsOf(detail)) ?? action;
}

const COLUMNS: readonly Column<ToolLoss>[] = [
  { title: "TOOL", cell: ({ tool }) => tool },
  { title: "PATH", cell: ({ loss }) => loss.path },
  { title: "FEATURE", cell: ({ loss }) => loss.feature },
  { title: "ACTION", cell: ({ loss }) => loss.action, paint: paintAction },
  { title: "WHAT WAS DONE", cell: ({ loss }) => remedy(loss) },
];

function paintAction(text: string, { loss }: ToolLoss, style: Style): string {
  return loss.action === "dropped" ? style.red(text) : style.yellow(text);
}

type Fields = Readonly<Record<string, Json>>;

const REMEDIES: Readonly<Record<string, (detail: Fields) => string>> = {
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
  "undeclared-required": ({ name }) => `no longer required: ${name ?? "what is not declared as a property"}`,
};

function fieldsOf(detail: Json | undefined): Fields {
  return typeof detail === "object" && detail !== null ? (detail as Fields) : {};
}
