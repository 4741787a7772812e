/**
 * A text as JSON, as `JSON.stringify` writes it: most texts need nothing but their quotes.
 *
 * @example
 * quote("a"); // "\"a\""
 */
export function quote(text: string): string {
  // The engine finds single characters and a single range in half the time that it takes for all of them at once.
  const needsEscape = text.includes('"') || text.includes("\\") || ESCAPED.test(text);
  return needsEscape ? JSON.stringify(text) : `"${text}"`;
}

/** Control characters and surrogates, also those that form a pair. */
const ESCAPED = /[^ -\ud7ff\ue000-\uffff]/;
