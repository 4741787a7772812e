/**
 * A text as JSON, as `JSON.stringify` writes it: most texts need nothing but their quotes.
 *
 * @example
 * quote("a"); // "\"a\""
 */
export function quote(text: string): string {
  return needsEscape(text) ? JSON.stringify(text) : `"${text}"`;
}

/** The same without its quotes, which are better parts of what stands around it: each piece of a text costs time. */
export function escaped(text: string): string {
  return needsEscape(text) ? JSON.stringify(text).slice(1, -1) : text;
}

// The engine finds single characters and a single range in half the time that it takes for all of them at once.
function needsEscape(text: string): boolean {
  return text.includes('"') || text.includes("\\") || ESCAPED.test(text);
}

/** Control characters and surrogates, also those that form a pair. */
const ESCAPED = /[^ -\ud7ff\ue000-\uffff]/;
