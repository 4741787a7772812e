import { EXIT } from "../exit-code.ts";
import { onSignals } from "../signals.ts";

/** A signal that aborts when the user interrupts; a second interruption exits the process. */
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

// Exits even if something keeps the process alive.
function exitAfter(milliseconds: number): void {
  setTimeout(() => process.exit(EXIT.interrupted), milliseconds).unref();
}

/** Time to stop tools and to save the conversation, in milliseconds. */
const CLEANUP_TIMEOUT = 2000;

/** Time to flush the output, in milliseconds. */
const FLUSH_TIMEOUT = 100;

/** The user interrupted the command. */
export class InterruptedError extends Error {
  override readonly name: string = "Interrupted";
}

/** Waits for a promise, but rejects as soon as the user interrupts. */
export function untilInterrupted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const interrupted = new Promise<never>((_, reject) => {
    const stop = () => reject(new InterruptedError("interrupted"));
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
  promise.catch(() => {});
  return Promise.race([promise, interrupted]);
}
