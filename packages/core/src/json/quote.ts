/**
 * A text as JSON, as `JSON.stringify` writes it: most short texts need nothing but their quotes.
 *
 * @example
 * quote("a"); // "\"a\""
 */
export function quote(text: string): string {
  return TO_BE_WRITTEN.test(text) ? JSON.stringify(text) : `"${text}"`;
}

/** Quotes, backslashes, control characters and halves of characters; whole ones of two halves, too. */
const TO_BE_WRITTEN = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;
