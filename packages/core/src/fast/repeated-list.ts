import { asConstant, freeze, isConstant } from "../json/constant.ts";
import { MAX_DEPTH } from "../json/limits.ts";
import { jsonIn } from "../json/parse.ts";
import { objectEnds } from "../json/scan.ts";
import { stringifyJson } from "../json/stringify.ts";
import { isWellFormed } from "../json/surrogates.ts";
import { isArray } from "../json/value.ts";
import type { Json } from "../model/json.ts";

/** How much of two lists is compared before it is worth reading the older one. */
const GLANCE = 64;

/** A list of objects in a body that was read, of which a later body may repeat the beginning, or all. */
export class RepeatedList {
  readonly key: string;
  private readonly text: string;
  private readonly start: number;
  private elements: Elements | undefined;
  private whole: readonly Json[] | undefined;

  /** The list begins at this place of a text that is JSON; of how many elements it is known what they are may be told. */
  constructor(key: string, text: string, start: number, elements?: Elements) {
    this.key = key;
    this.text = text;
    this.start = start;
    this.elements = elements;
  }

  /** How much text is kept for it. */
  get size(): number {
    return this.text.length;
  }

  /** How many elements stand in the same words at that place of another text. */
  repeatedAt(text: string, start: number): number {
    if (!this.isSame(text, start, GLANCE)) return 0;
    this.elements ??= elementsOf(this.text, this.start);
    let least = 0;
    // Most often it is all of them.
    for (let most = this.elements.ends.length, tried = most; least < most; tried = (least + most + 1) >> 1) {
      if (this.isSame(text, start, this.lengthOf(tried))) least = tried;
      else most = tried - 1;
    }
    return least;
  }

  // Two slices are compared at the speed of memory, and a character at a time where one text is asked how it goes on.
  private isSame(text: string, start: number, length: number): boolean {
    return text.slice(start, start + length) === this.text.slice(this.start, this.start + length);
  }

  /** How long the first elements are together, with the bracket before them. */
  lengthOf(count: number): number {
    return this.elements?.ends[count - 1] ?? 0;
  }

  /** The first elements, followed by others: the very same list where it is all of them and no other. */
  list(count: number, others: readonly Json[]): readonly Json[] {
    const { values = [] } = this.elements ?? {};
    if (others.length > 0 || count < values.length) return [...values.slice(0, count), ...others];
    this.whole ??= values.every(isConstant) ? asConstant([...values], stringifyJson(values)) : [...values];
    return this.whole;
  }

  /** The same list as it goes on in another text. */
  continued(text: string, start: number, count: number, others: readonly Json[]): RepeatedList {
    const { ends = [], values = [] } = this.elements ?? {};
    const known = this.lengthOf(count);
    const more = objectEnds(text, start + known)?.map((end) => end - start) ?? [];
    if (more.length !== others.length) return new RepeatedList(this.key, text, start);
    return new RepeatedList(this.key, text, start, {
      ends: [...ends.slice(0, count), ...more],
      values: [...values.slice(0, count), ...others.map(constant)],
    });
  }
}

/** The elements of a list, and where each ends, counted from the bracket that opens it. */
interface Elements {
  readonly ends: readonly number[];
  readonly values: readonly Json[];
}

const NONE: Elements = { ends: [], values: [] };

function elementsOf(text: string, start: number): Elements {
  const ends = objectEnds(text, start + 1);
  const last = ends?.at(-1);
  if (ends === undefined || last === undefined) return NONE;
  const values = jsonIn(`${text.slice(start, last)}]`, { maxDepth: MAX_DEPTH - 1 });
  // Where not all of them are objects, it is not known where each ends.
  if (!isArray(values) || values.length !== ends.length) return NONE;
  return { ends: ends.map((end) => end - start), values: values.map(constant) };
}

// What is a constant has no half characters, so that nobody need look for them twice.
function constant(value: Json): Json {
  if (isWellFormed(value, 0)) return asConstant(value);
  freeze(value as object);
  return value;
}
