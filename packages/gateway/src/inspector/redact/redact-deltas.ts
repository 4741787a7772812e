// Secrets in streams: `"sk-ab"` in one event and `"cd12"` in the next.

import type { Json, JsonObject } from "@toolglot/core";
import { isObject, jsonIn, stringifyJson } from "@toolglot/core/base";
import { concat, decodeText } from "../../bytes.ts";
import { replaceSpans } from "./replace-spans.ts";
import type { SearchSteps, SecretFinder } from "./secret-finder.ts";
import type { SecretSpan } from "./secret-search.ts";

/** How many lines are read in one step. */
const STEP = 100;

/**
 * Redacts a stream whose events have the parts of a text: a secret may begin in one event and end in a later one. The parts at the same
 * place of their events are joined and searched as one text. Returns the lines that differ, by their number; none if there is nothing
 * to redact. Of a stream that goes on, also what may be the beginning of a secret is removed.
 */
export function* redactDeltas(
  lines: readonly string[],
  finder: SecretFinder,
  isUnfinished = false,
): SearchSteps<Map<number, string>> {
  const texts = new Map<string, Part[]>();
  for (const [index, line] of lines.entries()) {
    const data = dataIn(line);
    const event = data === undefined ? undefined : jsonIn(data);
    if (isObject(event)) collect(event, identityOf(event), { line: index, event, texts });
    if (index % STEP === STEP - 1) yield;
  }
  const changed = new Set<Part>();
  for (const parts of texts.values()) yield* redactParts(parts, finder, { changed, isUnfinished });
  const rewritten = new Map<number, string>();
  for (const { line, event } of changed) rewritten.set(line, prefixOf(lines[line] ?? "") + stringifyJson(event));
  return rewritten;
}

/** One text in an event. */
interface Part {
  readonly line: number;
  readonly event: JsonObject;
  readonly owner: Record<string, Json>;
  readonly field: string;
  readonly text: string;
}

interface Collection {
  readonly line: number;
  readonly event: JsonObject;
  readonly texts: Map<string, Part[]>;
}

/** The data of a server-sent event, or a line of JSON. */
function dataIn(line: string): string | undefined {
  if (line.startsWith("{")) return line;
  return line.startsWith("data:") ? line.slice(prefixOf(line).length) : undefined;
}

function prefixOf(line: string): string {
  return /^data: ?/.exec(line)?.[0] ?? "";
}

function collect(value: JsonObject | readonly Json[], place: string, collection: Collection): void {
  for (const [field, item] of Object.entries(value)) {
    if (typeof item === "string") add(`${place}/${field}`, { ...collection, owner: value, field, text: item });
    else if (Array.isArray(item)) collect(item, `${place}/${field}`, collection);
    else if (isObject(item)) collect(item, `${place}/${field}${identityOf(item)}`, collection);
  }
}

function add(
  place: string,
  { texts, line, event, owner, field, text }: Collection & Omit<Part, "owner"> & Owner,
): void {
  const part = { line, event, owner: owner as Record<string, Json>, field, text };
  const parts = texts.get(place);
  if (parts === undefined) texts.set(place, [part]);
  else parts.push(part);
}

interface Owner {
  readonly owner: JsonObject | readonly Json[];
}

/** What tells the texts of parallel calls and blocks apart. */
function identityOf(event: JsonObject): string {
  return IDENTITY.map((field) => (event[field] === undefined ? "" : `#${String(event[field])}`)).join("");
}

const IDENTITY = ["index", "item_id", "output_index", "content_index", "contentBlockIndex"];

function* redactParts(
  parts: readonly Part[],
  finder: SecretFinder,
  { changed, isUnfinished }: { readonly changed: Set<Part>; readonly isUnfinished: boolean },
): SearchSteps<void> {
  const pieces = parts.map(({ text }) => encoder.encode(text));
  const joined = concat(pieces);
  const found = (yield* finder.findInSteps(joined)).spans;
  const open = isUnfinished ? finder.openEnd(joined) : 0;
  const spans = open === 0 ? found : [...found, { start: joined.length - open, end: joined.length, replacement: "" }];
  if (spans.length === 0) return;
  let start = 0;
  for (const [index, part] of parts.entries()) {
    const piece = pieces[index] ?? new Uint8Array(0);
    const own = spans.flatMap((span) => within(span, start, start + piece.length));
    start += piece.length;
    if (own.length === 0) continue;
    part.owner[part.field] = decodeText(replaceSpans(piece, own).bytes);
    changed.add(part);
  }
}

const encoder = new TextEncoder();

/** The part of a span within a piece. The replacement stands where the span begins. */
function within({ start, end, replacement }: SecretSpan, from: number, to: number): SecretSpan[] {
  if (end <= from || start >= to) return [];
  return [
    {
      start: Math.max(start, from) - from,
      end: Math.min(end, to) - from,
      replacement: start >= from ? replacement : "",
    },
  ];
}
