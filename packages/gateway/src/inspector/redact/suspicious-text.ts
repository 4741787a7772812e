// A cheap check of short texts before the thorough search.

import { KEY_IN_QUERY } from "../../observe/redact.ts";

/**
 * Whether a short text may have a secret that the search in bytes does not find: one with escapes, a key in the query of a URL
 * (`?api_key=…`), or a password in a URL (`https://user:password@…`). Each needs a character that most texts lack.
 */
export function isSuspicious(text: string): boolean {
  if (text.includes("%")) return true;
  if (text.includes("\\") && ESCAPED.test(text)) return true;
  if ((text.includes("?") || text.includes("&")) && KEY_IN_QUERY.test(text)) return true;
  return text.includes("@") && USER_IN_URL.test(text);
}

/** An escape; an escaped quote, which texts of JSON are full of, hides nothing. */
const ESCAPED = /\\[^"]/;
const USER_IN_URL = /:\/\/[^/\s]*@/;
