// The fast path `bodyCache`: one list of an earlier body, and how much of it a later body repeats.

import { asConstant, freeze, isConstant } from "../json/constant.ts";
import { MAX_DEPTH } from "../json/limits.ts";
import { jsonInSteps, PIECE } from "../json/parse.ts";
import { objectEnds } from "../json/scan.ts";
import { stringifyJson } from "../json/stringify.ts";
import { isWellFormed } from "../json/surrogates.ts";
import { isArray } from "../json/value.ts";
import type { Json } from "../model/json.ts";
import type { Steps } from "../model/steps.ts";
import { hashOf } from "./first-sight.ts";

/** How many characters at the start of a list must be equal before more of it is compared. */
const GLANCE = 64;

/** A number that stands for the beginning of the list at an index of a JSON text: lists are told apart by it. */
export function glanceAt(text: string, start: number): number {
  return hashOf(text.slice(start, start + GLANCE));
}

/** How many characters of the first element of a list stand for it, and how many of them are hashed at once. */
const FIRST = 480;
const HASHED = 48;

/** A number that stands for the first element of the list at an index of a JSON text: where it differs, nothing is repeated. */
export function firstElementAt(text: string, start: number): number {
  const end = Math.min(objectEnds(text, start + 1, 1)?.[0] ?? text.length, start + FIRST);
  let hash = 0;
  for (let at = start; at < end; at += HASHED) hash = hashOf(text.slice(at, Math.min(end, at + HASHED)), hash);
  return hash;
}

/** A list of objects in an earlier body, of which a later body may repeat the beginning, or all. */
export class RepeatedList {
  readonly key: string;
  readonly glance: number;
  private readonly text: string;
  private readonly start: number;
  private elements: Elements | undefined;
  private whole: readonly Json[] | undefined;
  private lengthOfFirst: number | undefined;

  /** The list at an index of a JSON text; `elements` where they are known. */
  constructor(key: string, text: string, start: number, elements?: Elements) {
    this.key = key;
    this.glance = glanceAt(text, start);
    this.text = text;
    this.start = start;
    this.elements = elements;
  }

  /** The length of the text that is kept for it. */
  get size(): number {
    return this.text.length;
  }

  /** How many elements have the same text at an index of another text. */
  *repeatedAt(text: string, start: number): Steps<number> {
    if (this.elements === undefined && !this.isSame(text, start, this.firstLength)) return 0;
    this.elements ??= yield* elementsOf(this.text, this.start);
    let least = 0;
    // Most often it is all of them.
    for (let most = this.elements.ends.length, tried = most; least < most; tried = (least + most + 1) >> 1) {
      if (this.isSame(text, start, this.lengthOf(tried))) least = tried;
      else most = tried - 1;
    }
    return least;
  }

  // Elements are parsed only where the first of them is repeated.
  private get firstLength(): number {
    this.lengthOfFirst ??= (objectEnds(this.text, this.start + 1, 1)?.[0] ?? this.text.length) - this.start;
    return this.lengthOfFirst;
  }

  // Comparing slices is a memory comparison; `startsWith` compares character by character.
  private isSame(text: string, start: number, length: number): boolean {
    return text.slice(start, start + length) === this.text.slice(this.start, this.start + length);
  }

  /** The length of the first elements, with the bracket before them. */
  lengthOf(count: number): number {
    return this.elements?.ends[count - 1] ?? 0;
  }

  /** The first `count` elements, followed by others; without others and with all elements, the same list each time. */
  list(count: number, others: readonly Json[]): readonly Json[] {
    const { values = [] } = this.elements ?? {};
    if (others.length > 0 || count < values.length) return [...values.slice(0, count), ...others];
    this.whole ??= values.every(isConstant) ? asConstant([...values], stringifyJson(values)) : [...values];
    return this.whole;
  }

  /** The same list with the elements that another text adds. */
  *continued(text: string, start: number, count: number, others: readonly Json[]): Steps<RepeatedList> {
    const { ends = [], values = [] } = this.elements ?? {};
    const known = this.lengthOf(count);
    const more = objectEnds(text, start + known)?.map((end) => end - start) ?? [];
    if (more.length !== others.length) return new RepeatedList(this.key, text, start);
    const added = yield* constants(others, more);
    return new RepeatedList(this.key, text, start, {
      ends: [...ends.slice(0, count), ...more],
      values: [...values.slice(0, count), ...added],
    });
  }
}

/** The elements of a list, and the end of each, counted from the opening bracket. */
interface Elements {
  readonly ends: readonly number[];
  readonly values: readonly Json[];
}

const NONE: Elements = { ends: [], values: [] };

function* elementsOf(text: string, start: number): Steps<Elements> {
  const ends = objectEnds(text, start + 1)?.map((end) => end - start);
  const last = ends?.at(-1);
  if (ends === undefined || last === undefined) return NONE;
  const values = yield* jsonInSteps(`${text.slice(start, start + last)}]`, { maxDepth: MAX_DEPTH - 1 });
  // The ends are only known where all elements are objects.
  if (!isArray(values) || values.length !== ends.length) return NONE;
  return { ends, values: yield* constants(values, ends) };
}

/** Elements as constants; `ends` says how long their texts are. */
function* constants(values: readonly Json[], ends: readonly number[]): Steps<Json[]> {
  const made: Json[] = [];
  let paused = ends[0] ?? 0;
  for (const [index, value] of values.entries()) {
    made.push(constant(value));
    const end = ends[index] ?? 0;
    if (end - paused < PIECE) continue;
    paused = end;
    yield;
  }
  return made;
}

// A constant has no lone surrogates, so that they need not be looked for again.
function constant(value: Json): Json {
  if (isWellFormed(value, 0)) return asConstant(value);
  freeze(value as object);
  return value;
}
