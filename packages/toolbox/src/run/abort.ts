import { setMaxListeners } from "node:events";

/** Calls a function when a signal aborts. Returns a function that removes the listener. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined) return () => {};
  // Fifty tools of one turn may listen to the same signal; that is not a leak.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", act, { once: true });
  return () => signal.removeEventListener("abort", act);
}
