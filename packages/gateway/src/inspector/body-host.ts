// What a recorded body needs of the exchange that it belongs to.

import type { BodyStore } from "./body-store.ts";

/** What a body reports while it grows, how large it may become, and where it is kept. */
export interface BodyHost {
  readonly maxBodyBytes: number;
  readonly store: BodyStore;
  /** Called with the bytes that are kept in addition; negative if they are given up. */
  onGrowth(bytes: number): void;
}
