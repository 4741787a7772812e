// How an exchange has ended, as recorded.

import type { RequestRecord } from "../observe/log.ts";

/** The fields of a request's log record that are kept; the recording has the others already. */
export type RecordedOutcome = {
  readonly [Field in "status" | "durationMs" | "usage" | "cost" | "errorType" | "error"]: RequestRecord[Field];
};

export function outcomeOf({ status, durationMs, usage, cost, errorType, error }: RequestRecord): RecordedOutcome {
  return { status, durationMs, usage, cost, errorType, error };
}
