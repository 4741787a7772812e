// The fast path `bodyCache`, for the text of request bodies.

import { duplicatesIn } from "../json/duplicates.ts";
import { jsonInSteps, type ParseOptions, parseJson, parseJsonInSteps } from "../json/parse.ts";
import { keyBefore } from "../json/scan.ts";
import { notReadWhole } from "../json/source-text.ts";
import { isArray, isObject } from "../json/value.ts";
import type { Json, JsonObject } from "../model/json.ts";
import type { Steps } from "../model/steps.ts";
import { FirstSights } from "./first-sight.ts";
import {
  byCount,
  type FoundList,
  isBest,
  isMuch,
  isRepeat,
  isUnknown,
  type Repeat,
  textAround,
  unknownOf,
} from "./found-lists.ts";
import { firstElementAt, glanceAt, RepeatedList } from "./repeated-list.ts";

/** Limits: how many lists are remembered, the total length of their texts, and the lengths of bodies that are searched. */
const REMEMBERED = 32;
const KEPT = 8 * 1024 * 1024;
const SHORTEST = 8192;
const LONGEST = 1024 * 1024;

const NOTING: ParseOptions = { noteDuplicates: true };

/** Reads the text of a body where it can do so faster than others, and exactly. */
type CompactReader = (text: string) => JsonObject | undefined;

/** How many lists with the right name are looked at in one body: `"messages":[` may also occur in schemas and texts. */
const MAX_CANDIDATES = 8;

/**
 * Parses request bodies exactly as `parseJson` does. An agent sends the same tools and messages again with every turn: list
 * elements with the same text as in an earlier body are not parsed again, but are the same frozen values.
 */
export class RepeatedBodyReader {
  private readonly lists: ReadonlySet<string | undefined>;
  private readonly lastLetters: ReadonlySet<number>;
  private readonly readCompact: CompactReader;
  private readonly sights = new FirstSights();
  private known: readonly RepeatedList[] = [];

  /** The names of the lists that are repeated, and what is asked to read a text first. */
  constructor(lists: ReadonlySet<string>, readCompact: CompactReader = () => undefined) {
    this.lists = lists;
    this.readCompact = readCompact;
    this.lastLetters = new Set([...lists].map((name) => name.charCodeAt(name.length - 1)));
  }

  *readInSteps(text: string): Steps<Json> {
    if (text.length < SHORTEST) return parseJson(text, NOTING);
    if (text.length > LONGEST) return yield* parseJsonInSteps(text, NOTING);
    const found = yield* this.find(text);
    const all = found.filter(isRepeat).filter(isBest);
    const repeats = isMuch(all, text) ? all : [];
    const body = repeats.length === 0 ? undefined : yield* this.readAround(text, repeats);
    if (body !== undefined) {
      yield* this.learn(text, body, found);
      return body;
    }
    this.forget(repeats);
    const whole = this.readCompact(text) ?? (yield* parseJsonInSteps(text, NOTING));
    // Where lists were to be taken out and could not be, only the others are remembered.
    const unknown = repeats.length === 0 ? found.flatMap((place) => unknownOf(place, text)) : found.filter(isUnknown);
    // A body with a duplicate key is parsed each time, because its loss is reported each time.
    if (isObject(whole) && duplicatesIn(whole).length === 0) yield* this.learn(text, whole, unknown);
    return whole;
  }

  // ── looking for what is known ─────────────────────────────────────────────

  private *find(text: string): Steps<FoundList[]> {
    const found: FoundList[] = [];
    let next = 0;
    // Brackets are few, and the engine finds them far faster than a pattern finds the keys.
    for (let start = text.indexOf("["); start >= 0 && found.length < MAX_CANDIDATES; start = text.indexOf("[", next)) {
      next = start + 1;
      if (!this.mayBeNamed(text, start)) continue;
      const key = keyBefore(text, start);
      if (!this.lists.has(key)) continue;
      const place = yield* this.placeOf(key as string, text, start);
      found.push(place);
      // A known list need not be searched.
      next += place.length;
    }
    return found;
  }

