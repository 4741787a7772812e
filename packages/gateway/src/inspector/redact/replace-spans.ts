// Replacing bytes, and knowing afterwards where the others are.

import { concat } from "../../bytes.ts";
import type { SecretSpan } from "./secret-search.ts";

/** Bytes in which spans were replaced, and where the bytes at some offsets are now. */
export interface Replaced {
  readonly bytes: Uint8Array;
  offset(before: number): number;
}

/** Replaces spans, which are in order and do not overlap. An offset within a span becomes that of its replacement's end. */
export function replaceSpans(bytes: Uint8Array, spans: readonly SecretSpan[]): Replaced {
  const pieces: Uint8Array[] = [];
  let end = 0;
  for (const span of spans) {
    pieces.push(bytes.subarray(end, span.start), encoder.encode(span.replacement));
    end = span.end;
  }
  pieces.push(bytes.subarray(end));
  return { bytes: concat(pieces), offset: (before) => moved(before, spans) };
}

const encoder = new TextEncoder();

function moved(offset: number, spans: readonly SecretSpan[]): number {
  let shift = 0;
  for (const { start, end, replacement } of spans) {
    if (offset <= start) break;
    if (offset < end) return start + shift + replacement.length;
    shift += replacement.length - (end - start);
  }
  return offset + shift;
}
