import type { Loss } from "@toolglot/core";
import { withoutMetadata } from "../observe/losses.ts";

/**
 * The value of `x-toolglot-losses`: the number of losses of content and settings, and their paths, such as
 * `2; /top_k, /thinking/type`. Metadata is not counted. The value is percent-encoded where a header cannot hold a character; if it
 * would exceed 1 KiB, `…+n` says how many paths are left out.
 */
export function lossHeader(losses: readonly Loss[]): string {
  const lost = withoutMetadata(losses);
  if (lost.length === 0) return "0";
  return withinLimit(`${lost.length}; `, encoded(lost.map(({ path }) => path)));
}

/** The longest value, in bytes. */
const MAX_LENGTH = 1024;
/** What a header value that is cut ends with, before the number of paths left out: `…+`. */
const MORE = `${encodeURIComponent("…")}+`;

function withinLimit(start: string, paths: readonly string[]): string {
  const whole = start + paths.join(", ");
  if (whole.length <= MAX_LENGTH) return whole;
  let value = start;
  for (const [index, path] of paths.entries()) {
    const end = `${MORE}${paths.length - index}`;
    if (value.length + path.length + ", ".length + end.length > MAX_LENGTH) return value + end;
    value += `${path}, `;
  }
  return value;
}

// Nearly no path needs an escape, and one search in all of them takes less time than one in each.
function encoded(paths: readonly string[]): readonly string[] {
  const isPlain = !paths.includes("") && paths.join("/").search(ESCAPED) < 0;
  return [...new Set(isPlain ? paths : paths.map(encodePath))];
}

// The root of a body has the empty path. A comma or percent sign in a key must not read as a separator or an escape.
function encodePath(path: string): string {
  return path === ""
    ? "/"
    : path.replace(ESCAPED, (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")));
}

const ESCAPED = /[^\x21-\x7e]+|[,;%]/g;
