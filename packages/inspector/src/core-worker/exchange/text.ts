import { isJsonNumber, isObject, type Json } from "@toolglot/core";
import { openedNamed } from "./opened.ts";
import type { BodyRole } from "./views.ts";

/** A body, or a node of it, as text. */
export interface TextPlace {
  readonly id: string;
  readonly role: BodyRole;
  /** A node of the body as indented JSON (a string as itself); the bytes as they were sent if absent. */
  readonly pointer?: string;
}

/** Lines of a text. The page asks for those in sight, so that it never holds a body of megabytes. */
export interface TextLines {
  readonly from: number;
  readonly total: number;
  readonly lines: readonly string[];
}

/** A longer line is cut in the formatted view, and folded in the raw one. */
const LONGEST_LINE = 2000;

let last: { readonly key: string; readonly lines: readonly string[] } | undefined;

/** Some lines of a text. */
export function readLines({ place, from, count }: { place: TextPlace; from: number; count: number }): TextLines {
  const lines = linesOf(place);
  return { from, total: lines.length, lines: lines.slice(from, from + count).map(cut) };
}

/** A whole text, to be copied. */
export function readText({ place }: { place: TextPlace }): string {
  return place.pointer === undefined ? openedNamed(place.id).text(place.role) : linesOf(place).join("\n");
}

function linesOf(place: TextPlace): readonly string[] {
  const key = JSON.stringify([place.id, place.role, place.pointer]);
  if (last?.key !== key) last = { key, lines: makeLines(place) };
  return last.lines;
}

function makeLines({ id, role, pointer }: TextPlace): readonly string[] {
  const kept = openedNamed(id);
  const value = pointer === undefined ? undefined : valueAt(kept.value(role) ?? null, pointer);
  if (value === undefined) return foldedLines(kept.text(role));
  return typeof value === "string" ? foldedLines(value) : jsonLines(value);
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
  writeJson(value, "", "", "", lines);
  return lines;
}

function writeJson(value: Json, indent: string, head: string, tail: string, lines: string[]): void {
  const isList = Array.isArray(value);
  if (!isList && (!isObject(value) || isJsonNumber(value))) {
    lines.push(indent + head + scalarText(value) + tail);
    return;
  }
  const entries: [string, Json][] = isList
    ? value.map((item: Json): [string, Json] => ["", item])
    : Object.entries(value).map(([key, item]) => [`${JSON.stringify(key)}: `, item]);
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) {
    lines.push(`${indent}${head}${open}${close}${tail}`);
    return;
  }
  lines.push(`${indent}${head}${open}`);
  for (const [index, [key, item]] of entries.entries())
    writeJson(item, `${indent}  `, key, index < entries.length - 1 ? "," : "", lines);
  lines.push(indent + close + tail);
}

function scalarText(value: Json): string {
  return isJsonNumber(value) ? value.toString() : (JSON.stringify(value) ?? "null");
}

function foldedLines(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    if (line.length <= LONGEST_LINE) return [line];
    return Array.from({ length: Math.ceil(line.length / LONGEST_LINE) }, (_, index) =>
      line.slice(index * LONGEST_LINE, (index + 1) * LONGEST_LINE),
    );
  });
}

function cut(line: string): string {
  return line.length <= LONGEST_LINE
    ? line
    : `${line.slice(0, LONGEST_LINE)}… ${line.length - LONGEST_LINE} more characters`;
}
