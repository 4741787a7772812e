/**
 * Whether a short text, perhaps of JSON, may have a secret that is not found as bytes: another spelling of one, a key in a query, or a
 * user in a URL. Each of these has a sign that most texts lack, and native code looks for it fast.
 */
export function isSuspicious(text: string): boolean {
  if (text.includes("%")) return true;
  if (text.includes("\\") && ESCAPED.test(text)) return true;
  if ((text.includes("?") || text.includes("&")) && KEY_IN_QUERY.test(text)) return true;
  return text.includes("@") && USER_IN_URL.test(text);
}

/** Other than a quote in a text of JSON. */
const ESCAPED = /\\[^"]/;
const KEY_IN_QUERY = /[?&](?:key|api_key|access_token)=/i;
const USER_IN_URL = /:\/\/[^/\s]*@/;
