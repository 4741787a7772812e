import { isObject, type Json, stringifyJson } from "@toolglot/core";
import type { AlignedRow, Alignment } from "@toolglot/core/align";
import { equal } from "../support/json.ts";
import { escapeKey, resolve } from "../support/pointer.ts";
import { isSameMeaning, type Lift } from "./meaning.ts";

/** Two bodies, and how they were aligned. */
export interface Aligned {
  readonly alignment: Alignment;
  readonly left: Json;
  readonly right: Json;
  readonly lift: Lift;
  /** Translates another left body; nothing where it is rejected. */
  readonly translate: (left: Json) => Json | undefined;
}

/** What is wrong with an alignment: a sentence each. */
export function mistakesIn(aligned: Aligned): string[] {
  return [
    ...aligned.alignment.rows.flatMap((row) => mistakesInRow(row, aligned)),
    ...repeated(aligned),
    ...addedTwice(aligned),
    ...twoTwins(aligned),
    ...uncovered(aligned),
    ...untold(aligned),
  ];
}

function mistakesInRow(row: AlignedRow, aligned: Aligned): string[] {
  const { left, right, lift } = aligned;
  const name = `${row.kind} ${row.label} ${row.left?.pointer ?? row.right?.pointer}`;
  const wrong: string[] = [];
  for (const [side, body] of [
    [row.left, left],
    [row.right, right],
  ] as const)
    if (side !== undefined && !equal(resolve(body, side.pointer), side.value))
      wrong.push(`${name}: ${side.pointer} is not the value`);
  if (row.left === undefined && row.right === undefined) wrong.push(`${name} has no side`);
  if ((row.state === "added") !== (row.left === undefined)) wrong.push(`${name} is ${row.state}`);
  if (row.state === "lost" && row.right !== undefined) wrong.push(`${name} is lost, and has a twin`);
  if (
    row.left !== undefined &&
    row.right === undefined &&
    row.losses.length === 0 &&
    row.changes.length === 0 &&
    // What an error has in addition is part of its kind, which the other envelope says in one field.
    row.kind !== "error" &&
    !isNothing(row.left.value)
  )
    wrong.push(`${name} has neither twin nor loss nor change: ${short(row.left.value)}`);
  if (row.left !== undefined && row.right === undefined && row.state === "same")
    wrong.push(`${name} is the same as nothing`);
  if (!isSameMeaning(row, lift) && !(row.state === "changed" && isCause(row, aligned)))
    wrong.push(
      `${name} means something else: ${short(row.left?.value)} ≠ ${row.right?.pointer} ${short(row.right?.value)}`,
    );
  return wrong;
}

// Where values tell nothing, as an effort and a budget of tokens: without the left side, the translation does not write the right one.
function isCause({ kind, left, right, losses, changes }: AlignedRow, { left: body, translate }: Aligned): boolean {
  if (left === undefined || right === undefined || TEXTS.has(kind)) return false;
  // A model may take one value only, whatever was asked for.
  if (losses.some(({ code }) => code === "model") || changes.some(({ rule }) => rule === "effort-for-tools"))
    return true;
  const without = translate(withoutNode(body, left.pointer));
  return without === undefined || !equal(resolve(without, right.pointer), right.value);
}

/** What a translation keeps word for word. */
const TEXTS: ReadonlySet<string> = new Set(["system", "text", "reasoning", "result"]);

function withoutNode(body: Json, pointer: string): Json {
  const [key, ...rest] = pointer.split("/").slice(1);
  if (key === undefined) return body;
  const name = key.replaceAll("~1", "/").replaceAll("~0", "~");
  const inner = `/${rest.join("/")}`;
  if (Array.isArray(body)) {
    const index = Number(name);
    return rest.length === 0 ? body.toSpliced(index, 1) : body.with(index, withoutNode(body[index] ?? null, inner));
  }
  if (!isObject(body)) return body;
  const { [name]: node = null, ...others } = body;
  return rest.length === 0 ? others : { ...body, [name]: withoutNode(node, inner) };
}

// A node has one twin; only a field that says two things may stand in two rows.
function repeated({ alignment }: Aligned): string[] {
  const seen = new Map<string, AlignedRow>();
  return alignment.rows.flatMap((row) => {
    const pointer = row.left?.pointer;
    if (pointer === undefined) return [];
    const other = seen.get(pointer);
    seen.set(pointer, row);
    if (other === undefined || (row.kind === "setting" && other.right?.pointer !== row.right?.pointer)) return [];
    return [`${pointer} has two rows`];
  });
}

