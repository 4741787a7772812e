/** Why a store could not do something: for metrics, and to say what to do. */
export type FailureReason = "timeout" | "connection" | "auth" | "full" | "read-only" | "busy" | "other";

/** A store could not do something. Its message has no address and no password. */
export class StoreFailure extends Error {
  override readonly name: string = "StoreFailure";
  readonly reason: FailureReason;
  /** Whether it may have been done nevertheless, or may be later: only the reply is missing. */
  readonly mayHaveRun: boolean;

  constructor(reason: FailureReason, message: string, mayHaveRun = false) {
    super(message);
    this.reason = reason;
    this.mayHaveRun = mayHaveRun;
  }
}

/** A failure of any store. The error itself may contain the store's address, which must not reach clients. */
export function storeFailure(error: unknown): StoreFailure {
  if (error instanceof StoreFailure) return error;
  const { code, name } = error as { readonly code?: string; readonly name?: string };
  return new StoreFailure("other", `the store failed (${code ?? name ?? "no reason given"})`, true);
}
