import type { Loss } from "@toolglot/core";
import type { AttemptRecord, RequestOutcome } from "../observe/log.ts";
import type { AttemptResult, UsedTokens } from "./attempt-result.ts";
import type { Destination } from "./destinations.ts";
import type { ErrorReply } from "./error-reply.ts";

/** How an exchange ended. */
export interface ExchangeResult {
  readonly outcome: RequestOutcome;
  readonly status: number;
  readonly destination?: Destination;
  readonly errorType?: string;
  readonly errorMessage?: string;
  readonly attempts: readonly AttemptRecord[];
  readonly losses: readonly Loss[];
  readonly used?: UsedTokens;
  /** What attempts have used that have failed, although their provider has answered. */
  readonly spent?: readonly Spent[];
  readonly firstChunkAt?: number | undefined;
  /** Set if nothing was sent to the client yet: it is still to get this error. */
  readonly error?: ErrorReply;
}

/** What a destination charges for. */
export interface Spent {
  readonly destination: Destination;
  readonly used: UsedTokens;
}

/** What is known of an exchange besides the result of its last attempt. */
export interface Progress {
  readonly attempts: readonly AttemptRecord[];
  readonly losses: readonly Loss[];
  readonly destination: Destination;
  readonly spent?: readonly Spent[];
  readonly firstChunkAt?: number | undefined;
}

/** The result of an exchange whose last attempt ended like this. */
export function exchangeResult(last: AttemptResult, progress: Progress): ExchangeResult {
  const { attempts, destination, losses, spent = [], firstChunkAt } = progress;
  switch (last.type) {
    case "completed": {
      const { used } = last;
      const all = last.losses.length === 0 ? losses : [...losses, ...last.losses];
      return { outcome: "success", status: 200, attempts, losses: all, destination, used, spent, firstChunkAt };
    }
    case "interrupted": {
      const { failure, used } = last;
      const { code: errorType = failure.kind, message: errorMessage } = failure;
      const common = { attempts, losses, destination, used, spent, firstChunkAt };
      return { outcome: "error", status: 200, errorType, errorMessage, ...common };
    }
    case "client-closed": {
      const common = { attempts, losses, destination, used: last.used, spent, firstChunkAt };
      return { outcome: "client_closed", status: 499, errorType: "client_closed", ...common };
    }
    case "rejected":
      return errorResult(last.error, progress);
  }
}

/** The result of an exchange of which the client has got nothing, and is to get this error. */
export function errorResult(
  error: ErrorReply,
  { attempts, losses, destination, spent = [] }: Progress,
): ExchangeResult {
  const { status, code: errorType, message: errorMessage } = error;
  const common = { attempts, losses, destination, spent };
  return { outcome: "error", status, errorType, errorMessage, error, ...common };
}

/** An attempt as the log has it. */
export function attemptRecord(
  { model, provider: { name: provider } }: Destination,
  result: AttemptResult,
  durationMs: number,
): AttemptRecord {
  switch (result.type) {
    case "completed":
      return { provider, model, durationMs, status: 200 };
    case "rejected":
      return { provider, model, durationMs, status: result.error.status, errorType: result.error.code };
    case "interrupted":
      return { provider, model, durationMs, status: 200, errorType: result.failure.code ?? result.failure.kind };
    case "client-closed":
      return { provider, model, durationMs, status: 499, errorType: "client_closed" };
  }
}
