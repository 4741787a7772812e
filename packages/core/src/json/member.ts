import { isSpace, skipSpace } from "./chars.ts";

/** The position of a value in a text, with its quotes. */
export interface ValueSpan {
  readonly start: number;
  readonly end: number;
}

/**
 * Where the string stands that a path of keys leads to, in text that is a JSON object; nothing where there is none.
 *
 * @example
 * stringSpan('{"a":{"b":"c"}}', ["a", "b"]); // { start: 10, end: 13 }
 */
export function stringSpan(text: string, path: readonly string[]): ValueSpan | undefined {
  let start = skipSpace(text, 0);
  for (const key of path) {
    const found = text[start] === "{" ? memberStart(text, start + 1, key) : undefined;
    if (found === undefined) return undefined;
    start = found;
  }
  return text[start] === '"' ? { start, end: endOfString(text, start) } : undefined;
}

// The start of a member's value; keys with escapes are not found.
function memberStart(text: string, from: number, key: string): number | undefined {
  let at = skipSpace(text, from);
  while (text[at] === '"') {
    const end = endOfString(text, at);
    const colon = skipSpace(text, end);
    if (text[colon] !== ":") return undefined;
    const value = skipSpace(text, colon + 1);
    if (text.slice(at + 1, end - 1) === key) return value;
    const comma = skipSpace(text, endOfValue(text, value));
    if (text[comma] !== ",") return undefined;
    at = skipSpace(text, comma + 1);
  }
  return undefined;
}

function endOfValue(text: string, start: number): number {
  const first = text[start];
  if (first === '"') return endOfString(text, start);
  if (first === "{" || first === "[") return endOfContainer(text, start);
  let at = start;
  while (at < text.length && !isSpace(text.charCodeAt(at)) && !",}]".includes(text[at] as string)) at++;
  return at;
}

function endOfContainer(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at];
    if (character === '"') at = endOfString(text, at) - 1;
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      depth--;
      if (depth === 0) return at + 1;
    }
  }
  return text.length;
}

// The offset after the closing quote, or the end of the text if there is none.
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === "\\") at++;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}
