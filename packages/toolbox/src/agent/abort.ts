/** Waits for a promise, or for the moment when nobody waits for it any more. */
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
  // Who is left behind may still fail.
  promise.catch(() => {});
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    release();
  }
}
