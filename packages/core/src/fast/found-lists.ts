// The fast path `bodyCache`: the lists that are found in a body, and how much of them is known.

import type { RepeatedList } from "./repeated-list.ts";

/** A list in a body, and how much of it is known. */
export interface FoundList {
  readonly key: string;
  readonly start: number;
  readonly list?: RepeatedList;
  readonly count: number;
  readonly length: number;
}

export type Repeat = Required<FoundList>;

/** Where less of a body is known than one part of so many, it is parsed as a whole: to take lists out, all of it is copied. */
const LEAST_SHARE = 4;

export function isMuch(repeats: readonly Repeat[], text: string): boolean {
  return repeats.reduce((sum, { length }) => sum + length, 0) * LEAST_SHARE >= text.length;
}

export function isRepeat(place: FoundList): place is Repeat {
  return place.list !== undefined;
}

export function isUnknown(place: FoundList): boolean {
  return !isRepeat(place);
}

/** A list of which too little is known, as one that is new; none where it is known up to its end. */
export function unknownOf({ key, start, count, length }: FoundList, text: string): FoundList[] {
  const isWhole = count > 0 && text.charAt(start + length) === "]";
  return isWhole ? [] : [{ key, start, count: 0, length: 0 }];
}

/** The text before, between and after the repeated lists. */
export function textAround(text: string, repeats: readonly Repeat[]): string[] {
  const starts = [0, ...repeats.map(({ start, length }) => start + length)];
  return starts.map((start, index) => text.slice(start, repeats[index]?.start));
}

// Only one of several lists with one name is the body's own: the one of which most is known is tried.
export function isBest({ key, count, start }: Repeat, _: number, all: readonly Repeat[]): boolean {
  return !all.some(
    (other) => other.key === key && (other.count > count || (other.count === count && other.start < start)),
  );
}

export function byCount(one: FoundList, other: FoundList): number {
  return other.count - one.count;
}
