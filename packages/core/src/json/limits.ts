/** How many arrays and objects may be nested unless told otherwise. */
export const MAX_DEPTH = 256;

/** How many UTF-16 units a text may have unless told otherwise. */
export const MAX_LENGTH: number = 64 * 1024 * 1024;

/** No walk over a value goes deeper than this, whatever it is told, so that none runs out of stack. */
export const DEEPEST = 1000;

/** The depth to stop at, of the one that the caller asked for. */
export function depthLimit(asked: number = MAX_DEPTH): number {
  return Math.min(asked, DEEPEST);
}
