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

/** Whether a member is refused, by the position of its colon. */
type IsRefused = (text: string, colon: number) => boolean;

/** Whether all objects together have so many members, in valid JSON text, and none is refused. */
export function hasMembers(text: string, count: number, isRefused?: IsRefused): boolean {
  return countColons(text, isRefused) === count || countMembers(text, isRefused) === count;
}

// Nearly every colon after a quote ends a key, and colons are found sooner than strings. A string that begins with a colon is
// counted too, so that the sum is too high, and `NaN` where it might be too low.
function countColons(text: string, isRefused: IsRefused | undefined): number {
  let count = 0;
  for (let colon = text.indexOf(":"); colon > 0; colon = text.indexOf(":", colon + 1)) {
    const before = text.charCodeAt(colon - 1);
    if (isSpace(before) && text.charCodeAt(lastNonSpace(text, colon - 1)) === QUOTE) return Number.NaN;
    if (before !== QUOTE || isEscaped(text, colon - 1)) continue;
    if (isRefused?.(text, colon)) return Number.NaN;
    count++;
  }
  return count;
}

// Every string before a colon is a key.
function countMembers(text: string, isRefused: IsRefused | undefined): number {
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
