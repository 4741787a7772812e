/** How many arrays and objects may be nested by default. */
export const MAX_DEPTH = 256;

/** How many UTF-16 units a text may have by default. */
export const MAX_LENGTH: number = 64 * 1024 * 1024;

/** The depth limit of all recursive functions, whatever the caller allows, so that none overflows the stack. */
export const HARD_DEPTH_LIMIT = 1000;

/** The depth limit for the caller's option. */
export function depthLimit(requested: number = MAX_DEPTH): number {
  return Math.min(requested, HARD_DEPTH_LIMIT);
}
