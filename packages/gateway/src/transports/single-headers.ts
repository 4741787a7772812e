/** Headers that say who asks, of whom, or how long the body is: two of a kind mean different things to different readers. */
export const SINGLE_HEADERS: ReadonlySet<string> = new Set([
  "host",
  "authorization",
  "x-api-key",
  "x-goog-api-key",
  "api-key",
  "content-length",
  "transfer-encoding",
  "origin",
  "sec-fetch-site",
]);
