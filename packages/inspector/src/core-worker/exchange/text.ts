import { isJsonNumber, isObject, type Json } from "@toolglot/core";
import { type OpenedExchange, openedNamed } from "./opened.ts";
import type { BodyRole } from "./views.ts";

/** A body, or a node of it, as text. */
export interface TextPlace {
  readonly id: string;
  readonly role: BodyRole;
  /** A node of the body as indented JSON (a string as itself); the bytes as they were sent if absent. */
  readonly pointer?: string;
}

/** A line of a text, or a part of one that is longer than the page is wide. */
export interface TextLine {
  readonly text: string;
  /** Whether it goes on with the string of the line before. */
  readonly isContinued: boolean;
}

/** Lines of a text. The page asks for those in sight, so that it never holds a body of megabytes. */
export interface TextLines {
  readonly from: number;
  readonly total: number;
  readonly lines: readonly TextLine[];
}

/** Of a longer line of JSON only the start is shown: nobody reads an image of megabytes. */
const LONGEST_LINE = 20_000;
const START_OF_LINE = 500;

let last: { readonly key: string; readonly lines: readonly TextLine[] } | undefined;

/** Which lines of a text are wanted, and after how many characters they are folded. */
interface LinesWanted {
  readonly place: TextPlace;
  readonly from: number;
  readonly count: number;
  readonly columns: number;
}

/** Some lines of a text. */
export function readLines({ place, from, count, columns }: LinesWanted): TextLines {
  const key = JSON.stringify([place.id, place.role, place.pointer, columns]);
  if (last?.key !== key) last = { key, lines: linesOf(place).flatMap((line) => folded(line, columns)) };
  return { from, total: last.lines.length, lines: last.lines.slice(from, from + count) };
}

/** A whole text, to be copied. */
export function readText({ place }: { place: TextPlace }): string {
  const { id, role, pointer } = place;
  const kept = openedNamed(id);
  const value = shownValue(kept, { role, pointer });
  if (value === undefined) return kept.text(role);
  return typeof value === "string" ? value : jsonLines(value).join("\n");
}

function linesOf({ id, role, pointer }: TextPlace): string[] {
  const kept = openedNamed(id);
  const value = shownValue(kept, { role, pointer });
  if (value === undefined) return kept.text(role).split("\n");
  return typeof value === "string" ? value.split("\n") : jsonLines(value).map(cut);
}

/** A node that a row is about; the whole body as it was sent. */
function shownValue(
  kept: OpenedExchange,
  { role, pointer }: Pick<TextPlace, "role"> & { pointer: string | undefined },
) {
  if (pointer === undefined) return undefined;
  return valueAt((pointer === "" ? kept.value(role) : kept.shown(role)) ?? null, pointer);
}

/** The node at a JSON Pointer. */
export function valueAt(root: Json, pointer: string): Json | undefined {
  let node: Json | undefined = root;
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(node)) node = node[Number(key)];
    else
      node =
        isObject(node ?? null) && Object.hasOwn(node as object, key)
          ? (node as { [key: string]: Json })[key]
          : undefined;
  }
  return node;
}

/** A value as indented JSON, line by line; numbers keep their digits. */
export function jsonLines(value: Json): string[] {
  const lines: string[] = [];
  pushLines(lines, value, { head: "", indent: "", tail: "" });
  return lines;
}

/** What stands before and after a value, and the indentation of its last line. */
interface Around {
  readonly head: string;
  readonly indent: string;
  readonly tail: string;
}

function pushLines(lines: string[], value: Json, { head, indent, tail }: Around): void {
  const entries = entriesOf(value);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (entries === undefined) lines.push(head + scalarText(value) + tail);
  else if (entries.length === 0) lines.push(`${head}${open}${close}${tail}`);
  else {
    lines.push(`${head}${open}`);
    const inner = `${indent}  `;
    for (const [index, [key, item]] of entries.entries())
      pushLines(lines, item, { head: inner + key, indent: inner, tail: index < entries.length - 1 ? "," : "" });
    lines.push(indent + close + tail);
  }
}

function entriesOf(value: Json): [string, Json][] | undefined {
  if (Array.isArray(value)) return value.map((item: Json): [string, Json] => ["", item]);
  if (!isObject(value) || isJsonNumber(value)) return undefined;
  return Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item]);
}

function scalarText(value: Json): string {
  return isJsonNumber(value) ? value.toString() : (JSON.stringify(value) ?? "null");
}

/** A line in parts that fit, broken at spaces where there are any. */
function folded(line: string, columns: number): TextLine[] {
  const parts: TextLine[] = [];
  for (let at = 0; at === 0 || at < line.length; ) {
    const end = at + columns;
    const space = end < line.length ? line.lastIndexOf(" ", end) : -1;
    const next = space > at + columns / 2 ? space + 1 : end;
    parts.push({ text: line.slice(at, next), isContinued: at > 0 });
    at = next;
  }
  return parts;
}

function cut(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  return `${line.slice(0, START_OF_LINE)}… ${line.length - START_OF_LINE} more characters`;
}
