import type { Captured } from "./capture.ts";

/** The captured text; `undefined` if it is incomplete or not UTF-8. */
export function strictText({ head, omitted }: Captured): string | undefined {
  if (omitted > 0) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head);
  } catch {
    return undefined;
  }
}

/** The readable part of the text, with replacement characters for what is not UTF-8. */
export function lossyText({ head, tail, omitted }: Captured): string {
  return omitted > 0 ? headText(head) + tailText(tail) : new TextDecoder().decode(head);
}

/** Decodes a head, without an incomplete character at its end. */
export function headText(head: Uint8Array): string {
  return new TextDecoder().decode(head, { stream: true });
}

/** Decodes a tail, without an incomplete character at its start. */
export function tailText(tail: Uint8Array): string {
  let start = 0;
  while (start < 3 && isContinuation(tail[start])) start++;
  return new TextDecoder().decode(tail.subarray(start));
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
