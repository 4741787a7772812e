import { EXIT } from "../exit-code.ts";
import { onSignals } from "../signals.ts";

/** A signal for all that is to end when the user interrupts; a second interruption ends the process. */
export function onInterruption(): { readonly signal: AbortSignal; release(): void } {
  const controller = new AbortController();
  const release = onSignals(["SIGINT", "SIGTERM", "SIGHUP"], () => {
    if (controller.signal.aborted) process.exit(EXIT.interrupted);
    controller.abort();
    exitAfter(CLEANUP_TIMEOUT);
  });
  const { signal } = controller;
  return {
    signal,
    release: () => {
      release();
      if (signal.aborted) exitAfter(FLUSH_TIMEOUT);
    },
  };
}

// Whatever does not end by itself is not waited for.
function exitAfter(milliseconds: number): void {
  setTimeout(() => process.exit(EXIT.interrupted), milliseconds).unref();
}

/** Enough to end tools, and to save what was said. */
const CLEANUP_TIMEOUT = 2000;

/** Enough to write what is left to say. */
const FLUSH_TIMEOUT = 100;

/** The user does not wait any more. */
export class InterruptedError extends Error {
  override readonly name: string = "Interrupted";
}

/** Waits for what cannot be interrupted itself, as long as the user waits. */
export function untilInterrupted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const interrupted = new Promise<never>((_, reject) => {
    const stop = () => reject(new InterruptedError("interrupted"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  promise.catch(() => {});
  return Promise.race([promise, interrupted]);
}
