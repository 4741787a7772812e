import type { RequestRecord } from "../observe/log.ts";

/** What is kept of the record of a request: the rest of it is known otherwise. */
export type RecordedOutcome = {
  readonly [Field in "status" | "durationMs" | "usage" | "cost" | "errorType" | "error"]: RequestRecord[Field];
};

export function outcomeOf({ status, durationMs, usage, cost, errorType, error }: RequestRecord): RecordedOutcome {
  return { status, durationMs, usage, cost, errorType, error };
}
