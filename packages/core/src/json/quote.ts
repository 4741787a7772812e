/**
 * A text as JSON, as `JSON.stringify` writes it: most short texts need nothing but their quotes.
 *
 * @example
 * quote("a"); // "\"a\""
 */
export function quote(text: string): string {
  return NEEDS_ESCAPE.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Quotes, backslashes, control characters and surrogates, also those that form a pair. */
const NEEDS_ESCAPE = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