function addedTwice({ alignment }: Aligned): string[] {
  const added = alignment.rows.flatMap(({ state, right }) => (state === "added" && right ? [right.pointer] : []));
  return added.filter((pointer, index) => added.indexOf(pointer) < index).map((pointer) => `${pointer} is added twice`);
}

// A node of the right body is the twin of one row. What it says besides stands in rows that say so: a text that was joined to others,
// a field that is a part of its node, or settings that the target has in one field.
function twoTwins({ alignment: { rows } }: Aligned): string[] {
  const first = new Map<string, AlignedRow>();
  return rows.flatMap((row) => {
    if (row.left === undefined || row.right === undefined) return row.isShared ? [`${row.label} shares nothing`] : [];
    const { pointer } = row.right;
    const other = first.get(pointer);
    if (other === undefined) first.set(pointer, row);
    if ((other !== undefined) !== (row.isShared === true)) return [`${pointer} is the twin of two rows`];
    return other === undefined || mayShare(other, row) ? [] : [`${pointer} cannot say ${other.label} and ${row.label}`];
  });
}

function mayShare(one: AlignedRow, other: AlignedRow): boolean {
  if (other.kind === "field") return true;
  if (other.kind === "setting" || other.kind === "reasoning") return one.kind === other.kind;
  return JOINED.has(one.kind) && JOINED.has(other.kind);
}

/** What dialects join to one text that have one text in a message. */
const JOINED: ReadonlySet<string> = new Set(["system", "text", "block", "result", "media"]);

// Everything that the left body says is in a row, or it is reported.
function uncovered({ alignment, left, right }: Aligned): string[] {
  // An error is translated as a whole.
  if (alignment.rows.some(({ kind }) => kind === "error")) return [];
  const covered = new Set(alignment.rows.flatMap(({ left: side }) => (side === undefined ? [] : [side.pointer])));
  for (const { path } of [...alignment.losses, ...alignment.changes]) covered.add(path);
  return leavesOf(left, "")
    .filter((pointer) => !STRUCTURE.test(pointer) && !upwards(pointer).some((path) => covered.has(path)))
    .filter((pointer) => !MIRROR.test(pointer) && !isGroupName(pointer, left))
    .filter((pointer) => !isNothing(resolve(left, pointer)) && !equal(resolve(left, pointer), resolve(right, pointer)))
    .map((pointer) => `${pointer} is in no row: ${short(resolve(left, pointer))}`);
}

// Every loss is in a row, so that somebody sees it.
function untold({ alignment }: Aligned): string[] {
  const told = new Set(alignment.rows.flatMap(({ losses }) => losses));
  return alignment.losses
    .filter((loss) => !told.has(loss))
    .map(({ path, code }) => `the loss ${code} of ${path} is in no row`);
}

function isNothing(value: Json | undefined): boolean {
  return value === null || value === "" || value === undefined;
}

/** OpenRouter repeats the texts of `reasoning_details` as one; a cache point of Bedrock marks the tool before it. */
const MIRROR = /\/(?:message|messages\/\d+)\/reasoning$|^\/\d+\/cachePoint\/ttl$/;

// The name of a group of tools is part of the names of its tools.
function isGroupName(pointer: string, body: Json): boolean {
  const [, group] = /^((?:\/tools)?\/\d+)\/name$/.exec(pointer) ?? [];
  return group !== undefined && Array.isArray(resolve(body, `${group}/tools`));
}

/** What says how a body is built, and nothing else. */
const STRUCTURE = /\/(?:role|type|object|index|done|status|total_tokens|totalTokenCount|totalTokens|stop_sequence)$/;

function leavesOf(value: Json | undefined, pointer: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => leavesOf(item, `${pointer}/${index}`));
  if (!isObject(value)) return [pointer];
  return Object.entries(value).flatMap(([key, each]) => {
    return leavesOf(each as Json, `${pointer}/${escapeKey(key)}`);
  });
}

function upwards(pointer: string): string[] {
  const keys = pointer.split("/");
  return keys.map((_, index) => keys.slice(0, keys.length - index).join("/"));
}

function short(value: Json | undefined): string {
  return stringifyJson(value ?? null).slice(0, 120);
}
