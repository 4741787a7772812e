import { setMaxListeners } from "node:events";

/** Acts once when a signal says so, until it is released. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): () => void {
  if (signal === undefined) return () => {};
  // Fifty tools of one turn wait for the same Ctrl-C: that is no leak to be warned of.
  setMaxListeners(0, signal);
  signal.addEventListener("abort", act, { once: true });
  return () => signal.removeEventListener("abort", act);
}
