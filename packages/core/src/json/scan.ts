import { CLOSE_OBJECT, isCloser, isOpener, isSpace, QUOTE } from "./chars.ts";

const COLON = 58;
const BACKSLASH = 92;

/**
 * The ends of the objects in a list, or of so many of them, from a position between them on, in valid JSON text; `undefined` if the
 * list has no end.
 */
export function objectEnds(text: string, from: number, most: number = Number.POSITIVE_INFINITY): number[] | undefined {
  const ends: number[] = [];
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) at = endOfString(text, at);
    else if (isOpener(code)) depth++;
    else if (isCloser(code)) {
      if (depth === 0) return ends;
      depth--;
      if (depth === 0 && code === CLOSE_OBJECT && ends.push(at + 1) === most) return ends;
    }
  }
  return undefined;
}

/**
 * The number of members of all objects, in valid JSON text: every string before a colon is a key. `NaN` where one is refused, by the
 * position of its colon.
 */
export function countMembers(text: string, isRefused?: (text: string, colon: number) => boolean): number {
  let count = 0;
  let at = text.indexOf('"');
  while (at >= 0) {
    let next = endOfString(text, at) + 1;
    while (isSpace(text.charCodeAt(next))) next++;
    if (text.charCodeAt(next) === COLON) {
      if (isRefused?.(text, next)) return Number.NaN;
      count++;
    }
    at = text.indexOf('"', next);
  }
  return count;
}

/**
 * The key of the list that starts at a position, in valid JSON text; `undefined` if it has none, or one with escapes.
 */
export function keyBefore(text: string, start: number): string | undefined {
  const colon = lastNonSpace(text, start - 1);
  if (text.charCodeAt(colon) !== COLON) return undefined;
  const end = lastNonSpace(text, colon - 1);
  if (text.charCodeAt(end) !== QUOTE) return undefined;
  const key = text.slice(text.lastIndexOf('"', end - 1) + 1, end);
  return key.includes("\\") ? undefined : key;
}

function lastNonSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at--;
  return at;
}

/** The closing quote of the string that starts at a position, or the end of the text; the engine finds it far faster than a loop. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end > 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end < 0 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let before = at;
  while (text.charCodeAt(before - 1) === BACKSLASH) before--;
  return (at - before) % 2 === 1;
}
