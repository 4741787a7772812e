import type { Captured } from "./capture.ts";

/** The text of what was captured, if it is all there and is UTF-8. */
export function strictText({ head, omitted }: Captured): string | undefined {
  if (omitted > 0) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head);
  } catch {
    return undefined;
  }
}

/** As much as can be read of it: beginning and end, with a replacement character for what is no UTF-8. */
export function lossyText({ head, tail, omitted }: Captured): string {
  return omitted > 0 ? headText(head) + tailText(tail) : new TextDecoder().decode(head);
}

/** The text of a beginning, without the half character that it may end in. */
export function headText(head: Uint8Array): string {
  return new TextDecoder().decode(head, { stream: true });
}

/** The text of an end, without the half character that it may begin with. */
export function tailText(tail: Uint8Array): string {
  let start = 0;
  while (start < 3 && isContinuation(tail[start])) start++;
  return new TextDecoder().decode(tail.subarray(start));
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}
