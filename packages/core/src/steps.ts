/** Work that is done piece by piece: whoever drives it may let others do theirs between two pieces. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Does work to its end at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
