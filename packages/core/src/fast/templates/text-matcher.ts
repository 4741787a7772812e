// The fast path `templates`: finding the free values of a body in its text, which takes a fraction of the time that parsing it takes.

import { skipDigits } from "../../json/chars.ts";
import { endOfString } from "../../json/scan.ts";
import { isObject } from "../../json/value.ts";
import type { Json, JsonObject } from "../../model/json.ts";
import { unescaped } from "../frame-gaps.ts";
import { hasSigns, signsOf } from "./count-signs.ts";
import type { Filled } from "./filled.ts";
import { type FreePlace, placeUnder } from "./free-values.ts";
import { FoundValues, freeNodeOf, type MatchNode } from "./match-nodes.ts";

/** A free value in a text, and what stands before it. */
interface Gap {
  readonly before: string;
  readonly isText: boolean;
  readonly node: MatchNode;
}

/** Finds the free values of texts that are a sample's text but for them. */
export class TextMatcher {
  private readonly gaps: readonly Gap[];
  private readonly after: string;
  private readonly signs: string;

  private constructor(gaps: readonly Gap[], after: string, signs: string) {
    this.gaps = gaps;
    this.after = after;
    this.signs = signs;
  }

  /** For texts such as that of a body; `undefined` where it is unclear which value stands where. */
  static of(text: string, body: JsonObject, places: FreePlace): TextMatcher | undefined {
    const finder = new GapFinder(text);
    if (!finder.walk(body, places)) return undefined;
    const { gaps, from } = finder;
    const found = new FoundValues();
    const after = copyOf(text.slice(from));
    const matches = new TextMatcher(gaps, after, "").find(text, found);
    return matches ? new TextMatcher(gaps, after, signsOf(found.counts)) : undefined;
  }

  /** The values of a text; `undefined` where it differs in anything else. */
  match(text: string): Filled | undefined {
    const found = new FoundValues();
    return this.find(text, found) && hasSigns(found.counts, this.signs) ? found : undefined;
  }

  private find(text: string, found: FoundValues): boolean {
    let at = 0;
    let hasEscapes = false;
    for (const { before, isText, node } of this.gaps) {
      const start = at + before.length;
      // A slice is compared as a whole; `startsWith` compares characters, which takes ten times as long.
      if (text.slice(at, start) !== before) return false;
      at = isText ? endOfString(text, start - 1) : skipDigits(text, start);
      const value = isText ? textIn(text.slice(start, at)) : countIn(text, start, at);
      if (value === undefined || !node.match(value, found, HOLDER)) return false;
      // An escape is longer than what it stands for.
      hasEscapes ||= isText && (value as string).length < at - start;
    }
    found.unescaped = hasEscapes ? 0 : found.values.length;
    return text.slice(at) === this.after;
  }
}

/** No value of a text stands in an object that others know. */
const HOLDER: JsonObject = {};

// The sample's text is not kept: it is private, and may be long.
function copyOf(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** The text that a JSON string without its quotes stands for; `undefined` where it is invalid. */
function textIn(string: string): string | undefined {
  if (!string.includes("\\")) return WITHOUT_CONTROL.test(string) ? string : undefined;
  return unescaped(string);
}

// The engine goes through a text in two thirds of the time that it takes to look for what is not in it.
const WITHOUT_CONTROL = /^[ -\uffff]*$/;

// `Number` would look for white space, and compute the hash of each text.
function countIn(text: string, start: number, end: number): number | undefined {
  if (end === start || end - start > MOST_DIGITS || text.charCodeAt(start) === ZERO) return undefined;
  let count = 0;
  for (let at = start; at < end; at++) count = 10 * count + text.charCodeAt(at) - ZERO;
  return count;
}

const ZERO = "0".charCodeAt(0);

/** Integers with more digits may not be exact. */
const MOST_DIGITS = 15;

/** Walks through a text and the value that it was parsed to; each method returns whether both are clear. */
class GapFinder {
  readonly gaps: Gap[] = [];
  /** The end of the last gap. */
  from = 0;
  private readonly text: string;
  private readonly shared = new Map<Json, number>();
  /** The end of the last token. */
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  walk(value: Json, place: FreePlace | undefined): boolean {
    const token = this.next();
    const free = place?.kind === undefined ? undefined : freeNodeOf(value, place.kind, this.shared);
    if (free !== undefined) return this.addGap(value, free, token);
    if (Array.isArray(value)) return token === "[" && this.walkItems(value as readonly Json[], place?.items);
    return !isObject(value) || (token === "{" && this.walkMembers(value, place));
  }

  private addGap(value: Json, node: MatchNode, token: string): boolean {
    const isText = typeof value === "string";
    const quote = isText ? 1 : 0;
    this.gaps.push({ before: copyOf(this.text.slice(this.from, this.at - token.length + quote)), isText, node });
    this.from = this.at - quote;
    return isText || typeof value === "number";
  }

  private walkItems(list: readonly Json[], place: FreePlace | undefined): boolean {
    return list.every((item, index) => this.isComma(index) && this.walk(item, place)) && this.next() === "]";
  }

  // Keys in another order, or one that comes twice, are not clear.
  private walkMembers(object: JsonObject, place: FreePlace | undefined): boolean {
    const isMember = (key: string, index: number) =>
      this.isComma(index) &&
      this.next() === JSON.stringify(key) &&
      this.next() === ":" &&
      this.walk(object[key] as Json, placeUnder(place, key));
    return Object.keys(object).every(isMember) && this.next() === "}";
  }

  private isComma(index: number): boolean {
    return index === 0 || this.next() === ",";
  }

  private next(): string {
    TOKEN.lastIndex = this.at;
    const token = TOKEN.exec(this.text)?.[1] ?? "";
    this.at = TOKEN.lastIndex;
    return token;
  }
}

/** A string, a number or a word, or a character between them. */
const TOKEN = /\s*("[^"\\]*(?:\\.[^"\\]*)*"|[-+\w.]+|.)/y;
