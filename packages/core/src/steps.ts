import type { Eventually, Steps } from "./model/steps.ts";

/**
 * Whether a result is still to come. Results are of many shapes, and their prototype is faster to ask for than a property;
 * besides, a result may be JSON with a key `next`.
 */
export function isSteps<T>(result: Eventually<T>): result is Steps<T> {
  return result instanceof AnyGenerator;
}

/** What all generators are instances of; it has no name in JavaScript. */
const AnyGenerator = generatorClass();

// An arrow function has no prototype of its own, and V8 compiles `instanceof` well only for those that do.
function generatorClass(): () => void {
  function Any(): void {}
  Any.prototype = Object.getPrototypeOf(function* () {}).prototype;
  return Any;
}

/** What `next` makes of a result and of what it is `given`, which spares it a closure, after the steps to the result. */
export function after<T, U, G = undefined>(
  result: Eventually<T>,
  next: (value: T, given: G) => Eventually<U>,
  given?: G,
): Eventually<U> {
  return isSteps(result) ? afterSteps(result, next, given as G) : next(result, given as G);
}

function* afterSteps<T, U, G>(steps: Steps<T>, next: (value: T, given: G) => Eventually<U>, given: G): Steps<U> {
  const result = next(yield* steps, given);
  return isSteps(result) ? yield* result : result;
}

/** The result of `work`, or what `onError` makes of an error in any of its steps; both get what is `given`. */
export function recover<T, G = undefined>(
  work: (given: G) => Eventually<T>,
  onError: (error: unknown, given: G) => Eventually<T>,
  given?: G,
): Eventually<T> {
  let result: Eventually<T>;
  try {
    result = work(given as G);
  } catch (error) {
    return onError(error, given as G);
  }
  return isSteps(result) ? recoverSteps(result, onError, given as G) : result;
}

function* recoverSteps<T, G>(
  steps: Steps<T>,
  onError: (error: unknown, given: G) => Eventually<T>,
  given: G,
): Steps<T> {
  let result: Eventually<T>;
  try {
    return yield* steps;
  } catch (error) {
    result = onError(error, given);
  }
  return isSteps(result) ? yield* result : result;
}

/** Says when other requests should have a turn, after so much more work. */
export interface Pauses {
  isPauseDue(work?: number): boolean;
}

/** Pauses where it is due after so much more work. */
export function pauseAfter(work: number, pauses: Pauses): Eventually<true> {
  return pauses.isPauseDue(work) ? pause() : true;
}

function* pause(): Steps<true> {
  yield;
  return true;
}

/** What `each` makes of the items, one after the other, with a pause after any item where one is due. */
export function mapInSteps<T, U>(
  items: readonly T[],
  each: (item: T, index: number) => Eventually<U>,
  pauses: Pauses,
): Eventually<U[]> {
  const results: U[] = [];
  for (let index = 0; index < items.length; index++) {
    const result = each(items[index] as T, index);
    if (isSteps(result)) return mapFurther(items, each, pauses, { results, open: result });
    results.push(result);
    if (pauses.isPauseDue()) return mapFurther(items, each, pauses, { results, open: undefined });
  }
  return results;
}

/** The results so far; `open` are the steps to the next one, or undefined where a pause is due. */
interface Mapped<U> {
  readonly results: U[];
  readonly open: Steps<U> | undefined;
}

function* mapFurther<T, U>(
  items: readonly T[],
  each: (item: T, index: number) => Eventually<U>,
  pauses: Pauses,
  { results, open }: Mapped<U>,
): Steps<U[]> {
  if (open === undefined) yield;
  else {
    results.push(yield* open);
    if (pauses.isPauseDue()) yield;
  }
  for (let index = results.length; index < items.length; index++) {
    const result = each(items[index] as T, index);
    results.push(isSteps(result) ? yield* result : result);
    if (pauses.isPauseDue()) yield;
  }
  return results;
}

/** Whether `each` holds for the items, one after the other, until it does not hold for one. Pauses like `mapInSteps`. */
export function everyInSteps<T>(
  items: readonly T[],
  each: (item: T, index: number) => Eventually<boolean>,
  pauses: Pauses,
): Eventually<boolean> {
  for (let index = 0; index < items.length; index++) {
    const result = each(items[index] as T, index);
    if (isSteps(result) || (result && pauses.isPauseDue()))
      return everyFurther(items, each, pauses, { from: index + 1, open: isSteps(result) ? result : pause() });
    if (!result) return false;
  }
  return true;
}

/** Where to go on, after the steps that are open. */
interface Checked {
  readonly from: number;
  readonly open: Steps<boolean>;
}

function* everyFurther<T>(
  items: readonly T[],
  each: (item: T, index: number) => Eventually<boolean>,
  pauses: Pauses,
  { from, open }: Checked,
): Steps<boolean> {
  if (!(yield* open)) return false;
  if (pauses.isPauseDue()) yield;
  for (let index = from; index < items.length; index++) {
    const result = each(items[index] as T, index);
    if (!(isSteps(result) ? yield* result : result)) return false;
    if (pauses.isPauseDue()) yield;
  }
  return true;
}

/** Does all steps at once. */
export function finish<T>(result: Eventually<T>): T {
  if (!isSteps(result)) return result;
  for (;;) {
    const { done, value } = result.next();
    if (done) return value;
  }
}
