/** Work in steps: between two of them, a server can attend to other requests. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** A result, or the steps to it. What is small is done at once, because a generator costs more than most schemas do. */
export type Eventually<T> = T | Steps<T>;

/** Whether a result is still to come. */
export function isSteps<T>(result: Eventually<T>): result is Steps<T> {
  return typeof result === "object" && result !== null && "next" in result;
}

/** What `next` makes of a result, after the steps to it. */
export function after<T, U>(result: Eventually<T>, next: (value: T) => Eventually<U>): Eventually<U> {
  return isSteps(result) ? afterSteps(result, next) : next(result);
}

function* afterSteps<T, U>(steps: Steps<T>, next: (value: T) => Eventually<U>): Steps<U> {
  const result = next(yield* steps);
  return isSteps(result) ? yield* result : result;
}

/** Does all steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}
