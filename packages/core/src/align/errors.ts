import { isObject } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import type { AlignedRow, RowSide } from "./alignment.ts";
import { sideAt } from "./node.ts";

/** Whether a body is an error of any dialect. */
export function isErrorBody(body: Json): boolean {
  return isObject(body) && (isObject(body.error) || typeof body.error === "string");
}

/** An error row by row: the fields that say what kind it is, its message, and what else it has. An error is translated without losses. */
export function errorRows(left: Json, right: Json): AlignedRow[] {
  const [one, other] = [errorSide(left), errorSide(right)];
  const rows = FIELDS.flatMap(([label, names]) => pairRow(label, fieldOf(one, names), fieldOf(other, names)));
  // An error that is a text, or a response beside an error, is a row as a whole.
  const isSplit = isObject(one.value) && isObject(other.value) && rows.length > 0;
  return isSplit ? rows : [rowOf("error", { left: one, right: other })];
}

/** What errors say, and the fields in which vendors say it. */
const FIELDS: readonly (readonly [label: string, names: readonly string[]])[] = [
  ["type", ["type", "status", "__type"]],
  ["message", ["message"]],
  ["code", ["code"]],
  ["param", ["param"]],
  ["details", ["details", "metadata"]],
];

function fieldOf({ pointer, value }: RowSide, names: readonly string[]): RowSide | undefined {
  const sides = names
    .map((name) => sideAt(value, `/${name}`))
    .filter((side) => side !== undefined && side.value !== null);
  return sides[0] && { pointer: pointer + sides[0].pointer, value: sides[0].value };
}

function pairRow(label: string, left: RowSide | undefined, right: RowSide | undefined): AlignedRow[] {
  return left === undefined && right === undefined ? [] : [rowOf(label, { left, right })];
}

function rowOf(label: string, { left, right }: Sides): AlignedRow {
  const compared = left?.value === right?.value ? "same" : "changed";
  const state = left === undefined ? "added" : compared;
  const sides = { ...(left === undefined ? {} : { left }), ...(right === undefined ? {} : { right }) };
  return { state, kind: "error", label, ...sides, losses: [], changes: [] };
}

interface Sides {
  readonly left: RowSide | undefined;
  readonly right: RowSide | undefined;
}

function errorSide(body: Json): RowSide {
  return isObject(body) && body.error !== undefined
    ? { pointer: "/error", value: body.error }
    : { pointer: "", value: body };
}
