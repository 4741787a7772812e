import type { FrameContent } from "../../core-worker/exchange/views.ts";

/** A frame, and when it arrived: milliseconds since the exchange began. */
export interface TimedFrame extends FrameContent {
  readonly ms: number;
}

/** When the chunks of a stream came, and the byte at which each begins. */
export type Chunks = readonly (readonly [ms: number, offset: number])[];

/** A frame arrived with the chunk that it begins in. Both lists are in the order of their bytes. */
export function timedFrames(frames: readonly FrameContent[], chunks: Chunks = []): readonly TimedFrame[] {
  let at = 0;
  return frames.map((frame) => {
    while ((chunks[at + 1]?.[1] ?? Number.POSITIVE_INFINITY) <= frame.offset) at += 1;
    return { ...frame, ms: chunks[at]?.[0] ?? 0 };
  });
}

/** How many frames had arrived at a time. */
export function countUntil(frames: readonly TimedFrame[], ms: number): number {
  let [low, high] = [0, frames.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((frames[middle]?.ms ?? 0) <= ms) low = middle + 1;
    else high = middle;
  }
  return low;
}
