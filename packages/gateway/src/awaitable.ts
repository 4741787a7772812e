/** A result, or a promise of it where something has to be waited for. To await what is there already would cost a turn. */
export type Awaitable<T> = T | Promise<T>;

/** What `next` makes of a result, once that is there. */
export function after<T, U>(result: Awaitable<T>, next: (value: T) => Awaitable<U>): Awaitable<U> {
  return result instanceof Promise ? result.then(next) : next(result);
}

/** The result of `work`, or what `onError` makes of an error in it; then calls `atLast`. */
export function settle<T>(
  work: () => Awaitable<T>,
  { onError, atLast }: { readonly onError: (error: unknown) => T; readonly atLast: () => void },
): Awaitable<T> {
  let result: Awaitable<T> | undefined;
  try {
    result = work();
  } catch (error) {
    result = onError(error);
  } finally {
    if (!(result instanceof Promise)) atLast();
  }
  return result instanceof Promise ? result.catch(onError).finally(atLast) : result;
}
