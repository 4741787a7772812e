// Pieces of memory for recorded bodies.

import { wordsOf } from "./redact/byte-scanner.ts";

/** Memory that many bodies share, in bytes. */
export const SLAB = 1_048_576;

/** Memory of bodies. */
export interface Slab {
  readonly memory: Buffer;
  /** The same memory, for whoever searches it. */
  readonly words: Uint32Array;
  readonly isShared: boolean;
  /** In bytes. */
  used: number;
  /** How many bodies are in it. */
  live: number;
}

/** Memory for many bodies. */
export function newSlab(): Slab {
  // Not from the pool of buffers, whose pages would be kept with it, and without what was in the memory before.
  return slabOf(Buffer.alloc(SLAB), { isShared: true, used: 0, live: 0 });
}

/** The memory of one body. */
export function ownSlab({ buffer, byteOffset, length }: Uint8Array): Slab {
  return slabOf(Buffer.from(buffer, byteOffset, length), { isShared: false, used: length, live: 1 });
}

function slabOf(memory: Buffer, rest: Omit<Slab, "memory" | "words">): Slab {
  return { memory, words: wordsOf(memory), ...rest };
}
