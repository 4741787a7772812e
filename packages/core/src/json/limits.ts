/** How many arrays and objects may be nested by default. */
export const MAX_DEPTH = 256;

/** How many UTF-16 units a text may have by default. */
export const MAX_LENGTH: number = 64 * 1024 * 1024;

/** The depth limit of all walks, whatever the caller asks for, so that none overflows the stack. */
export const DEEPEST = 1000;

/** The depth limit for the one that the caller asked for. */
export function depthLimit(asked: number = MAX_DEPTH): number {
  return Math.min(asked, DEEPEST);
}
