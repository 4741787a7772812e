/** Waits for a promise; once the signal aborts, resolves to what `otherwise` returns. */
export async function raceAbort<Value, Otherwise>(
  promise: Promise<Value>,
  signal: AbortSignal,
  otherwise: () => Otherwise,
): Promise<Value | Otherwise> {
  let release: () => void = () => {};
  const aborted = new Promise<Otherwise>((resolve, reject) => {
    const onAbort = () => Promise.resolve().then(otherwise).then(resolve, reject);
    if (signal.aborted) void onAbort();
    else signal.addEventListener("abort", onAbort, { once: true });
    release = () => signal.removeEventListener("abort", onAbort);
  });
  // The promise that lost the race may still reject, which would be an unhandled rejection.
  promise.catch(() => {});
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    release();
  }
}