  // Most lists in schemas are told apart by the last letter of their names: `required`, `enum`.
  private mayBeNamed(text: string, start: number): boolean {
    return !text.startsWith('":', start - 2) || this.lastLetters.has(text.charCodeAt(start - 3));
  }

  private *placeOf(key: string, text: string, start: number): Steps<FoundList> {
    let best: FoundList = { key, start, count: 0, length: 0 };
    const glance = glanceAt(text, start);
    for (const list of this.known) {
      if (list.key !== key || list.glance !== glance) continue;
      const count = yield* list.repeatedAt(text, start);
      if (count > best.count) best = { key, start, list, count, length: list.lengthOf(count) };
    }
    return best;
  }

  // ── reading the rest ──────────────────────────────────────────────────────

  // A list is taken out only where it is the value of a key of the body itself: not deeper, and not replaced by a later key.
  private *readAround(text: string, repeats: readonly Repeat[]): Steps<JsonObject | undefined> {
    const around = textAround(text, repeats);
    const mark = unusedMark(around);
    if (mark === undefined) return undefined;
    const marks = repeats.map(({ key }) => `["${mark}${key}"`);
    const marked = around.map((part, index) => part + (marks[index] ?? "")).join("");
    // Where the guess was wrong, the text is parsed as a whole, with errors at their own positions.
    const body = this.readCompact(marked) ?? (yield* jsonInSteps(marked, NOTING));
    if (!isObject(body) || duplicatesIn(body).length > 0) return undefined;
    if (!repeats.every(({ key }) => isMarked(body[key], mark + key))) return undefined;
    for (const { key, list, count } of repeats)
      Object.assign(body, { [key]: list.list(count, (body[key] as readonly Json[]).slice(1)) });
    notReadWhole(body);
    return body;
  }

  // ── what is known afterwards ──────────────────────────────────────────────

  private *learn(text: string, body: JsonObject, found: readonly FoundList[]): Steps<void> {
    const keys = new Set<string>();
    for (const place of found.toSorted(byCount)) {
      const { key, start } = place;
      const value = body[key];
      if (keys.has(key) || !isArray(value)) continue;
      keys.add(key);
      if (isRepeat(place)) yield* this.continueList(text, value, place);
      // Lists are remembered when they are seen for the second time.
      else if (this.sights.wasSeen(firstElementAt(text, start))) this.remember(new RepeatedList(key, text, start));
    }
  }

  private *continueList(text: string, value: readonly Json[], { list, start, count }: Repeat): Steps<void> {
    const others = value.slice(count);
    this.remember(others.length === 0 ? list : yield* list.continued(text, start, count, others), list);
  }

  // The latest come first, because they are the most likely to be repeated.
  private remember(list: RepeatedList, instead: RepeatedList = list): void {
    if (list === this.known[0]) return;
    this.known = fitting([list, ...this.known.filter((other) => other !== instead)]);
  }

  private forget(repeats: readonly Repeat[]): void {
    if (repeats.length > 0) this.known = this.known.filter((list) => repeats.every((repeat) => repeat.list !== list));
  }
}

/** A text that stands in none of the others, and that no escape in them can spell; `undefined` where there is none at hand. */
function unusedMark(texts: readonly string[]): string | undefined {
  if (texts.some(mayEscapeLetter)) return undefined;
  return MARKS.find((mark) => !texts.some((text) => text.includes(mark)));
}

// The engine finds a text far faster than a pattern.
function mayEscapeLetter(text: string): boolean {
  return text.includes("\\u00") && ESCAPED_LETTER.test(text);
}

const ESCAPED_LETTER = /\\u00[4-7]/;
const MARKS = ["repeatedlist", "listofbefore", "knownelements"];

function isMarked(value: Json | undefined, mark: string): boolean {
  return isArray(value) && value[0] === mark;
}

function fitting(lists: readonly RepeatedList[]): RepeatedList[] {
  let length = 0;
  return lists.slice(0, REMEMBERED).filter(({ size }) => {
    length += size;
    return length <= KEPT;
  });
}
