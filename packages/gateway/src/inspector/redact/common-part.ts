// A request of an agent repeats the one before it. What was searched there need not be searched again.

import type { SearchedPart } from "./secret-finder.ts";

/** How much two bodies have in common at their start and at their end, in bytes. */
interface CommonPart {
  readonly start: number;
  readonly end: number;
}

/** Compares a body with the one before it in the same conversation: most of it is the same, and native code finds that out fast. */
function commonPart(bytes: Uint8Array, before: Uint8Array): CommonPart {
  const length = Math.min(bytes.length, before.length);
  const start = longest(length, (size) => isSame(bytes.subarray(0, size), before.subarray(0, size)));
  const end = longest(length - start, (size) =>
    isSame(bytes.subarray(bytes.length - size), before.subarray(before.length - size)),
  );
  return { start, end };
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

/** The largest size up to a limit for which something holds, to within a step: it then holds for all smaller ones. */
function longest(limit: number, holds: (size: number) => boolean): number {
  if (holds(limit)) return limit;
  let known = 0;
  for (let step = limit >> 1; step >= STEP; step >>= 1) if (holds(known + step)) known += step;
  return known;
}

const STEP = 256;

/** The part of a body that is not the same as in a searched one; `undefined` for all of it. */
export function partToSearch(bytes: Uint8Array, searched: Uint8Array | undefined): SearchedPart | undefined {
  if (searched === undefined) return undefined;
  const common = commonPart(bytes, searched);
  return { start: Math.max(0, common.start - MARGIN), end: bytes.length - Math.max(0, common.end - MARGIN) };
}

/** How many bytes of the common part are searched as well, in which a secret may begin. */
const MARGIN = 1024;
