// The time of many events at once.

/** Returns a clock that is read once for all that the event loop calls at once, such as the chunks of one read from a socket. */
export function turnClock(now: () => number): () => number {
  let time: number | undefined;
  const reset = () => {
    time = undefined;
  };
  return () => {
    if (time === undefined) {
      time = now();
      queueMicrotask(reset);
    }
    return time;
  };
}
