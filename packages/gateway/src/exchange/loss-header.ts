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
  return withinLimit(`${lost.length}; `, new Set(lost.map(({ path }) => path)));
}

/** The longest value, in bytes. */
const MAX_LENGTH = 1024;
/** What a header value that is cut ends with, before the number of paths left out: `…+`. */
const MORE = `${encodeURIComponent("…")}+`;

// Of many paths, those that are left out are not even encoded.
function withinLimit(start: string, paths: ReadonlySet<string>): string {
  let value = start;
  let cut: string | undefined;
  let left = paths.size;
  for (const path of paths) {
    const end = `${MORE}${left--}`;
    const longer = `${value}${encodePath(path)}${SEPARATOR}`;
    if (longer.length + end.length > MAX_LENGTH) cut ??= value + end;
    if (cut !== undefined && longer.length - SEPARATOR.length > MAX_LENGTH) return cut;
    value = longer;
  }
  return value.slice(0, -SEPARATOR.length);
}

const SEPARATOR = ", ";

// The root of a body has the empty path. A comma or percent sign in a key must not read as a separator or an escape.
function encodePath(path: string): string {
  return path === ""
    ? "/"
    : path.replace(ESCAPED, (text) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd")));
}

const ESCAPED = /[^\x21-\x7e]+|[,;%]/g;
